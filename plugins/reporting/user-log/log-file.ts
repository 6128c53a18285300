import { BYTE_ORDER_MARK, conflict, csvLines, type Ctx, type FileBody, type FileParts } from '../../../core/contract.ts';
import type { LogFilter } from './log-filter.ts';
import { linesOf } from './log.service.ts';
import { countEntries, entriesOf, type LogEntry } from './log.store.ts';

/** Rows that a file holds at most; older ones are reached by narrowing the days. */
export const MOST_ROWS = 100_000;
/** What is written while the browser waits. */
export const AT_ONCE = 10_000;

const FIELDS = ['name', 'type_user', 'location', 'user_ip', 'action', 'description', 'company_name', 'create_date'] as const;

/** Rows as CSV, without the heading. */
export const csvOf = (ctx: Ctx, entries: readonly LogEntry[]): string =>
  csvLines(linesOf(ctx, entries).map((line) => FIELDS.map((field) => (field === 'action' ? line.action_name : line[field]))));

export const headingOf = (ctx: Ctx): string => BYTE_ORDER_MARK + csvLines([FIELDS.map((field) => ctx.t(`user-log.column.${field}`))]);

export const fileOf = (ctx: Ctx, body: FileParts): FileBody => ({
  filename: `user-log-${ctx.now.toISOString().slice(0, 10)}.csv`,
  type: 'text/csv; charset=utf-8',
  body,
});

/** Entries that are read at a time while a file is read. */
const PART = 500;

/** The file of a log that is short enough; 409 tells how long it is otherwise. What is logged from now on is not in it. */
export async function shortFile(ctx: Ctx, filter: LogFilter): Promise<FileBody> {
  const { total } = await countEntries(ctx, filter, MOST_ROWS);
  if (total > AT_ONCE) throw conflict('user-log.problem.long', { params: { count: total, most: AT_ONCE } });
  const heading = headingOf(ctx);
  return fileOf(ctx, {
    from: null,
    async write(inner, before: string | null) {
      const entries = await entriesOf(inner, filter, { limit: PART, before });
      const lines = csvOf(inner, entries);
      return { text: before === null ? heading + lines : lines, next: entries.length < PART ? null : entries.at(-1)!.id };
    },
  });
}
