import { invalid, T, type TSchema } from '../../../core/contract.ts';

/** Query of every list. */
export const CursorQuery = {
  limit: T.Optional(T.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Rows of a page, at most 100; 50 when left out' })),
  cursor: T.Optional(T.String({ maxLength: 300, description: '`next_cursor` of the page before' })),
};

/** The answer of every list. */
export const PageOf = <R extends TSchema>(row: R) =>
  T.Object({
    data: T.Array(row),
    has_more: T.Boolean({ examples: [false] }),
    next_cursor: T.Union([T.String(), T.Null()], {
      examples: [null],
      description: 'Send it as `cursor` for the next page; null on the last',
    }),
  });

/** Where a list goes on, as callers carry it. */
export const cursorOf = (place: object | null): string | null =>
  place === null ? null : Buffer.from(JSON.stringify(place)).toString('base64url');

/** What a cursor stands for. Throws 422 for one that was not made by `cursorOf`. */
export function placeOf<P>(cursor: string | undefined, isPlace: (value: unknown) => value is P): P | null {
  if (cursor === undefined) return null;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (isPlace(place)) return place;
  } catch {
    // Not one of ours: refused below.
  }
  throw invalid('cursor', 'open-api.problem.cursor');
}

/** A place in a list that is ordered by a whole number. */
export interface NumberPlace {
  id: number;
}
export const isNumberPlace = (value: unknown): value is NumberPlace =>
  typeof value === 'object' && value !== null && Number.isSafeInteger((value as { id?: unknown }).id);

/** A page of rows of which one more than asked for was read. */
export function pageFrom<R extends object>(rows: readonly R[], limit: number, placeAt: (last: R) => object) {
  const data = rows.slice(0, limit);
  const next = rows.length > limit ? cursorOf(placeAt(data.at(-1)!)) : null;
  return { data, has_more: next !== null, next_cursor: next };
}
