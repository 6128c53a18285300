import type { Knex } from 'knex';
import type { Ctx, Tenant } from '../../core/contract.ts';
import type { Excluded } from './address.ts';
import { addEntries } from './entries.store.ts';

/** Lines merged in one transaction: short enough for progress to be seen, long enough to be quick. */
const SLICE = 2_500;
const KEPT = '24 hours';

export interface UploadRow {
  id: string;
  filename: string;
  current_row: number;
  total_row: number;
  added_count: number;
  created_at: Date;
  finished_at: Date | null;
}
interface Slice extends UploadRow {
  company_id: number;
  added_by: number | null;
  hashes: Buffer[];
  masked: string[];
}

/** Stores an accepted file; the merge job takes it from there, whatever happens to this process. */
export async function acceptUpload(ctx: Ctx, companyId: number, filename: string, entries: readonly Excluded[]): Promise<string> {
  const { rows } = (await ctx.db.raw(
    `insert into exclusions_upload (company_id, filename, hashes, masked, total_row, added_by)
     values (?, ?, ?::bytea[], ?::text[], ?, ?) returning id`,
    [companyId, filename, entries.map((e) => e.hash), entries.map((e) => e.masked), entries.length, ctx.actor.id] as never,
  )) as { rows: [{ id: string }] };
  return rows[0].id;
}

/** Uploads of a company in the last day, newest first. */
export async function recentUploads(ctx: Ctx, companyId: number): Promise<UploadRow[]> {
  return (await ctx
    .query('ExclusionUpload')
    .where('exclusions_upload.company_id', companyId)
    .whereRaw(`exclusions_upload.created_at > now() - interval '${KEPT}'`)
    .select('id', 'filename', 'current_row', 'total_row', 'added_count', 'created_at', 'finished_at')
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
