import type { Ctx } from '../../../core/contract.ts';
import type { CampaignIssue, RunningCampaigns } from '../../campaign-management/campaigns/contract.ts';
import { Enrichment } from '../../lead-intake/enrichment/contract.ts';
import { ClientPeople } from '../../lead-intake/leads/contract.ts';
import type { EnhanceRow } from './campaign.store.ts';
import { groupsSought } from './information.ts';

const rowsOf = (ctx: Ctx, running: RunningCampaigns): Promise<EnhanceRow[]> =>
  ctx.db('enhance_id_campaign').whereIn('campaign_id', running.of('enhance').ids());

/** No supplier has the information that the campaign is about. */
export const unsuppliedIssue: CampaignIssue = {
  code: 'enhance-id.issue.unsupplied',
  brief: 'enhance-id.issue.unsupplied.brief',
  tab: 'settings',
  async lacking(ctx, running) {
    const without: number[] = [];
    for (const row of await rowsOf(ctx, running))
      if ((await ctx.use(Enrichment).supplied(groupsSought(row))).length === 0) without.push(row.campaign_id);
    return running.among(without);
  },
};

/** The campaign looked through all leads that there are, and nothing that it is about is missing of any of them. */
export const completeIssue: CampaignIssue = {
  code: 'enhance-id.issue.complete',
  brief: 'enhance-id.issue.complete.brief',
  tab: 'settings',
  async lacking(ctx, running) {
    const basic = (await rowsOf(ctx, running)).filter(({ kind }) => kind === 'basic');
    if (basic.length === 0) return null;
    const through = await throughWithNobody(
      ctx,
      basic.map(({ campaign_id: id }) => id),
    );
    const found: number[] = [];
    for (const { campaign_id: id, company_id: companyId, sources } of basic) {
      if (!through.has(id)) continue;
      const query = { companyId, campaigns: sources.map(Number), without: 'enhance', onlyIncomplete: false, after: null, until: ctx.now };
      if ((await ctx.use(ClientPeople).page(query, 1)).length > 0) found.push(id);
    }
    return running.among(found);
  },
};

/** Those of the campaigns that have looked at all leads and asked about nobody. */
async function throughWithNobody(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = (await ctx
    .db('enhance_id_look as k')
    .whereIn('k.campaign_id', ids)
    .whereNotNull('k.seen_to')
    .whereNotExists(ctx.db('enhance_id_person as p').whereRaw('p.campaign_id = k.campaign_id').select(ctx.db.raw('1')))
    .select('k.campaign_id')) as { campaign_id: number }[];
  return new Set(rows.map((row) => row.campaign_id));
}
