import { conflict, type Ctx, type FileBody, notFound } from '../../../core/contract.ts';
import { exportJob } from './exports.job.ts';
import { addExport, type ExportRow, ownExport, ownRunning, partOf } from './exports.store.ts';
import { fileOf, MOST_ROWS } from './log-file.ts';
import type { LogFilter } from './log-filter.ts';
import { countEntries } from './log.store.ts';

/** Has the file of a long log written in the background. One that is still being written is answered again. */
export async function beginExport(ctx: Ctx, filter: LogFilter): Promise<ExportRow> {
  await ctx.db.raw('select pg_advisory_xact_lock(hashtext(?), ?)', ['user_log_export', ctx.actor.id]);
  const running = await ownRunning(ctx);
  if (running) return running;
  const row = await addExport(ctx, filter, (await countEntries(ctx, filter, MOST_ROWS)).total);
  await ctx.enqueue(exportJob, { exportId: row.id }, { key: row.id });
  return row;
}

export async function exportOf(ctx: Ctx, id: string): Promise<ExportRow> {
  const row = await ownExport(ctx, id);
  if (!row) throw notFound();
  return row;
}

/** The finished file of one's own export. One that is purged meanwhile breaks off. */
export async function longFile(ctx: Ctx, id: string): Promise<FileBody> {
  const row = await exportOf(ctx, id);
  if (!row.finished_at) throw conflict('user-log.problem.unfinished');
  return fileOf(ctx, {
    from: 0,
    async write(inner, part: number) {
      await exportOf(inner, id);
      const text = await partOf(inner, id, part);
      return { text: text ?? '', next: text === null ? null : part + 1 };
    },
  });
}
