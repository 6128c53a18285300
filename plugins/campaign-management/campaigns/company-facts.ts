import type { Ctx } from '../../../core/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { keptBack } from './issues.service.ts';
import { LIST_STATES, type ListState } from './contract.ts';
import { inState } from './list.store.ts';

/** Clients with a campaign in the state as lists show it, and their agencies, in the caller's sight. */
async function companiesWith(ctx: Ctx, state: ListState): Promise<number[]> {
  const found = ctx.db('campaigns_campaign').distinct('company_id', 'agency_id');
  inState(ctx, found, state, state === 'needs_attention' ? await keptBack(ctx) : null);
  const rows = (await found) as { company_id: number; agency_id: number }[];
  return [...new Set(rows.flatMap((row) => [row.company_id, row.agency_id]))];
}

/** The filter `CampaignStatus` of the lists of agencies and clients. */
export const campaignFacts: CompanyFactsOf = {
  id: 'campaigns',
  filters: { CampaignStatus: Object.fromEntries(LIST_STATES.map((state) => [state, (ctx: Ctx) => companiesWith(ctx, state)])) },
};
