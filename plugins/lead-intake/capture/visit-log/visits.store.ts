import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';

/** A page view as the visit log reads it: nothing of the visitor. */
export interface LoggedVisit {
  slot: number;
  fingerprint: string;
  at: Date;
  /** As text, to the microsecond: where a walk goes on. */
  place: string;
  campaign_id: number;
  state: 'pending' | 'lookup' | 'review' | 'done';
  outcome: string | null;
  lead_id: string | null;
  url: string | null;
  came_from: string | null;
  device: string | null;
}
/** What has become of a visit so far. */
export const RESULTS = ['lead', 'repeat', 'none', 'held', 'waiting'] as const;
export type Result = (typeof RESULTS)[number];
export interface VisitFilter {
  campaignId: number;
  outcome?: string | undefined;
  result?: Result | undefined;
  from?: Date | undefined;
  /** The first instant that is no longer meant. */
  to?: Date | undefined;
}

/** The visits behind a place, newest first. The text of a place is what `placeOf` made of the last one. */
export async function visitsBehind(ctx: Ctx, filter: VisitFilter, place: string | undefined, most: number): Promise<LoggedVisit[]> {
  const query = columns(ctx).where({ campaign_id: filter.campaignId }).orderBy('at', 'desc').orderBy('fingerprint').limit(most);
  // What is held counts as held while it waits, and has no outcome yet.
  if (filter.outcome === 'review') void query.where((q) => void q.where(open(ctx, 'review')).orWhere({ outcome: 'review' }));
  else if (filter.outcome) void query.where({ outcome: filter.outcome });
  if (filter.from) void query.where('at', '>=', filter.from);
  if (filter.to) void query.where('at', '<', filter.to);
  if (filter.result) narrow(ctx, query, filter.result);
  const behind = place && readPlace(place);
  if (behind)
    void query.whereRaw('at <= ?::timestamptz and (at < ?::timestamptz or fingerprint > ?)', [behind.at, behind.at, behind.fingerprint]);
  return (await query) as LoggedVisit[];
}

/** One visit within the caller's sight. */
export const visitAt = async (ctx: Ctx, slot: number, fingerprint: string): Promise<LoggedVisit | undefined> =>
  (await columns(ctx).where({ slot, fingerprint }).first()) as LoggedVisit | undefined;

const columns = (ctx: Ctx): Knex.QueryBuilder =>
  ctx
    .query('Visit')
    .select('slot', 'fingerprint', 'at', 'campaign_id', 'state', 'outcome', 'lead_id', 'url', 'came_from', 'device')
    .select(ctx.db.raw('at::text as place'));

/** Visits of the states that have no end yet: their index leads from the agency to them. */
const open =
  (ctx: Ctx, ...states: LoggedVisit['state'][]) =>
  (query: Knex.QueryBuilder): void => {
    void query.whereIn('state', states);
    if (ctx.tenant.kind !== 'root') void query.where({ agency_id: ctx.tenant.agencyId });
  };

function narrow(ctx: Ctx, query: Knex.QueryBuilder, result: Result): void {
  if (result === 'held') void query.where(open(ctx, 'review'));
  else if (result === 'waiting') void query.where(open(ctx, 'pending', 'lookup'));
  else if (result === 'none') void query.where({ state: 'done' }).whereNotIn('outcome', ['lead', 'repeat']);
  else void query.where({ state: 'done', outcome: result });
}

const PLACE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d(?::?\d\d)?)~(-?\d{1,19})$/;

/** Where the walk goes on behind a visit. */
export const placeOf = ({ place, fingerprint }: LoggedVisit): string => `${place}~${fingerprint}`;
function readPlace(text: string): { at: string; fingerprint: string } | null {
  const [, at, fingerprint] = PLACE.exec(text) ?? [];
  return at && fingerprint ? { at, fingerprint } : null;
}
export const isPlace = (text: string): boolean => readPlace(text) !== null;
