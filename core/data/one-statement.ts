import type { QueryArrayResult } from 'pg';
import type { Answer, Query } from './statement.ts';

/** Before the columns of each statement stands one of this name: which of its rows it is, or null where it has no more. */
const NUMBER = '#';
/** Parameters, and quoted text, in which there are none. */
const PARAMETERS = /'(?:[^']|'')*'|\$(\d+)/g;

/** One statement that asks all the others: its n-th row has the n-th of each. */
export function together(queries: readonly Query[]): { sql: string; bindings: unknown[] } {
  const bindings: unknown[] = [];
  const parts = queries.map(({ sql, bindings: own = [] }, n) => {
    const before = bindings.length;
    bindings.push(...own);
    const shifted = sql.replace(PARAMETERS, (whole, at: string | undefined) => (at === undefined ? whole : `$${Number(at) + before}`));
    const numbered = `(select row_number() over ()::int as "${NUMBER}", q.* from (${shifted}) q) q${n}`;
    return n === 0 ? numbered : `full join ${numbered} using ("${NUMBER}")`;
  });
  return { sql: `select ${queries.map((_, n) => `q${n}.*`).join(', ')} from ${parts.join(' ')}`, bindings };
}

/** A row of one answer, whose cells begin at a place. */
function rowOf(cells: readonly unknown[], start: number, fields: readonly { name: string }[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, { name }] of fields.entries()) row[name] = cells[start + at];
  return row;
}

/** The answers to each of them. */
export function apart({ fields, rows }: Pick<QueryArrayResult, 'fields' | 'rows'>): Answer[] {
  const starts = fields.flatMap(({ name }, at) => (name === NUMBER ? [at] : []));
  return starts.map((start, n) => {
    const own = fields.slice(start + 1, starts[n + 1]);
    const found = rows.filter((row) => row[start] !== null).sort((a, b) => a[start] - b[start]);
    return { command: 'SELECT', rowCount: found.length, fields: own, rows: found.map((row) => rowOf(row, start + 1, own)) };
  });
}
