import type { Knex } from 'knex';
import type { Ctx } from './context.ts';

/** A column of what was found, and in which direction it goes. */
export type FoundOrder = readonly [column: string | Knex.Raw, order: 'asc' | 'desc'];

/** Where a page lies in what was found. The last column of `order` is the id. */
export interface FoundPage {
  order: readonly FoundOrder[];
  perPage: number;
  offset: number;
}

/** The ids of a page, and how many rows there are in all. */
export interface FoundIds<I> {
  ids: I[];
  total: number;
}

/** A page of what `found` finds, which selects nothing itself. The rows are looked through once, for page and total; nulls come last. */
export function pageOfFound<I extends number | string>(db: Knex, found: Knex.QueryBuilder, at: FoundPage): Promise<FoundIds<I>> {
  const columns = at.order.map(([column], n) => db.raw('?? as ??', [column, `sort_${n}`]));
  const order = at.order.map(([, direction], n): FoundOrder => [`sort_${n}`, direction]);
  const page = idsIn(db.from('found'), { ...at, order }, 'nulls last');
  return asked(db, db.withMaterialized('found', found.select(columns)), page, db.from('found').count());
}

/** The same where an index has the rows in this order: the page is read from it, and the rows are counted for themselves. */
export const pageWalked = <I extends number | string>(db: Knex, found: Knex.QueryBuilder, at: FoundPage): Promise<FoundIds<I>> =>
  asked(db, db.queryBuilder(), idsIn(found.clone(), at), found.clone().count());

/**
 * A page of what `all` finds, and how many rows it finds in all, asked in one statement. `read` makes of it what is read of the page, in order. For
 * rows that an index has in this order and that are few enough to be counted.
 */
export async function rowsAndTotal<R>(
  ctx: Pick<Ctx, 'together'>,
  all: Knex.QueryBuilder,
  read: (found: Knex.QueryBuilder) => Knex.QueryBuilder,
  at: Pick<FoundPage, 'perPage' | 'offset'>,
): Promise<{ rows: R[]; total: number }> {
  // Planned for who asks, as `asked` is.
  const planned = { prepare: false };
  const [counted, rows] = await ctx.together([
    async () => (await all.clone().count({ n: '*' }).first().options(planned)) as { n: string },
    async () => (await read(all.clone()).limit(at.perPage).offset(at.offset).options(planned)) as R[],
  ]);
  return { rows, total: Number(counted.n) };
}

/** So far lists are counted; of more, the total is a least. Nobody turns so many pages, and to count on would take longer than to find the page. */
export const MOST_COUNTED = 5_000;

/** How many rows the query finds. Counting stops at `most`, and there may be more then. */
export async function countUpTo(db: Knex, most: number, query: Knex.QueryBuilder): Promise<{ total: number; isLeast: boolean }> {
  const some = query.clone().select(db.raw('1')).limit(most).as('some');
  const { n } = (await db.from(some).count({ n: '*' }).first()) as { n: string };
  return { total: Number(n), isLeast: Number(n) === most };
}

function idsIn(rows: Knex.QueryBuilder, { order, perPage, offset }: FoundPage, nulls = ''): Knex.QueryBuilder {
  for (const [column, direction] of order) void rows.orderByRaw(`?? ${direction} ${nulls}`, [column]);
  const [id] = order.at(-1)!;
  return rows.limit(perPage, { skipBinding: true }).offset(offset).select(id);
}

/** Planned for who asks: with a plan for a company of usual size every row would be compared with every other. */
async function asked<I>(db: Knex, query: Knex.QueryBuilder, page: Knex.QueryBuilder, count: Knex.QueryBuilder): Promise<FoundIds<I>> {
  const row = (await query.first(db.raw('array ? as ids', [page]), db.raw('? as total', [count]))) as { ids: I[]; total: string };
  return { ids: row.ids, total: Number(row.total) };
}
