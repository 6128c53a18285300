import type { Knex } from 'knex';
import { createHash } from 'node:crypto';
import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';

export interface SharedFile {
  id: string;
  filename: string;
  type: string;
  size: number;
  downloads: number;
  shared_at: Date;
}
const COLUMNS = ['id', 'filename', 'type', 'size', 'downloads', 'shared_at'] as const;
const column = (name: string): string => `agreements_file.${name}`;

export async function insertFile(
  ctx: Ctx,
  file: { filename: string; type: string; bytes: Buffer; password_hash: string },
): Promise<string> {
  const [row] = (await ctx
    .db('agreements_file')
    .insert({ ...file, size: file.bytes.length, company_id: ctx.tenant.id, shared_by: ctx.actor.id, shared_at: ctx.now })
    .returning('id')) as [{ id: string }];
  return row.id;
}

/** One page of the shared files, newest first. */
export async function filesOf(ctx: Ctx, page: { offset: number; perPage: number }): Promise<{ rows: SharedFile[]; total: number }> {
  const mine = ctx.query('SharedFile').whereNull('agreements_file.removed_at');
  const read = (found: Knex.QueryBuilder): Knex.QueryBuilder =>
    found.orderBy('agreements_file.shared_at', 'desc').select(COLUMNS.map(column));
  return rowsAndTotal<SharedFile>(ctx, mine, read, page);
}

/** Changes a file that the caller may `action`; the name of it, or nothing when there is none. */
export async function changeFile(
  ctx: Ctx,
  action: 'update' | 'delete',
  id: string,
  change: Record<string, unknown>,
): Promise<string | undefined> {
  const found = (await ctx
    .query('SharedFile', action)
    .where('agreements_file.id', id)
    .whereNull('agreements_file.removed_at')
    .first('agreements_file.id', 'agreements_file.filename')) as { id: string; filename: string } | undefined;
  if (found) await ctx.db('agreements_file').where({ id }).update(change);
  return found?.filename;
}

/** Counts a try of the caller's network; `hash` is null when the file is unknown or, then `known`, its tries are used up for `wait` seconds. */
export async function countTry(ctx: Ctx, id: string, most: number): Promise<{ known: boolean; hash: string | null; wait: number }> {
  const reader = createHash('sha256').update(ctx.network).digest();
  const { rows } = (await ctx.db.raw('select known, password_hash as hash, wait from agreements_try_file(?, ?, ?)', [
    id,
    reader,
    most,
  ])) as {
    rows: { known: boolean; hash: string | null; wait: number }[];
  };
  return rows[0]!;
}

/** Lets this session fetch the file once within a minute. */
export async function giveLeave(ctx: Ctx, id: string): Promise<void> {
  await ctx.db('agreements_file_leave').where({ company_id: ctx.tenant.id }).whereRaw('expires_at < now()').delete();
  await ctx
    .db('agreements_file_leave')
    .insert({
      company_id: ctx.tenant.id,
      file_id: id,
      session_id: ctx.sessionId,
      expires_at: ctx.db.raw(`now() + interval '60 seconds'`),
    })
    .onConflict(['company_id', 'session_id', 'file_id'])
    .merge();
}

/** Uses the session's leave up; nothing without one. */
export async function takeFile(ctx: Ctx, id: string): Promise<{ filename: string; type: string; bytes: Buffer } | undefined> {
  const { rows } = (await ctx.db.raw('select * from agreements_take_file(?, ?)', [id, ctx.sessionId])) as {
    rows: { filename: string; type: string; bytes: Buffer }[];
  };
  return rows[0];
}
