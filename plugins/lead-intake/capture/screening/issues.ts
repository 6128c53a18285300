import type { AgencyIssue } from '../../../foundation/companies/contract.ts';

/** Visits that screening holds back until somebody decides about them. */
export const heldVisits: AgencyIssue = {
  id: 'capture.held',
  order: 40,
  title: 'capture.issue.held',
  of: async (ctx) =>
    (await ctx
      .query('HeldVisit')
      .where({ state: 'review' })
      .groupBy('agency_id')
      .select('agency_id as agencyId', ctx.db.raw('count(*)::int as count, min(at) as since'))) as {
      agencyId: number;
      count: number;
      since: Date;
    }[],
};
