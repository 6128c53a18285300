import { type Ctx, ownedBy } from '../../../core/contract.ts';
import type { AgencyIssue } from '../../foundation/companies/contract.ts';
import { BROKEN } from './connections.store.ts';

type Found = Awaited<ReturnType<AgencyIssue['of']>>;

/** Connections in use that do not work. */
export const brokenConnections: AgencyIssue = {
  id: 'integrations.broken',
  order: 10,
  title: 'integrations.issue.broken',
  of: async (ctx): Promise<Found> =>
    (await ctx
      .db('integrations_connection as c')
      .whereIn('c.state', BROKEN)
      .where((either) => either.where('c.enabled', true).orWhere('c.state', 'disabled'))
      .groupBy('c.agency_id')
      .select('c.agency_id as agencyId', ctx.db.raw('count(*)::int as count, min(c.last_at) as since'))) as Found,
};

const deliveries = async (ctx: Ctx, states: readonly string[]): Promise<Found> =>
  (await ctx
    .db('integrations_delivery')
    // Part of the text, as it is of the index, which begins with the root.
    .whereRaw(`state in ('held', 'failed', 'rejected')`)
    .where(ownedBy(ctx.tenant))
    .whereIn('state', states)
    .groupBy('agency_id')
    .select('agency_id as agencyId', ctx.db.raw('count(*)::int as count, min(created_at) as since'))) as Found;

/** Leads that wait until a connection works again, and those that the other end did not take. */
export const heldDeliveries: AgencyIssue = {
  id: 'integrations.held',
  order: 20,
  title: 'integrations.issue.held',
  of: (ctx) => deliveries(ctx, ['held', 'failed']),
};
export const rejectedDeliveries: AgencyIssue = {
  id: 'integrations.rejected',
  order: 30,
  title: 'integrations.issue.rejected',
  of: (ctx) => deliveries(ctx, ['rejected']),
};
