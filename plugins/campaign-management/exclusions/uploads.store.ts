import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Ctx, Tenant } from '../../../core/contract.ts';
import { addEntries } from './entries.store.ts';
import type { FileOfExcluded } from './upload-file.ts';

/** Lines merged in one transaction: short enough for progress to be seen, long enough to be quick. */
const SLICE = 2_500;
const KEPT = '24 hours';

export interface UploadRow {
  id: string;
  filename: string;
  current_row: number;
  total_row: number;
  added_count: number;
  duplicate_count: number;
  refused_count: number;
  created_at: Date;
  finished_at: Date | null;
}
interface Slice extends UploadRow {
  company_id: number;
  added_by: number | null;
  hashes: Buffer[];
  masked: string[];
}

/** Stores an accepted file; the merge job takes it from there, whatever happens to this process. `refusedRows` is a CSV file, sealed here. */
export async function acceptUpload(
  ctx: Ctx,
  companyId: number,
  filename: string,
  { entries, refused, duplicates }: FileOfExcluded,
  refusedRows: string,
): Promise<string> {
  const id = randomUUID();
  const sealed = refused.length > 0 ? await ctx.secrets.seal(companyId, refusedPlace(id), refusedRows) : null;
  await ctx.db.raw(
    `insert into exclusions_upload (id, company_id, filename, hashes, masked, total_row, added_by, duplicate_count, refused_count, refused_rows)
     values (?, ?, ?, ?::bytea[], ?::text[], ?, ?, ?, ?, ?)`,
    [
      id,
      companyId,
      filename,
      entries.map((e) => e.hash),
      entries.map((e) => e.masked),
      entries.length,
      ctx.actor.id,
      duplicates,
      refused.length,
      sealed,
    ] as never,
  );
  return id;
}
const refusedPlace = (id: string): string => `exclusions_upload.refused_rows ${id}`;

/** The rows of an upload that were refused, as the CSV file that was stored; null where the actor sees no such upload, or none was refused. */
export async function refusedRowsOf(ctx: Ctx, id: string): Promise<{ filename: string; text: string } | null> {
  const row = (await ctx
    .query('ExclusionUpload')
    .where('exclusions_upload.id', id)
    .whereNotNull('refused_rows')
    .first('company_id', 'filename', 'refused_rows')) as { company_id: number; filename: string; refused_rows: string } | undefined;
  return row ? { filename: row.filename, text: await ctx.secrets.open(row.company_id, refusedPlace(id), row.refused_rows) } : null;
}

/** Uploads of a company in the last day, newest first. */
export async function recentUploads(ctx: Ctx, companyId: number): Promise<UploadRow[]> {
  return (await ctx
    .query('ExclusionUpload')
    .where('exclusions_upload.company_id', companyId)
    .whereRaw(`exclusions_upload.created_at > now() - interval '${KEPT}'`)
    .select('id', 'filename', 'current_row', 'total_row', 'added_count', 'duplicate_count', 'refused_count', 'created_at', 'finished_at')
    .orderBy('created_at', 'desc')
    .limit(50)) as UploadRow[];
}

/** Agencies with an upload that is not merged yet. */
export async function agenciesWithUploads(platform: Knex): Promise<number[]> {
  const rows = (await platform('exclusions_upload').whereNull('finished_at').distinct('agency_id')) as { agency_id: number }[];
  return rows.map((r) => r.agency_id);
}

/**
 * Merges the next slice of the oldest waiting upload. Entries and progress are written together, so a crash repeats nothing and
 * skips nothing. Answers the company whose list grew, or null when another worker has what there is.
 */
export async function mergeSlice(ctx: Ctx): Promise<number | null> {
  const { rows } = (await ctx.db.raw(
    `select id, company_id, added_by, created_at, current_row, total_row,
       hashes[current_row + 1 : current_row + ${SLICE}] as hashes, masked[current_row + 1 : current_row + ${SLICE}] as masked
     from exclusions_upload where finished_at is null and agency_id = ?
     order by created_at limit 1 for update skip locked`,
    [ctx.tenant.agencyId],
  )) as { rows: Slice[] };
  const [slice] = rows;
  if (!slice) return null;
  const entries = slice.hashes.map((hash, at) => ({ hash, masked: slice.masked[at]! }));
  const added = await addEntries(ctx, slice.company_id, entries, 'upload', slice.added_by, slice.created_at);
  const done = slice.current_row + entries.length >= slice.total_row;
  await ctx
    .db('exclusions_upload')
    .where({ id: slice.id })
    .update({
      current_row: slice.current_row + entries.length,
      added_count: ctx.db.raw('added_count + ?', [added]),
      ...(done ? { finished_at: ctx.db.fn.now(), hashes: '{}', masked: '{}' } : {}),
    });
  return slice.company_id;
}

/** Drops a company's unmerged uploads, for a purge must not be undone by a file that was still on its way. */
export async function dropWaitingUploads(ctx: Ctx, company: Tenant): Promise<void> {
  await ctx.db('exclusions_upload').where({ company_id: company.id }).whereNull('finished_at').delete();
}

/** Forgets uploads older than a day. */
export async function forgetOldUploads(ctx: Ctx): Promise<void> {
  await ctx.db('exclusions_upload').whereNotNull('finished_at').whereRaw(`created_at < now() - interval '${KEPT}'`).delete();
}
