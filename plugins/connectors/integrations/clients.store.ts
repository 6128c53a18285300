import type { Knex } from 'knex';
import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';
import { BROKEN, type ConnectionRow } from './connections.store.ts';

export interface ClientConnectionRow extends Pick<ConnectionRow, 'id' | 'company_id' | 'name' | 'connector' | 'state' | 'last_at'> {
  company: string;
  held: number;
}

/** Connections of a company, or with `below` of an agency's clients, that are in use and do not work. */
const brokenOf = (ctx: Ctx, below: boolean): Knex.QueryBuilder => {
  const query = ctx
    .db('integrations_connection as c')
    .whereIn('c.state', BROKEN)
    .where((either) => either.where('c.enabled', true).orWhere('c.state', 'disabled'));
  return below
    ? query.where('c.agency_id', ctx.tenant.id).whereNot('c.company_id', ctx.tenant.id)
    : query.where('c.company_id', ctx.tenant.id);
};

export interface BrokenConnection extends Pick<ConnectionRow, 'id' | 'name' | 'state' | 'remedy'> {
  company: string;
  /** Since when leads wait for it; null where none do. */
  since: Date | null;
  /** How many there are, and since when leads wait for one of them. */
  total: number;
  first_since: Date | null;
}

/** Since when leads wait for a connection `c`. */
const HELD_SINCE = "(select min(d.held_at) from integrations_delivery d where d.connection_id = c.id and d.state = 'held')";

/** The first broken ones of the caller's company, or with `below` of an agency's clients, with whose they are. */
export async function brokenConnections(ctx: Ctx, below: boolean, most: number): Promise<BrokenConnection[]> {
  const broken = brokenOf(ctx, below)
    .join('core_public_company as t', 't.id', 'c.company_id')
    .whereNull('t.removed_at')
    .select('c.id', 'c.name', 'c.state', 'c.remedy', 't.name as company', 't.name_key')
    .select(ctx.db.raw(`${HELD_SINCE} as since`));
  return (await ctx.db
    .from(broken.as('broken'))
    .orderBy(['name_key', 'id'])
    .limit(most)
    .select('*', ctx.db.raw('count(*) over ()::int as total, min(since) over () as first_since'))) as BrokenConnection[];
}

/** Broken connections of the agency's clients, by client; nothing of their settings or credentials. */
export async function brokenOfClients(
  ctx: Ctx,
  at: { offset: number; perPage: number },
): Promise<{ rows: ClientConnectionRow[]; total: number }> {
  const broken = brokenOf(ctx, true).join('core_public_company as t', 't.id', 'c.company_id').whereNull('t.removed_at');
  const held = ctx.db.raw("(select count(*)::int from integrations_delivery d where d.connection_id = c.id and d.state = 'held') as held");
  const read = (all: Knex.QueryBuilder): Knex.QueryBuilder =>
    all
      .orderBy(['t.name_key', 'c.id'])
      .select('c.id', 'c.company_id', 'c.name', 'c.connector', 'c.state', 'c.last_at', 't.name as company', held);
  return rowsAndTotal<ClientConnectionRow>(ctx, broken, read, at);
}

/** An agency with connections that do not work: how many, and since when leads wait for them. */
interface AgencyWithBroken {
  name: string;
  count: number;
  since: Date | null;
  /** How many such agencies there are, and since when leads wait for any of them. */
  total: number;
  first_since: Date | null;
}
/** The first agencies in sight with connections in use that do not work, their clients' included: those with most of them. */
export const agenciesWithBroken = async (db: Knex, most: number): Promise<AgencyWithBroken[]> =>
  (await db('integrations_connection as c')
    .join('core_public_company as t', 't.id', 'c.agency_id')
    .whereNull('t.removed_at')
    .whereIn('c.state', BROKEN)
    .where((either) => either.where('c.enabled', true).orWhere('c.state', 'disabled'))
    .groupBy('t.id', 't.name', 't.name_key')
    .orderByRaw('count(*) desc, t.name_key, t.id')
    .limit(most)
    .select(
      't.name',
      db.raw(
        `count(*)::int as count, min(${HELD_SINCE}) as since, count(*) over ()::int as total, min(min(${HELD_SINCE})) over () as first_since`,
      ),
    )) as AgencyWithBroken[];
