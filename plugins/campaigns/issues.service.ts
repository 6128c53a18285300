import type { Ctx } from '../../core/contract.ts';
import { campaignOf, type CampaignRow } from './campaign.store.ts';
import { type CampaignIssue, CampaignIssues } from './contract.ts';
import { type Product } from '../companies/contract.ts';

/** What a campaign lacks. */
export type Issue = Pick<CampaignIssue, 'name' | 'code' | 'brief'>;

/** What keeps each of the campaigns from bringing anything, by campaign; those that lack nothing, or do not run, are left out. */
export async function issuesOf(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Map<number, Issue[]>> {
  const running = rows.filter((row) => row.status === 'active').map(campaignOf);
  const found = new Map<number, Issue[]>();
  if (running.length === 0) return found;
  const issues = ctx.contributions(CampaignIssues);
  const lacking = await ctx.together(issues.map((issue) => () => issue.among(ctx, running)));
  for (const [n, { name, code, brief }] of issues.entries())
    for (const id of lacking[n]!) found.set(id, [...(found.get(id) ?? []), { name, code, brief }]);
  return found;
}

/** The same for all campaigns in the caller's sight. */
export async function allIssues(ctx: Ctx, product?: Product): Promise<Map<number, Issue[]>> {
  const running = ctx.db('campaigns_campaign').where({ status: 'active' });
  if (product) void running.where({ product });
  return issuesOf(ctx, (await running) as CampaignRow[]);
}
