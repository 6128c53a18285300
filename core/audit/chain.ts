import { createHmac } from 'node:crypto';
import type { Knex } from 'knex';

/** What the keys of the chain are derived for; the database never sees them. */
export const CHAIN_KEY = 'audit chain';

/**
 * The canonical form is made by the database itself, so that sealing and checking see the same text: instants in UTC to the
 * microsecond, `jsonb` in its own normal form. Columns added later stay outside of it.
 */
export const CANONICAL = `jsonb_build_array(
  a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), a.action, a.description, a.actor_id, a.actor_name, a.viewed_by,
  a.user_type, a.ip, a.request_id, a.target, a.concerns_kind, a.concerns_id, a.detail, a.company_id, a.agency_id, a.root_id)::text`;

/** Before the first link, or what a checkpoint left as the last dropped one. */
export const NOTHING_BEFORE = Buffer.alloc(32);

/** The link of one row: bound to its place, to the link before it and to all that the row says. */
export const linkOf = (key: Buffer, before: Buffer, place: { rootId: number; seq: bigint }, row: string): Buffer =>
  createHmac('sha256', key).update(before).update(`${place.rootId}|${place.seq}|`).update(row).digest();

/** Signature over a statement about the chain: an anchor outside the database, or a checkpoint inside it. */
export const signatureOf = (
  key: Buffer,
  kind: 'anchor' | 'checkpoint',
  at: { rootId: number; seq: bigint; auditId: string; hash: Buffer; at?: string },
): Buffer =>
  createHmac('sha256', key)
    .update(`${kind}|${at.rootId}|${at.seq}|${at.auditId}|${at.hash.toString('hex')}|${at.at ?? ''}`)
    .digest();

/** One link as it is stored. */
export interface Link {
  seq: bigint;
  auditId: string;
  hash: Buffer;
}

/** The newest link of a root's chain, or null; falls back to the checkpoint when everything was dropped. */
export async function headOf(db: Knex, rootId: number): Promise<Link | null> {
  const at = { root_id: rootId };
  const row =
    (await db('core_audit_seal').where(at).orderBy('seq', 'desc').first('seq', 'audit_id', 'hash')) ??
    (await db('core_audit_checkpoint').where(at).orderBy('seq', 'desc').first('seq', 'audit_id', 'hash'));
  return row ? { seq: BigInt(row.seq as string), auditId: String(row.audit_id), hash: row.hash as Buffer } : null;
}
