import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import { bulkUpdate } from './bulk/bulk-updates.store.ts';
import type { ConnectionChange } from './ending.ts';
import type { ConnectionRow } from './rows.gen.ts';

/** The job that tells owners of connections that do not work. */
export const TELL = { id: 'integrations.tell' } as const;
/** The job that sends. */
const DELIVER = { id: 'integrations.deliver' } as const;

/** What tells how a connection stands. */
export const STANDING = ['state', 'failures', 'refused', 'rest_until', 'told_at', 'remedy'] as const;
export type Standing = Pick<ConnectionRow, (typeof STANDING)[number]>;

/**
 * Writes what is known of a connection now. One that closes keeps its waiting leads, and somebody is told. `known`: how it stood
 * before, where the caller has read and locked it.
 */
export async function settle(tx: Ctx, id: number, change: ConnectionChange, known?: Standing): Promise<void> {
  const connection = () => tx.db('integrations_connection').where({ id });
  const rested = { failures: 0, rest_until: null };
  if (change.state === 'ok') {
    const before = known ?? ((await connection().first(...STANDING)) as Standing);
    // What waited for its turn because of the failures goes out now.
    if (before.state === 'failing')
      await tx.db('integrations_delivery').where({ connection_id: id, state: 'failed' }).update({ next_at: tx.db.fn.now() });
    if (!isWell(before)) await connection().update({ ...rested, state: 'ok', refused: 0, told_at: null, remedy: '' });
    if (BY_FAULT.has(before.state)) await releaseHeld(tx, id);
    // Nor do people wait any longer who are to be erased there.
    await tx.db('integrations_erasure').where({ connection_id: id, state: 'failed' }).update({ next_at: tx.db.fn.now() });
  } else if ('rest' in change) {
    const { failures, rest, state } = change;
    await connection().update({ failures, rest_until: inSeconds(tx, rest), ...(state === 'same' ? {} : { state }) });
    if (state === 'failing') await tx.wake(TELL);
  } else if (change.state === 'same') await connection().update({ ...rested, refused: change.refused });
  else {
    const { state, remedy = '' } = change;
    await connection().update({ ...rested, state, remedy, ...(state === 'disabled' ? { enabled: false } : {}) });
    await bulkUpdate(tx, id, 'hold');
    await tx.wake(TELL);
  }
}

/** Whether all is well already, as it is with most leads that arrive. */
const isWell = ({ state, failures, refused, rest_until, told_at, remedy }: Standing): boolean =>
  state === 'ok' && failures === 0 && refused === 0 && rest_until === null && told_at === null && remedy === '';

/** States in which the other system, and no person, stopped a connection. */
const BY_FAULT: ReadonlySet<string> = new Set(['reauthorise', 'held', 'disabled']);

/**
 * Leads that were held because of a fault that somebody has mended go out, in their order and under their ids. Answers how many: none where a person has
 * switched the connection off besides.
 */
export async function releaseHeld(tx: Ctx, id: number): Promise<number> {
  const { open } = (await tx.db('integrations_connection').where({ id }).first('open')) as Pick<ConnectionRow, 'open'>;
  if (!open) return 0;
  const released = await bulkUpdate(tx, id, 'send-held');
  if (released > 0) await tx.wake(DELIVER);
  return released;
}

/** Whether it was a fault that stopped a connection. */
export const isByFault = (state: string): boolean => BY_FAULT.has(state);

export const inSeconds = (tx: Ctx, seconds: number): Knex.Raw => tx.db.raw('now() + make_interval(secs => ?)', [seconds]);
