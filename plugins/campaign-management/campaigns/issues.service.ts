import type { Ctx } from '../../../core/contract.ts';
import { campaignOf, FACTS, type FactsRow } from './campaign.store.ts';
import { type CampaignIssue, CampaignIssues } from './contract.ts';
import { type Product } from '../../foundation/companies/contract.ts';

/** What a campaign lacks. */
export type Issue = Pick<CampaignIssue, 'code' | 'brief'>;

/** The running ones of the campaigns by what they have of each of the issues; of an issue that none has nothing is said. */
export async function campaignsByIssue(
  ctx: Ctx,
  rows: readonly FactsRow[],
  which: (issue: CampaignIssue) => boolean = () => true,
): Promise<Map<CampaignIssue, { id: number; since: Date | null }[]>> {
  const running = rows.filter((row) => row.status === 'active').map(campaignOf);
  const found = new Map<CampaignIssue, { id: number; since: Date | null }[]>();
  if (running.length === 0) return found;
  const issues = ctx.contributions(CampaignIssues).filter(which);
  const lacking = await ctx.together(issues.map((issue) => async () => [...(await issue.among(ctx, running))]));
  for (const [n, issue] of issues.entries())
    if (lacking[n]!.length > 0)
      found.set(
        issue,
        lacking[n]!.map((one) => (typeof one === 'number' ? { id: one, since: null } : one)),
      );
  return found;
}

/** What keeps each of the campaigns from bringing anything, by campaign; those that lack nothing, or do not run, are left out. */
export async function issuesOf(ctx: Ctx, rows: readonly FactsRow[]): Promise<Map<number, Issue[]>> {
  const found = new Map<number, Issue[]>();
  for (const [{ code, brief }, lacking] of await campaignsByIssue(ctx, rows, ({ works }) => !works))
    for (const { id } of lacking) found.set(id, [...(found.get(id) ?? []), { code, brief }]);
  return found;
}

/** The same for all campaigns in the caller's sight. */
export async function allIssues(ctx: Ctx, product?: Product): Promise<Map<number, Issue[]>> {
  const running = ctx
    .db('campaigns_campaign')
    .where({ status: 'active' })
    .select(...FACTS);
  if (product) void running.where({ product });
  return issuesOf(ctx, (await running) as FactsRow[]);
}
