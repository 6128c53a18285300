import type { Knex } from 'knex';
import { type Ctx, ownedBy } from '../../../core/contract.ts';
import type { Status } from './contract.ts';

/**
 * Time zones of the campaigns in the caller's sight, each once, in order. Thousands of campaigns have a handful of zones: each is found from the one before it
 * in an index, and no campaign besides is looked at.
 */
export async function zonesOf(ctx: Ctx, statuses?: readonly Status[]): Promise<string[]> {
  const first = (): Knex.QueryBuilder => {
    const found = ctx.db('campaigns_campaign as c').where(ownedBy(ctx.tenant, 'c')).orderBy('c.timezone').limit(1).select('c.timezone');
    return statuses ? found.whereIn('c.status', statuses) : found;
  };
  const rows = (await ctx.db
    .withRecursive('zone', ['timezone'], (q) =>
      q
        .from(first().as('one'))
        .select('one.timezone')
        .unionAll((next) =>
          next
            .from('zone')
            .whereNotNull('zone.timezone')
            .select(ctx.db.raw('?', [first().whereRaw('c.timezone > zone.timezone')])),
        ),
    )
    .from('zone')
    .whereNotNull('timezone')
    .select('timezone')) as { timezone: string }[];
  return rows.map(({ timezone }) => timezone);
}
