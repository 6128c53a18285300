import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';
import { holdWaiting } from './deliveries.store.ts';
import type { ConnectionChange } from './ending.ts';

/** The job that tells owners of connections that do not work. */
export const TELL = { id: 'integrations.tell' } as const;

/** Writes what is known of a connection now. One that closes keeps its waiting leads, and somebody is told. */
export async function settle(tx: Ctx, id: number, change: ConnectionChange): Promise<void> {
  const connection = () => tx.db('integrations_connection').where({ id });
  const rested = { failures: 0, rest_until: null };
  if (change.state === 'ok') {
    const before = (await connection().first('state')) as { state: string };
    // What waited for its turn because of the failures goes out now.
    if (before.state === 'failing')
      await tx.db('integrations_delivery').where({ connection_id: id, state: 'failed' }).update({ next_at: tx.db.fn.now() });
    await connection().update({ ...rested, state: 'ok', refused: 0, told_at: null });
  } else if ('rest' in change) {
    const { failures, rest, state } = change;
    await connection().update({ failures, rest_until: inSeconds(tx, rest), ...(state === 'same' ? {} : { state }) });
    if (state === 'failing') await tx.wake(TELL);
  } else if (change.state === 'same') await connection().update({ ...rested, refused: change.refused });
  else {
    const { state } = change;
    await connection().update({ ...rested, state, ...(state === 'disabled' ? { enabled: false } : {}) });
    await holdWaiting(tx, id);
    await tx.wake(TELL);
  }
}

export const inSeconds = (tx: Ctx, seconds: number): Knex.Raw => tx.db.raw('now() + make_interval(secs => ?)', [seconds]);
