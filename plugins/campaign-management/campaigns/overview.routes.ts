import type { Knex } from 'knex';
import { defineRoute, List, listOf, ListQuery, pageOf, T } from '../../../core/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { countsByState } from './counts.store.ts';

const Counts = T.Object({
  active: T.Integer(),
  scheduled: T.Integer(),
  limit_reached: T.Integer(),
  paused: T.Integer(),
  needs_attention: T.Integer(),
  draft: T.Integer(),
});

/** Campaigns of all products together, for the screens of the menu Campaign. */
export const overviewRoutes = [
  defineRoute({
    id: 'campaigns.counts',
    method: 'GET',
    path: '/campaigns/counts',
    summary: 'How many campaigns are in which state',
    ability: ['read', 'Campaign'],
    response: Counts,
    handler: countsByState,
  }),
  defineRoute({
    id: 'campaigns.clients',
    method: 'GET',
    path: '/campaigns/clients',
    summary: 'Clients with the numbers of their campaigns',
    ability: ['choose', 'Client'],
    query: T.Object(ListQuery(['company_name'])),
    response: List(T.Object({ companyID: T.Integer(), company_name: T.String(), campaigns: T.Integer(), active: T.Integer() })),
    async handler(ctx, { query }) {
      const at = pageOf(query);
      const { clients, total } = await ctx.use(Clients).page({ ...query, offset: at.offset, limit: at.perPage });
      // Only those of the page are counted: an agency has thousands of campaigns.
      const rows = (await ctx
        .query('Campaign')
        .whereRaw('company_id = any(?::int[])', [clients.map(({ value }) => value) as unknown as Knex.RawBinding])
        .whereNotIn('status', ['removed', 'archived'])
        .groupBy('company_id')
        .select('company_id', ctx.db.raw(`count(*)::int as campaigns, (count(*) filter (where status = 'active'))::int as active`))) as {
        company_id: number;
        campaigns: number;
        active: number;
      }[];
      const counts = new Map(rows.map((row) => [row.company_id, row]));
      const shown = clients.map(({ value, label }) => ({
        companyID: value,
        company_name: label,
        campaigns: counts.get(value)?.campaigns ?? 0,
        active: counts.get(value)?.active ?? 0,
      }));
      return listOf(shown, total, at);
    },
  }),
];
