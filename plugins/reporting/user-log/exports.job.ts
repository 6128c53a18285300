import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import type { ExportRow } from './exports.store.ts';
import { csvOf, headingOf, MOST_ROWS } from './log-file.ts';
import { entriesOf } from './log.store.ts';

/** Rows of one part of a long file. */
const PART = 5_000;

/** Writes a long log a part at a time, each in a transaction of its own; a run that breaks off goes on where it stopped. */
export const exportJob = defineJob({
  id: 'user-log.export',
  payload: T.Object({ exportId: T.String({ format: 'uuid' }) }),
  timeoutMs: 300_000,
  db: 'intent',
  async run(ctx, { exportId }) {
    while (await ctx.transaction((tx) => writePart(tx, exportId)));
  },
});

/** True while there is more to write. */
async function writePart(ctx: Ctx, id: string): Promise<boolean> {
  const row = (await ctx.db('user_log_export').where({ id }).forUpdate().first()) as ExportRow | undefined;
  if (!row || row.finished_at) return false;
  const limit = Math.min(PART, MOST_ROWS - row.written);
  const entries = await entriesOf(ctx, row.filter, { limit, before: row.last_id });
  const body = (row.written === 0 ? headingOf(ctx) : '') + csvOf(ctx, entries);
  await ctx.db('user_log_part').insert({ export_id: id, company_id: ctx.tenant.id, part: Math.ceil(row.written / PART), body });
  const written = row.written + entries.length;
  const done = entries.length < PART || written >= MOST_ROWS;
  await ctx
    .db('user_log_export')
    .where({ id })
    .update({
      written,
      last_id: entries.at(-1)?.id ?? row.last_id,
      ...(done ? { total: written, finished_at: ctx.now } : { total: Math.max(row.total, written) }),
    });
  await ctx.live('user-log.exports');
  return !done;
}

/** Files are for carrying away, not for keeping. */
export const purgeJob = defineJob({
  id: 'user-log.purge',
  payload: T.Object({}),
  timeoutMs: 60_000,
  every: '23 4 * * *',
  run: async (ctx) => void (await ctx.db('user_log_export').whereRaw(`created_at < now() - interval '1 day'`).delete()),
});
