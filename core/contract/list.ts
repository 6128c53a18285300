import type { Knex } from 'knex';
import { Type as T, type TSchema } from 'typebox';

/** The answer of every list: rows and where they stand in the whole. */
export const List = <R extends TSchema>(row: R) =>
  T.Object({
    data: T.Array(row),
    current_page: T.Integer(),
    per_page: T.Integer(),
    total: T.Integer(),
    last_page: T.Integer(),
    /** There may be more than `total`, which is as far as they were counted. */
    total_is_least: T.Optional(T.Literal(true)),
  });

/** Which page of a list, from 1, and how many rows a page has; `pageOf` knows the defaults. */
export const PageQuery = {
  Page: T.Optional(T.Integer({ minimum: 1, maximum: 100_000 })),
  PerPage: T.Optional(T.Integer({ minimum: 1, maximum: 100 })),
};

/** Query of every list that is searched and sorted; sort names are an enum of the route, never a column. */
export const ListQuery = <S extends readonly string[]>(sorts: S) => ({
  ...PageQuery,
  sortby: T.Optional(T.Enum(sorts as unknown as string[])),
  order: T.Optional(T.Enum(['asc', 'desc'])),
  search: T.Optional(T.String({ maxLength: 100 })),
});

/** Page position of a list query, with the defaults of the specification. */
export function pageOf(query: { Page?: number; PerPage?: number }): { page: number; perPage: number; offset: number } {
  const page = query.Page ?? 1;
  const perPage = query.PerPage ?? 10;
  return { page, perPage, offset: (page - 1) * perPage };
}

/** Builds the answer of a list from its rows and the total count. */
export function listOf<R>(rows: R[], total: number, at: { page: number; perPage: number }, isLeast = false) {
  const place = { current_page: at.page, per_page: at.perPage, total, last_page: Math.max(1, Math.ceil(total / at.perPage)) };
  return { data: rows, ...place, ...(isLeast && { total_is_least: true as const }) };
}

/** Builds the answer of a list that is held whole: the page that was asked for. */
export function pageOfAll<R>(all: readonly R[], query: { Page?: number; PerPage?: number }) {
  const at = pageOf(query);
  return listOf(all.slice(at.offset, at.offset + at.perPage), all.length, at);
}

/** A text for ILIKE in which the user's `%` and `_` mean themselves. */
export const likeOf = (search: string): string => `%${search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** Narrows a query to rows of which one of `keys` holds the text: columns in lower case, as the published views have them of names and addresses. */
export const containing =
  (keys: readonly (string | Knex.Raw)[], text: string) =>
  (query: Knex.QueryBuilder): void =>
    keys.forEach((key) => void query.orWhereRaw('?? like lower(?)', [key, likeOf(text)]));

/** Response schema of a route that answers a file. */
export const FileResponse = T.Unsafe<import('./route.ts').FileBody>({ type: 'string', format: 'binary', 'x-file': true });

/** The answer of a list that is held whole, and short: searched in and sorted by the text of each row, as the reader's language does. */
export function listOfAll<R>(
  all: readonly R[],
  query: { Page?: number; PerPage?: number; sortby?: string; order?: string; search?: string },
  locale: string,
  textOf: (row: R) => string,
) {
  const search = query.search?.trim().toLocaleLowerCase(locale) ?? '';
  const rows = all.filter((row) => textOf(row).toLocaleLowerCase(locale).includes(search));
  if (query.sortby) rows.sort((a, b) => textOf(a).localeCompare(textOf(b), locale) * (query.order === 'desc' ? -1 : 1));
  return pageOfAll(rows, query);
}
