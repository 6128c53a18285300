import type { Knex } from 'knex';
import { type Ctx, rowsAndTotal } from '../../../../core/contract.ts';
import type { Parts } from './changes.ts';

export const REASONS = ['kept', 'push', 'restore'] as const;
export type Reason = (typeof REASONS)[number];

export interface Snapshot {
  id: number;
  company_id: number;
  agency: string;
  name: string;
  reason: Reason;
  parts: Parts;
  source_id: number | null;
  made_by: number | null;
  by: string | null;
  made_at: Date;
}

const found = (ctx: Ctx) =>
  ctx
    .query('Snapshot')
    .join('core_public_company as t', 't.id', 'operations_snapshot.company_id')
    .whereNull('t.removed_at')
    .leftJoin('core_public_account as a', 'a.id', 'operations_snapshot.made_by');

/** A page of the snapshots in sight, the newest first. */
export async function snapshotPage(
  ctx: Ctx,
  { offset, perPage, search, reason }: { offset: number; perPage: number; search: string | null; reason?: Reason },
): Promise<{ rows: Snapshot[]; total: number }> {
  const all = found(ctx);
  if (reason) void all.where({ reason });
  if (search) void all.where((either) => either.whereILike('t.name', search).orWhereILike('operations_snapshot.name', search));
  const read = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.orderBy('operations_snapshot.id', 'desc').select('operations_snapshot.*', 't.name as agency', 'a.name as by');
  return rowsAndTotal<Snapshot>(ctx, all, read, { offset, perPage });
}

export const snapshotById = (ctx: Ctx, id: number): Promise<Snapshot | undefined> =>
  found(ctx).where('operations_snapshot.id', id).first('operations_snapshot.*', 't.name as agency', 'a.name as by') as Promise<
    Snapshot | undefined
  >;

export async function insertSnapshot(
  ctx: Ctx,
  row: { companyId: number; name: string; reason: Reason; parts: Parts; sourceId?: number },
): Promise<number> {
  const [{ id }] = (await ctx
    .db('operations_snapshot')
    .insert({
      company_id: row.companyId,
      name: row.name,
      reason: row.reason,
      parts: JSON.stringify(row.parts),
      source_id: row.sourceId ?? null,
      made_by: ctx.actor.id,
    })
    .returning('id')) as [{ id: number }];
  return id;
}

/** Answers whether there was one. */
export const deleteSnapshot = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await ctx.query('Snapshot', 'update').where('operations_snapshot.id', id).delete()) > 0;

/** Of what was taken by itself, so many of an agency are kept. */
const KEPT_OF_AGENCY = 50;
export const dropOldest = async (ctx: Ctx, agencyId: number): Promise<void> =>
  void (await ctx.db.raw(
    `delete from operations_snapshot where id in (select id from operations_snapshot where company_id = ? and reason <> 'kept' order by id desc offset ?)`,
    [agencyId, KEPT_OF_AGENCY],
  ));
