import type { Knex } from 'knex';
import type { EventDef, Static, TSchema } from '../contract.ts';
import type { Principal } from '../access/principal.ts';
import type { Registry } from '../boot/registry.ts';
import { checkInput } from '../invocation/schema.ts';
import { wake } from './wake.ts';

export const RELAY = 'core.relay';

const EMIT = `
  with told as (
    insert into core_outbox (company_id, event, version, payload, actor_id, request_id)
    values (:company, :event, :version, :payload, :actor, :request) returning id)
  insert into core_outbox_delivery (outbox_id, subscriber, company_id)
  select told.id, s.id, cast(:company as int) from told cross join unnest(cast(:subscribers as text[])) s (id)`;

/**
 * Writes an event and one delivery for each subscriber into the caller's transaction.
 * The subscribers of the moment get it; what subscribes later starts with later events.
 */
export async function emit<E extends TSchema>(
  db: Knex,
  registry: Registry,
  who: Principal,
  event: EventDef<E>,
  payload: Static<E>,
): Promise<void> {
  const checked = checkInput(event.payload, payload, 'body');
  const subscribers = (registry.subscribers.get(event.id) ?? []).map((s) => s.def.id);
  await db.raw(EMIT, {
    company: who.tenant.id,
    event: event.id,
    version: event.version,
    payload: JSON.stringify(checked),
    actor: who.actor.id,
    request: who.requestId,
    subscribers: subscribers as unknown as Knex.RawBinding,
  });
  if (subscribers.length > 0) await wake(db, RELAY);
}
