import { type Ctx, T } from '../../../../core/contract.ts';
import type { Campaign, CampaignErasure, CampaignFieldSet } from '../../../campaign-management/campaigns/contract.ts';
import { FREQUENCIES, nextAfter } from './calendar.ts';
import type { Schedule } from './schedules.store.ts';

const CHOICES = ['never', ...FREQUENCIES] as const;
type Choice = (typeof CHOICES)[number];
/** Somebody who names recipients wants reports. */
const USUAL: Choice = 'weekly';

/** How often a campaign's reports go to `reportSentTo` as what `reportType` says. */
export const campaignReports: CampaignFieldSet = {
  fields: { reportFrequency: T.Enum([...CHOICES], { default: USUAL }) },
  shown: { reportFrequency: T.Enum([...CHOICES]) },
  ui: { reportFrequency: { widget: 'select', group: 'products.group.notices' } },
  open: { reportFrequency: ['title', 'help', 'order', 'hide', 'default', 'enum'] },
  texts: 'reports.campaign-fields',
  async of(ctx, campaigns) {
    const ids = campaigns.map(({ id }) => id);
    const rows = (await ctx
      .db('reports_schedule')
      .whereRaw('campaign_id = any(?::int[])', [ids as never])
      .select('campaign_id', 'frequency')) as Pick<Schedule, 'campaign_id' | 'frequency'>[];
    const known = new Map(rows.map((row) => [row.campaign_id, row.frequency]));
    return new Map(ids.map((id) => [id, { reportFrequency: known.get(id) ?? 'never' }]));
  },
  async save(ctx, campaign, { reportFrequency = USUAL }) {
    await schedule(ctx, campaign, reportFrequency as Choice);
  },
};

async function schedule(ctx: Ctx, { id, companyId, timezone }: Campaign, frequency: Choice): Promise<void> {
  const next = frequency === 'never' ? null : nextAfter(frequency, timezone, ctx.now);
  await ctx
    .db('reports_schedule')
    .insert({
      company_id: companyId,
      campaign_id: id,
      report: 'leads',
      filters: JSON.stringify({ campaignId: id }),
      frequency,
      next_at: next,
      created_by: ctx.actor.id,
    })
    .onConflict(ctx.db.raw('(company_id, campaign_id) where campaign_id is not null'))
    .merge(['frequency', 'next_at']);
}

/** Whom a removed campaign's reports went to is forgotten with its leads. */
export const eraseReports: CampaignErasure = async (ctx, campaignId) => {
  await ctx.db('reports_schedule').where({ campaign_id: campaignId }).delete();
};
