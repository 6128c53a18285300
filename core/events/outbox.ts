import type { Knex } from 'knex';
import type { EventDef, Static, TSchema } from '../contract.ts';
import type { Principal } from '../access/principal.ts';
import type { Registry } from '../boot/registry.ts';
import { checkInput } from '../invocation/schema.ts';
import { wake } from './wake.ts';

export const RELAY = 'core.relay';

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
  const subscribers = registry.subscribers.get(event.id) ?? [];
  const [{ id }] = (await db('core_outbox')
    .insert({
      company_id: who.tenant.id,
      event: event.id,
      version: event.version,
      payload: JSON.stringify(checked),
      actor_id: who.actor.id,
      request_id: who.requestId,
    })
    .returning('id')) as [{ id: string }];
  if (subscribers.length === 0) return;
  await db('core_outbox_delivery').insert(subscribers.map((s) => ({ outbox_id: id, subscriber: s.def.id, company_id: who.tenant.id })));
  await wake(db, RELAY);
}
