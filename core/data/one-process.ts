import type { Knex } from 'knex';

const LOCK = `hashtext('core_migration')`;

/**
 * Work on the schema and on the rights, of one process at a time: the lock ends with its connection, where Knex's own outlives a crash and
 * would stop every later start.
 */
export async function oneProcess<R>(owner: Knex, work: () => Promise<R>): Promise<R> {
  const connection = (await owner.client.acquireConnection()) as { query(sql: string): Promise<unknown> };
  try {
    await connection.query(`set lock_timeout = 0; select pg_advisory_lock(${LOCK})`);
    return await work();
  } finally {
    await connection.query(`select pg_advisory_unlock(${LOCK}); reset lock_timeout`);
    await owner.client.releaseConnection(connection);
  }
}

/** The same lock until the end of a transaction. */
export async function lockSchema(trx: Knex): Promise<void> {
  await trx.raw(`select pg_advisory_xact_lock(${LOCK})`);
}
