import { type Ctx, invalid } from '../../core/contract.ts';
import { type Campaign, Campaigns, type GuardFailure } from '../campaigns/contract.ts';
import { enhanceOf } from './campaign.store.ts';

/** An advanced campaign says which information it is about. */
export async function informationGuard(ctx: Ctx, { id }: Campaign): Promise<GuardFailure[]> {
  const row = await enhanceOf(ctx, id);
  return row?.kind === 'advanced' && row.information.length === 0 ? [{ code: 'enhance-id.guard.information' }] : [];
}

/** Leads come from other campaigns of the same client. */
export async function checkSources(ctx: Ctx, campaign: Campaign, sent: Readonly<Record<string, unknown>>): Promise<void> {
  if (sent['sourcecampaigns'] === undefined) return;
  const ids = (await enhanceOf(ctx, campaign.id))?.sources.map(Number) ?? [];
  if (ids.some((id) => id > 2_147_483_647)) throw invalid('sourcecampaigns', 'enhance-id.problem.sources');
  const found = await ctx.use(Campaigns).rules(ids);
  const isSource = (id: number): boolean => {
    const of = found.get(id);
    return of !== undefined && of.status !== 'removed' && of.companyId === campaign.companyId && of.product !== campaign.product;
  };
  if (!ids.every(isSource)) throw invalid('sourcecampaigns', 'enhance-id.problem.sources');
}
