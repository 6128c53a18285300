import type { Knex } from 'knex';
import type { Ctx, Json } from '../../../core/contract.ts';
import type { Ending } from './ending.ts';
import { inSeconds, settle, STANDING, type Standing } from './connection-state.store.ts';
import type { ConnectionRow } from './rows.gen.ts';
import type { Fields } from './sending/fields.ts';
import type { Rules } from './sending/rules.ts';

/** A delivery in this worker's hands, with its connection. */
export interface Claimed {
  token: string;
  id: string;
  eventId: string;
  trigger: string;
  subject: string;
  occasion: string;
  createdAt: Date;
  isTest: boolean;
  attempts: number;
  /** What the steps answered that succeeded before. */
  steps: Readonly<Record<string, Json>>;
  connection: {
    id: number;
    company_id: number;
    agency_id: number;
    connector: string;
    failures: number;
    refused: number;
    revision: number;
    config: Record<string, unknown>;
    secrets: Record<string, string>;
    fields: Fields;
    rules: Rules;
    template: string | null;
    replaced_until: Date | null;
  };
  /** How often the lead had arrived before and was sent again by hand. */
  replayNo: number;
}

interface ClaimedRow extends Pick<Claimed, 'id' | 'trigger' | 'subject' | 'occasion' | 'attempts' | 'steps'> {
  event_id: string;
  created_at: Date;
  is_test: boolean;
  replay_no: number;
}

/** Longer than any action may take, so that nobody else takes over a delivery that is still being made. */
const LEASE = '2 minutes';

/**
 * The first delivery of a connection that may be made now: what happened to the same thing before has been settled. `connection` is asked for as a
 * range, so that nothing but the index of what waits has this order: in that of ids alone, all that was ever delivered may be looked through.
 */
const firstDue = (connection: string): string =>
  `select d.id from integrations_delivery d
   where d.connection_id between ${connection} and ${connection} and d.state in ('pending', 'failed') and d.next_at <= now()
     and not exists (select from integrations_delivery e
       where e.connection_id = d.connection_id and e.subject = d.subject and e.id < d.id and e.state in ('pending', 'failed', 'held'))
   order by d.connection_id, d.id limit 1`;

/** A connection `c` that may be served now. One call at a time keeps the order of its leads. */
const SERVABLE = `c.open and (c.lease_until is null or c.lease_until < now()) and (c.rest_until is null or c.rest_until <= now())
  and (${firstDue('c.id')}) is not null`;

/**
 * The first connection of a root between two ids that may be served. Walks the connections for which anything waits, from one to the next in the index
 * of what does: most connections have nothing to send, and of those that have, the first can mostly be served. `more`: what else is asked of it.
 */
function firstServable({ after, until, root, more = 'limit 1' }: Record<'after' | 'until' | 'root', string> & { more?: string }): string {
  const next = (behind: string): string =>
    `select d.connection_id from integrations_delivery d where d.state in ('pending', 'failed') and d.connection_id > ${behind} and d.connection_id <= ${until}
     order by d.connection_id, d.id limit 1`;
  return `with recursive waiting (id) as (
      (${next(after)}) union all select (${next('w.id')}) from waiting w where w.id is not null
    )
    select servable.id from waiting w cross join lateral (
      select c.id from integrations_connection c where c.id = w.id and c.root_id = ${root} and ${SERVABLE} ${more}
    ) servable limit 1`;
}

/** Ids of connections are smaller. */
const BEYOND = 2_147_483_647;

/** Root companies below which something is to be delivered. */
export async function rootsWithWork(platform: Knex): Promise<number[]> {
  const servable = firstServable({ after: '0', until: String(BEYOND), root: 't.id' });
  const { rows } = (await platform.raw(`select t.id from core_public_company t where t.kind = 'root' and exists (${servable})`)) as {
    rows: { id: number }[];
  };
  return rows.map(({ id }) => id);
}

/** Companies and agencies that have as many calls under way as they may. */
export interface Busy {
  companies: number[];
  agencies: number[];
}

/** The next connection that may be served of those between two ids, taken under a token. */
async function takeNext(tx: Ctx, token: string, busy: Busy, after: number, until: number): Promise<Claimed['connection'] | undefined> {
  const more = 'and c.company_id <> all(:companies::int[]) and c.agency_id <> all(:agencies::int[]) limit 1 for update skip locked';
  const { rows } = (await tx.db
    .raw(
      `update integrations_connection set claim = :token, lease_until = now() + interval '${LEASE}'
     where id = (${firstServable({ after: ':after', until: ':until', root: ':root', more })})
     returning id, company_id, agency_id, connector, failures, refused, revision, config, secrets, fields, rules, template, replaced_until`,
      { token, root: tx.tenant.rootId, after, until, ...busy } as never,
    )
    .options({ prepare: true })) as { rows: Claimed['connection'][] };
  return rows[0];
}

/**
 * Takes the oldest due delivery of the next connection after `after` that may be served, in the order of their ids, round and round; or null. The
 * connection is taken with it, under one token and lease; what a dead worker held is taken again when the lease is over.
 */
export async function claimNext(tx: Ctx, busy: Busy = { companies: [], agencies: [] }, after = 0): Promise<Claimed | null> {
  const token = crypto.randomUUID();
  const connection =
    (await takeNext(tx, token, busy, after, BEYOND)) ?? (after > 0 ? await takeNext(tx, token, busy, 0, after) : undefined);
  if (!connection) return null;
  const {
    rows: [delivery],
  } = (await tx.db.raw(
    `update integrations_delivery set claim = :token, lease_until = now() + interval '${LEASE}', attempts = attempts + 1
     where id = (${firstDue(':connection')})
     returning id, event_id, trigger, subject, occasion, created_at, is_test, attempts, steps, replay_no`,
    { token, connection: connection.id },
  )) as { rows: ClaimedRow[] };
  if (!delivery) {
    await tx.db('integrations_connection').where({ id: connection.id, claim: token }).update({ lease_until: null, claim: null });
    return null;
  }
  const { event_id: eventId, created_at: createdAt, is_test: isTest, replay_no: replayNo, ...rest } = delivery;
  return { token, ...rest, eventId, createdAt, isTest, replayNo, connection };
}

/** Whether a record that is the same has arrived through the connection. Others of it are not under way meanwhile: it is served one at a time. */
export async function hasArrived(tx: Ctx, { company_id, id }: Claimed['connection'], same: Buffer): Promise<boolean> {
  const found = (await tx.db('integrations_delivery').where({ company_id, connection_id: id, same, state: 'delivered' }).first('id')) as
    | object
    | undefined;
  return found !== undefined;
}

/** Keeps what a step of a delivery answered. Throws where the claim was lost: whoever has it now makes the step itself. */
export async function keepStep(tx: Ctx, { id, token }: Claimed, name: string, value: Json): Promise<void> {
  const kept = await tx
    .db('integrations_delivery')
    .where({ id, claim: token })
    .update({ steps: tx.db.raw('steps || ?::jsonb', [JSON.stringify({ [name]: value })]) });
  if (kept !== 1) throw new Error('the delivery is in other hands');
}

/**
 * Writes down how a try ended. Answers false, and changes nothing, when the claim was lost to another worker meanwhile. Where a person
 * changed the connection during the call, the lead is tried once more, and the call says nothing of the connection.
 */
export async function finishClaim(tx: Ctx, claim: Claimed, ending: Ending): Promise<boolean> {
  const { token, id, connection } = claim;
  // The connection is locked before its deliveries, as everywhere, so that nobody waits for each other.
  const now = (await tx
    .db('integrations_connection')
    .where({ id: connection.id, claim: token })
    .forUpdate()
    .first('revision', 'open', ...STANDING)) as (Standing & Pick<ConnectionRow, 'revision' | 'open'>) | undefined;
  if (!now) return false;
  const stands = now.revision === connection.revision;
  const final = ending.state !== 'failed' && ending.state !== 'held' && ending.state !== 'pending';
  const state = (stands && ending.state !== 'pending') || final ? ending.state : now.open ? 'pending' : 'held';
  const isSilent = ending.state === 'pending' && ending.response === '';
  const marked = await tx
    .db('integrations_delivery')
    .where({ id, claim: token })
    .update({
      state,
      ...(ending.state === 'pending' ? { attempts: tx.db.raw('attempts - 1') } : {}),
      ...(isSilent ? {} : { response: ending.response }),
      ...(ending.ref === undefined ? {} : { ref: ending.ref }),
      ...(ending.state === 'delivered' && ending.same ? { same: ending.same } : {}),
      claim: null,
      lease_until: null,
      next_at: state === ending.state ? inSeconds(tx, ending.again ?? 0) : tx.db.fn.now(),
      held_at: state === 'held' ? tx.db.raw('coalesce(held_at, now())') : null,
      finished_at: final ? tx.db.fn.now() : null,
    });
  if (marked !== 1) return false;
  await tx
    .db('integrations_connection')
    .where({ id: connection.id })
    .update({
      claim: null,
      lease_until: null,
      ...(isSilent ? {} : { last_result: ending.response, last_at: tx.db.fn.now() }),
    });
  if (stands && ending.change) await settle(tx, connection.id, ending.change, now);
  return true;
}
