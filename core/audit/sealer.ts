import type { Knex } from 'knex';
import { CANONICAL, headOf, linkOf, NOTHING_BEFORE } from './chain.ts';

const BATCH = 500;

/** Roots whose log has rows that are not chained yet. */
export async function rootsToSeal(platform: Knex): Promise<number[]> {
  const rows = (await platform('core_audit_pending').distinct('root_id')) as { root_id: number }[];
  return rows.map((r) => r.root_id);
}

/**
 * Chains the waiting rows of one root, at most 500 in one transaction; answers how many. One sealer at a time for each root, by a
 * lock that ends with the transaction, so a crash leaves the rows waiting and nothing half done.
 */
export async function sealWaiting(platform: Knex, key: Buffer, rootId: number): Promise<number> {
  return platform.transaction(async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext('core_audit_seal'), ?)`, [rootId]);
    const { rows } = (await trx.raw(
      `select a.id, ${CANONICAL} as row from core_audit_pending p join core_audit a on a.id = p.audit_id
       where p.root_id = ? order by p.audit_id limit ${BATCH}`,
      [rootId],
    )) as { rows: { id: string; row: string }[] };
    if (rows.length === 0) return 0;
    const head = await headOf(trx, rootId);
    let [seq, before] = [head?.seq ?? 0n, head?.hash ?? NOTHING_BEFORE];
    const links = rows.map(({ id, row }) => {
      seq += 1n;
      before = linkOf(key, before, { rootId, seq }, row);
      return { company_id: rootId, seq: seq.toString(), audit_id: id, hash: before };
    });
    await trx('core_audit_seal').insert(links);
    await trx('core_audit_pending')
      .whereIn(
        'audit_id',
        rows.map((r) => r.id),
      )
      .delete();
    return rows.length;
  });
}
