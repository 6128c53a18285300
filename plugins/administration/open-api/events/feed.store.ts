import type { Ctx } from '../../../../core/contract.ts';
import type { EventOut, EventType } from '../shapes.ts';

/** For so many days events can be read. */
export const KEPT_DAYS = 30;
const SANDBOX_EVENTS = 1000;

export interface EventRow {
  company_id: number;
  agency_id: number;
  position: string;
  sandbox: boolean;
  type: EventType;
  data: Record<string, unknown>;
  at: Date;
}
export interface NewEvent {
  companyId: number;
  type: EventType;
  data: Record<string, unknown>;
}

export const eventIdOf = (agencyId: number, position: string | number): string => `evt_${agencyId}_${position}`;
export const eventOut = (row: EventRow): EventOut => ({
  id: eventIdOf(row.agency_id, row.position),
  type: row.type,
  at: row.at.toISOString(),
  sandbox: row.sandbox,
  data: row.data,
});

/** From now on the agency's events are kept. */
export async function openFeed(ctx: Ctx): Promise<void> {
  // Looked for first: an insert would wait for whoever is writing into the feed.
  if (await feedOf(ctx)) return;
  await ctx.db('open_api_feed').insert({ company_id: ctx.tenant.id }).onConflict('company_id').ignore();
}

/** Where the agency's feed stands; undefined where nobody ever read it. */
export async function feedOf(ctx: Ctx): Promise<{ last: number; removed: number } | undefined> {
  const row = (await ctx.db('open_api_feed').where({ company_id: ctx.tenant.id }).first('last', 'removed')) as
    | { last: string; removed: string }
    | undefined;
  return row && { last: Number(row.last), removed: Number(row.removed) };
}

/** Where the agency's feed stands, opened by whoever reads it first. Whoever reads it later does not wait for those who write into it. */
export async function openedFeed(ctx: Ctx): Promise<{ last: number; removed: number }> {
  const feed = await feedOf(ctx);
  if (feed) return feed;
  await openFeed(ctx);
  return (await feedOf(ctx))!;
}

/** Writes events into the feed of an agency, in their order. Answers whether anybody keeps them. */
export async function append(ctx: Ctx, agencyId: number, events: readonly NewEvent[], sandbox = false): Promise<boolean> {
  if (events.length === 0) return false;
  const { rows } = (await ctx.db.raw('select open_api_take(?, ?) as last', [agencyId, events.length])) as {
    rows: [{ last: string | null }];
  };
  if (rows[0].last === null) return false;
  const first = Number(rows[0].last) - events.length + 1;
  await ctx.db('open_api_event').insert(
    events.map(({ companyId, type, data }, i) => ({
      company_id: companyId,
      position: first + i,
      sandbox,
      type,
      data: JSON.stringify(data),
      at: ctx.now,
    })),
  );
  if (sandbox) await keepFew(ctx, agencyId);
  return true;
}

/** Of the sandbox only so many: whoever plays there all day fills nobody's disk. */
const keepFew = (ctx: Ctx, agency_id: number): Promise<number> =>
  ctx
    .db('open_api_event')
    .where({ agency_id, sandbox: true })
    .where(
      'position',
      '<=',
      ctx
        .db('open_api_event')
        .where({ agency_id, sandbox: true })
        .orderBy('position', 'desc')
        .offset(SANDBOX_EVENTS)
        .limit(1)
        .select('position'),
    )
    .delete();

interface Reading {
  agencyId: number;
  after: number;
  sandbox: boolean;
  types?: readonly string[] | undefined;
  most: number;
}

/** Events behind a place, the oldest first. */
export const eventsAfter = async (ctx: Ctx, { agencyId, after, sandbox, types, most }: Reading): Promise<EventRow[]> =>
  (await ctx
    .db('open_api_event')
    .where({ agency_id: agencyId, sandbox })
    .where('position', '>', after)
    .modify((q) => void (types && types.length > 0 && q.whereIn('type', [...types])))
    .orderBy('position')
    .limit(most)) as EventRow[];

export const eventAt = async (ctx: Ctx, agencyId: number, position: number, sandbox: boolean): Promise<EventRow | undefined> =>
  (await ctx.db('open_api_event').where({ agency_id: agencyId, position, sandbox }).first()) as EventRow | undefined;

/** Removes what is older than the kept days, at most so many; answers how many went. Needs the platform's sight. */
export async function removeOld(ctx: Ctx, most: number): Promise<number> {
  const { rows } = (await ctx.db.raw(
    `with gone as (
       delete from open_api_event where (agency_id, position) in
         (select agency_id, position from open_api_event where at < ?::timestamptz - make_interval(days => ?) order by at limit ?)
       returning agency_id, position),
     told as (
       update open_api_feed f set removed = greatest(f.removed, g.position)
       from (select agency_id, max(position) as position from gone group by agency_id) g where f.company_id = g.agency_id)
     select count(*)::int as count from gone`,
    [ctx.now, KEPT_DAYS, most],
  )) as { rows: [{ count: number }] };
  return rows[0].count;
}
