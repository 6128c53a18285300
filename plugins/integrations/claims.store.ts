import type { Knex } from 'knex';
import type { Ctx } from '../../core/contract.ts';

/** A delivery in this worker's hands, with its connection. */
export interface Claimed {
  token: string;
  id: string;
  eventId: string;
  leadId: string;
  attempts: number;
  connection: {
    id: number;
    company_id: number;
    connector: string;
    name: string;
    state: string;
    config: Record<string, unknown>;
    secrets: Record<string, string>;
  };
}
/** How a try ended, as it is written down. */
export interface Ending {
  state: 'delivered' | 'failed' | 'held' | 'dead' | 'skipped';
  response: string;
  /** Seconds until the next try, for `failed`. */
  again?: number;
  /** Seconds for which the connection makes no call. */
  rest?: number;
  connection?: 'ok' | 'held' | 'disabled';
  /** Nobody can be reached under the lead's address, says the other end. */
  invalid?: true;
}

/** Longer than any action may take, so that nobody else takes over a delivery that is still being made. */
const LEASE = '2 minutes';

/** A connection that may be served now. One call at a time keeps the order of its leads. */
const SERVABLE = `c.enabled and (c.lease_until is null or c.lease_until < now()) and (c.rest_until is null or c.rest_until <= now())
  and exists (select from integrations_delivery d where d.connection_id = c.id and d.state in ('pending', 'failed') and d.next_at <= now())`;

/** Root companies below which something is to be delivered. */
export async function rootsWithWork(platform: Knex): Promise<number[]> {
  const { rows } = (await platform.raw(`select distinct root_id from integrations_connection c where ${SERVABLE}`)) as {
    rows: { root_id: number }[];
  };
  return rows.map((r) => r.root_id);
}

/**
 * Takes the oldest due delivery of the connection that has waited longest for its turn, or null. The connection is taken with it,
 * under one token and lease; what a dead worker held is taken again when the lease is over.
 */
export async function claimNext(tx: Ctx): Promise<Claimed | null> {
  const token = crypto.randomUUID();
  const {
    rows: [connection],
  } = (await tx.db.raw(
    `update integrations_connection set claim = :token, lease_until = now() + interval '${LEASE}', served_at = clock_timestamp()
     where id = (select c.id from integrations_connection c where ${SERVABLE} order by c.served_at nulls first, c.id limit 1 for update skip locked)
     returning id, company_id, connector, name, state, config, secrets`,
    { token },
  )) as { rows: Claimed['connection'][] };
  if (!connection) return null;
  const {
    rows: [delivery],
  } = (await tx.db.raw(
    `update integrations_delivery set claim = :token, lease_until = now() + interval '${LEASE}', attempts = attempts + 1
     where id = (select id from integrations_delivery where connection_id = :connection and state in ('pending', 'failed') and next_at <= now() order by id limit 1)
     returning id, event_id, lead_id, attempts`,
    { token, connection: connection.id },
  )) as { rows: { id: string; event_id: string; lead_id: string; attempts: number }[] };
  if (!delivery) {
    await tx.db('integrations_connection').where({ id: connection.id, claim: token }).update({ lease_until: null, claim: null });
    return null;
  }
  return { token, id: delivery.id, eventId: delivery.event_id, leadId: delivery.lead_id, attempts: delivery.attempts, connection };
}

/** Writes down how a try ended. Answers false, and changes nothing, when the claim was lost to another worker meanwhile. */
export async function finishClaim(tx: Ctx, claim: Claimed, ending: Ending): Promise<boolean> {
  const { token, id, connection } = claim;
  const seconds = (n: number | undefined) => tx.db.raw('now() + make_interval(secs => ?)', [n ?? 0]);
  const done = ending.state !== 'failed';
  const marked = await tx
    .db('integrations_delivery')
    .where({ id, claim: token })
    .update({
      state: ending.state,
      response: ending.response,
      claim: null,
      lease_until: null,
      next_at: seconds(ending.again),
      finished_at: done ? tx.db.fn.now() : null,
    });
  if (marked !== 1) return false;
  await tx
    .db('integrations_connection')
    .where({ id: connection.id, claim: token })
    .update({
      claim: null,
      lease_until: null,
      last_result: ending.response,
      last_at: tx.db.fn.now(),
      rest_until: ending.rest === undefined ? null : seconds(ending.rest),
      ...(ending.connection ? { state: ending.connection } : {}),
      ...(ending.connection === 'disabled' ? { enabled: false } : {}),
    });
  return true;
}
