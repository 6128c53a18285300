import type { Ctx } from '../../../core/contract.ts';
import type { LogFilter } from './log-filter.ts';

export interface ExportRow {
  id: string;
  account_id: number;
  filter: LogFilter;
  total: number;
  written: number;
  last_id: string | null;
  created_at: Date;
  finished_at: Date | null;
}

const own = (ctx: Ctx) => ctx.db('user_log_export').where({ company_id: ctx.tenant.id, account_id: ctx.actor.id });

/** The caller's own files, newest first. */
export const ownExports = (ctx: Ctx): Promise<ExportRow[]> => own(ctx).orderBy('created_at', 'desc').limit(5);

export const ownExport = (ctx: Ctx, id: string): Promise<ExportRow | undefined> => own(ctx).where({ id }).first();

/** One that is still being written. */
export const ownRunning = (ctx: Ctx): Promise<ExportRow | undefined> => own(ctx).whereNull('finished_at').first();

export async function addExport(ctx: Ctx, filter: LogFilter, total: number): Promise<ExportRow> {
  const [row] = (await ctx
    .db('user_log_export')
    .insert({ company_id: ctx.tenant.id, account_id: ctx.actor.id, filter: JSON.stringify(filter), total })
    .returning('*')) as ExportRow[];
  return row!;
}

/** A part of a file; null behind the last. */
export async function partOf(ctx: Ctx, id: string, part: number): Promise<string | null> {
  const row = (await ctx.db('user_log_part').where({ export_id: id, part }).first('body')) as { body: string } | undefined;
  return row?.body ?? null;
}
