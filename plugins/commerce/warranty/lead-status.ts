import type { Ctx } from '../../../core/contract.ts';
import type { Lead } from '../../lead-intake/leads/contract.ts';
import type { LeadStatus } from '../../reporting/reports/contract.ts';
import { statesOf } from './cases.store.ts';
import { isCovered } from './warranty.service.ts';

/** How the leads of a list stand, and which of them the caller may give back. */
export async function leadStatusesOf(ctx: Ctx, leads: readonly Lead[]): Promise<Map<string, LeadStatus>> {
  const states = await statesOf(
    ctx.db,
    leads.map((lead) => lead.id),
  );
  const mayGiveBack = ctx.can('create', 'LeadReturn');
  return new Map(
    leads.map((lead) => {
      const leadStatus = states.get(lead.id) ?? '';
      return [lead.id, { leadStatus, mayReturn: mayGiveBack && leadStatus === '' && lead.retailCents > 0 && isCovered(lead, ctx.now) }];
    }),
  );
}
