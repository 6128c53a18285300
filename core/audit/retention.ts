import type { Knex } from 'knex';
import { signatureOf } from './chain.ts';

/**
 * Drops from the front of each root's chain what is older than 24 months, leaving a signed checkpoint from which the rest can still
 * be checked. An old row behind a younger one stays until that one goes too. Answers how many rows went.
 */
export async function dropOldRows(platform: Knex, key: Buffer): Promise<number> {
  const roots = (await platform('core_tenant').where({ kind: 'root' }).select('id')) as { id: number }[];
  let dropped = 0;
  for (const { id } of roots) {
    const last = await lastOldLink(platform, id);
    if (!last) continue;
    const link = { rootId: id, seq: BigInt(last.seq), auditId: last.audit_id, hash: last.hash };
    const { rows } = (await platform.raw('select core_audit_prune(?, ?, ?, ?) as dropped', [
      id,
      last.seq,
      last.hash,
      signatureOf(key, 'checkpoint', link),
    ])) as { rows: [{ dropped: number }] };
    dropped += rows[0].dropped;
  }
  return dropped;
}

/** The last link before the first row that is still young enough to stay. */
async function lastOldLink(platform: Knex, rootId: number): Promise<{ seq: string; audit_id: string; hash: Buffer } | undefined> {
  const { rows } = (await platform.raw(
    `select s.seq, s.audit_id, s.hash from core_audit_seal s
     where s.root_id = :root and s.seq < coalesce(
       (select y.seq from core_audit_seal y join core_audit a on a.id = y.audit_id
        where y.root_id = :root and a.at > now() - interval '24 months' order by y.seq limit 1), 9223372036854775807)
     order by s.seq desc limit 1`,
    { root: rootId },
  )) as { rows: { seq: string; audit_id: string; hash: Buffer }[] };
  return rows[0];
}
