import type { Knex } from 'knex';
import type { GatewayEvent } from './gateway/gateway.ts';

export type EventNote = Omit<GatewayEvent, 'live'> & { gateway: string };

/** Writes an event down under the agency whose payment or account it is about. False: not ours, or known. */
export async function noteEvent(db: Knex, event: EventNote): Promise<boolean> {
  const { rowCount } = (await db.raw(
    `insert into payments_event (id, company_id, gateway, type, account, object_id, payment_id, operation_id, happened_at)
     select :id, owner.agency_id, :gateway, :type, :account, :object, :payment, :operation, :at
     from (select agency_id from payments_operation
             where gateway = :gateway and account = :account and (payment_id = :payment or id::text = :operation)
           union select agency_id from payments_account where gateway = :gateway and account in (:account, :object)) owner
     limit 1 on conflict (id) do nothing`,
    {
      id: event.id,
      gateway: event.gateway,
      type: event.type,
      account: event.account ?? '',
      object: event.objectId,
      payment: event.paymentId ?? '',
      operation: event.operationId ?? '',
      at: event.createdAt,
    },
  )) as { rowCount: number };
  return rowCount === 1;
}
