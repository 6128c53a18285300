import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import type { LeadPlace, LeadQuery, LeadWalk } from '../contract.ts';
import { behind, inOrder, offsetOf, ORDERED_BY } from './lead-columns.ts';
import { NARROWED_BY, within } from './narrowing.ts';

/** Texts of a lead by whose beginning it is found: first name first, last name first, e-mail address, company. */
export const KEYS = ['name_key', 'family_key', 'email_key', 'company_key'] as const;
/** So many that begin alike are sorted as a whole; for more, so many leads are looked through in the order of the list. */
const [FEW, AHEAD] = [1_000, 5_000];
/** Where they lie far apart in that order, so many that begin alike are sorted after all. */
const MOST = 100_000;
/** Behind every text that begins with what stands before it: the last code point, in an order of bytes. */
const LAST = '\u{10FFFF}';

type Search = LeadQuery & { search: string };
/** What must be known of a lead to narrow and to order. */
const LOOKED_AT = [...new Set<string>([...ORDERED_BY, ...KEYS, ...NARROWED_BY])];

export interface Found {
  ids: string[];
  total: number;
  /** There may be more than `total`. */
  isLeast: boolean;
}

/** Ids of a page of the leads one of whose texts begins so, in the order of the list. */
export async function foundLeads(ctx: Ctx, query: Search): Promise<Found> {
  const few = await beginningSo(ctx, query, FEW);
  if (!few.isLeast) return few;
  const next = await comingNext(ctx, query);
  if (!next) return beginningSo(ctx, query, MOST);
  const { search: _search, sort: _sort, order: _order, page: _page, perPage: _per, ...narrowing } = query;
  const isWhole = Object.values(narrowing).every((value) => value === undefined);
  return next.isLeast && isWhole ? { ...next, total: Math.max(next.total, FEW) } : next;
}

/** Ids of the next leads behind a place, the newest first; null where too many begin so to look for them by text. */
export async function fewFound(
  ctx: Ctx,
  which: LeadWalk & { search: string },
  place: LeadPlace | null,
  most: number,
): Promise<string[] | null> {
  const { ids, isLeast } = await beginningSo(ctx, { ...which, sort: 'created', order: 'desc', page: 1, perPage: most }, FEW, place);
  return isLeast ? null : ids;
}

/** Out of the indexes by text: at most so many of each. */
function beginningSo(ctx: Ctx, query: Search, most: number, place: LeadPlace | null = null): Promise<Found> {
  const scans = KEYS.map((key) =>
    begins(ctx.query('Lead'), key, query.search)
      .limit(most + 1)
      .select(...LOOKED_AT, ctx.db.raw('? as key', [key])),
  );
  const cut = ctx.db.from('seen').groupBy('key').havingRaw('count(*) > ?', [most]).select(ctx.db.raw('1'));
  return pageOut(ctx, query, {
    seen: ctx.db.queryBuilder().unionAll(scans, true),
    found: behind(within(ctx, ctx.db.from('seen'), query, 'seen'), place).distinct(...ORDERED_BY),
    isLeast: ctx.db.raw('exists ?', [cut]),
  });
}

/** Out of the list itself, no further than the page needs; null when so many leads do not fill it. */
async function comingNext(ctx: Ctx, query: Search): Promise<Found | null> {
  const end = offsetOf(query) + query.perPage;
  const found = await pageOut(ctx, query, {
    seen: inOrder(within(ctx, ctx.query('Lead'), query), query)
      .limit(AHEAD)
      .select(...LOOKED_AT),
    found: ctx.db
      .from('seen')
      .whereRaw(beginning(ctx, query.search))
      .limit(end + 1)
      .select(...ORDERED_BY),
    // Counts what was seen, and so reads it all, only where the page was not filled before.
    isLeast: ctx.db.raw('case when (select count(*) from found) > ? then true else (select count(*) from seen) = ? end', [end, AHEAD]),
  });
  return found.isLeast && found.total <= end ? null : found;
}

interface Looked {
  seen: Knex.QueryBuilder;
  /** Among those. */
  found: Knex.QueryBuilder;
  isLeast: Knex.Raw;
}
async function pageOut(ctx: Ctx, query: Search, { seen, found, isLeast }: Looked): Promise<Found> {
  const ids = inOrder(ctx.db.from('found'), query).offset(offsetOf(query)).limit(query.perPage).select('id');
  const row = (await ctx.db
    .withMaterialized('seen', seen)
    .withMaterialized('found', found)
    .first(
      ctx.db.raw('array ? as ids', [ids]),
      ctx.db.raw('? as total', [ctx.db.from('found').count()]),
      ctx.db.raw('? as is_least', [isLeast]),
    )) as { ids: string[]; total: string; is_least: boolean };
  return { ids: row.ids, total: Number(row.total), isLeast: row.is_least };
}

/** Narrows to leads one of whose texts begins so. */
export const beginning = (ctx: Ctx, search: string): Knex.Raw =>
  ctx.db.raw(
    `(${KEYS.map(() => RANGE).join(' or ')})`,
    KEYS.flatMap((key) => rangeOf(key, search)),
  );

const RANGE = '?? >= lower(?::text) and ?? < lower(?::text)';
const rangeOf = (key: string, search: string): string[] => [key, search, key, search + LAST];
/** As a range, for which a comparison is enough. */
const begins = (rows: Knex.QueryBuilder, key: string, search: string): Knex.QueryBuilder => rows.whereRaw(RANGE, rangeOf(key, search));
