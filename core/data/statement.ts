import type { QueryResult } from 'pg';

/** A statement as Knex hands it to its client, its bindings in place. */
export interface Query {
  sql: string;
  bindings?: readonly unknown[];
  options?: { prepare?: boolean; [ofTheDriver: string]: unknown };
  response?: Answer;
}
export type Answer = Pick<QueryResult<Record<string, unknown>>, 'command' | 'rowCount' | 'rows' | 'fields'>;

const READS = /^[\s(]*(?:select|with)\b/i;
/** What changes or locks something although it begins so. */
const DOES_MORE = new RegExp(
  [
    String.raw`\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into)\b`,
    String.raw`\bfor\s+(?:no\s+key\s+)?(?:update|share|key\s+share)\b`,
    String.raw`\b(?:pg_notify|pg_\w*advisory\w*|nextval|setval|set_config)\s*\(`,
  ].join('|'),
  'i',
);

/** Whether a statement only reads, so far as its text tells. */
export const onlyReads = (sql: string): boolean => READS.test(sql) && !DOES_MORE.test(sql);

/** A plan that is made for any list searches it one by one, and thinks that it is short. */
const LONG_LIST = 200;
export const mayBePlannedOnce = ({ bindings = [], options }: Query): boolean =>
  options?.prepare !== false && !bindings.some((value) => Array.isArray(value) && value.length > LONG_LIST);

/** All columns of a table: with the next one that it is given, a kept plan of this is an error. Whether a row exists is asked so as well. */
const ALL_COLUMNS = /(?:(?<!\bexists\s*\(\s*)\bselect|\bdistinct|\breturning|[,.])\s*\*|\)\s*\*\s*from\b/i;

/** What has a plan although it has no bindings. Not what sets the scope of a company, which is another text for each. */
const CHANGES = /^\s*(?:with|insert|update|delete)\b[^;]*$/i;

/**
 * Whether a connection keeps the plan of a statement that does not say so (`prepare`): of one that changes or locks rows. That goes by keys, for which
 * one plan is as good as another, and is done often; planning it takes longer than doing it. `readsToo`: of what only reads as well.
 */
export function isPlannedOnce(query: Query, readsToo = false): boolean {
  const { sql, bindings = [] } = query;
  const isKept = onlyReads(sql) ? readsToo && !sql.includes(';') : bindings.length > 0 || CHANGES.test(sql);
  return isKept && !ALL_COLUMNS.test(sql) && mayBePlannedOnce(query);
}
