import type { Knex } from 'knex';
import { conflict, type Ctx } from '../../../../core/contract.ts';
import type { BulkUpdateRow } from '../rows.gen.ts';

export type BulkKind = BulkUpdateRow['kind'];

/** Deliveries that one step changes: a tenth of a second for whoever waits for it, be it a person or a call that ends. */
export const STEP = 2_000;

/** The job that makes all steps but the first. */
const BULK = { id: 'integrations.bulk-update' } as const;

interface Kind {
  /** Which deliveries, `d`. */
  of: string;
  /** As an index of few rows has them. */
  order: string;
  set: string;
  /** Kinds that it takes the place of. */
  ends: readonly BulkKind[];
}

const ASKED = '(select asked_at from integrations_bulk_update where connection_id = :connection and kind = :kind)';
/** In which order they were held, and one's rejected deliveries in that of their ids. */
const AS_STOPPED = 'd.connection_id, d.state, d.held_at, d.id';
/** A test has no lead that could be sent again. */
const SEND = { of: 'd.subject is not null', set: `state = 'pending', attempts = 0, next_at = now(), held_at = null, finished_at = null` };

const KINDS: Readonly<Record<BulkKind, Kind>> = {
  // A call under way still writes down how it ended.
  hold: {
    of: `d.state in ('pending', 'failed')`,
    order: 'd.connection_id, d.id',
    set: `state = 'held', held_at = now()`,
    ends: ['send-held', 'send-rejected'],
  },
  'send-held': {
    ...SEND,
    of: `${SEND.of} and d.state = 'held' and d.held_at <= ${ASKED}`,
    order: AS_STOPPED,
    ends: ['hold', 'discard-held'],
  },
  'discard-held': {
    of: `d.state = 'held' and d.held_at <= ${ASKED}`,
    order: AS_STOPPED,
    set: `state = 'discarded', held_at = null, finished_at = now()`,
    ends: ['send-held'],
  },
  'send-rejected': { ...SEND, of: `${SEND.of} and d.state = 'rejected' and d.finished_at <= ${ASKED}`, order: AS_STOPPED, ends: [] },
};

/** `connection_id` is asked for as a range, so that only an index of what waits has the order. */
const ofConnection = (kind: BulkKind): string =>
  `integrations_delivery d where d.connection_id between :connection and :connection and ${KINDS[kind].of}`;

/**
 * Changes what is in a state of a connection, which the caller has locked: the first deliveries at once, all others soon afterwards. Answers how many
 * they are.
 */
export async function bulkUpdate(tx: Ctx, connectionId: number, kind: BulkKind): Promise<number> {
  await tx
    .db('integrations_bulk_update')
    .where({ connection_id: connectionId })
    .whereIn('kind', [...KINDS[kind].ends])
    .delete();
  await tx.db.raw(
    `insert into integrations_bulk_update (company_id, connection_id, kind) select company_id, id, :kind from integrations_connection where id = :connection
     on conflict (connection_id, kind) do update set asked_at = excluded.asked_at`,
    { connection: connectionId, kind },
  );
  const { changed, isDone } = await step(tx, connectionId, kind);
  if (isDone) return changed;
  const { rows } = (await tx.db.raw(`select count(*)::int as n from ${ofConnection(kind)}`, { connection: connectionId, kind })) as {
    rows: [{ n: number }];
  };
  await tx.wake(BULK);
  return changed + rows[0].n;
}

/** Changes the next deliveries. The state is asked for again of each: a person may have cancelled it meanwhile. */
async function step(tx: Ctx, connection: number, kind: BulkKind): Promise<{ changed: number; isDone: boolean }> {
  const { order, of, set } = KINDS[kind];
  const { rows } = (await tx.db.raw(
    `with next as materialized (select d.id from ${ofConnection(kind)} order by ${order} limit ${STEP}),
     changed as (update integrations_delivery d set ${set} where d.id = any(array(select id from next)) and ${of} returning 1)
     select (select count(*) from next)::int as found, (select count(*) from changed)::int as changed`,
    { connection, kind },
  )) as { rows: [{ found: number; changed: number }] };
  const { found, changed } = rows[0];
  const isDone = found < STEP;
  const own = tx.db('integrations_bulk_update').where({ connection_id: connection, kind });
  await (isDone ? own.delete() : own.update({ stepped_at: tx.db.raw('clock_timestamp()') }));
  return { changed, isDone };
}

/** Throws 409 while leads of a connection that has closed are still being held: reopened now, the others would go out unasked. */
export async function refuseWhileHolding(tx: Ctx, connectionId: number): Promise<void> {
  const holding = await tx.db('integrations_bulk_update').where({ connection_id: connectionId, kind: 'hold' }).first('kind');
  if (holding) throw conflict('integrations.still-holding');
}

/** Root companies below which a bulk update goes on. */
export const rootsWithBulkUpdates = async (platform: Knex): Promise<number[]> =>
  (await platform('integrations_bulk_update').distinct('root_id').pluck('root_id')) as number[];

/** Makes the next step of the bulk update that waited longest, and answers of whose connection; null where it has ended meanwhile. */
export async function nextStep(tx: Ctx): Promise<{ companyId: number; kind: BulkKind } | null> {
  const waiting = (await tx.db('integrations_bulk_update').orderBy('stepped_at').first('connection_id', 'kind')) as
    | Pick<BulkUpdateRow, 'connection_id' | 'kind'>
    | undefined;
  if (!waiting) return null;
  const { connection_id: id, kind } = waiting;
  // The connection is locked before its deliveries, as everywhere.
  await tx.db('integrations_connection').where({ id }).forUpdate().first('id');
  const going = (await tx.db('integrations_bulk_update').where({ connection_id: id, kind }).first('company_id')) as
    | Pick<BulkUpdateRow, 'company_id'>
    | undefined;
  if (!going) return null;
  await step(tx, id, kind);
  return { companyId: going.company_id, kind };
}
