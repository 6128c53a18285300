import { type Ctx, invalid } from '../../../core/contract.ts';
import type { Campaign, GuardFailure } from '../../campaign-management/campaigns/contract.ts';
import { areOthersOfClient } from '../../campaign-management/campaigns/shared.ts';
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
  if (!(await areOthersOfClient(ctx, campaign, ids))) throw invalid('sourcecampaigns', 'enhance-id.problem.sources');
}
