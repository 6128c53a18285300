import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { eventIdOf } from '../events/feed.store.ts';
import type { DeliveryOut } from '../shapes.ts';
import type { EndpointRow } from './endpoints.store.ts';
import type { Answer } from './post.ts';

export interface DeliveryRow {
  id: string;
  endpoint_id: string;
  company_id: number;
  /** Of the event; null for a test. */
  position: string | null;
  type: string;
  status: number | null;
  error: string;
  milliseconds: number;
  at: Date;
}

export const deliveryOut = (row: DeliveryRow): DeliveryOut => ({
  id: Number(row.id),
  event_id: row.position === null ? null : eventIdOf(row.company_id, row.position),
  type: row.type,
  result: row.error === '' ? 'delivered' : 'failed',
  status: row.status,
  error: row.error || null,
  milliseconds: row.milliseconds,
  at: row.at.toISOString(),
});

/** Writes a try down. */
export async function noteDelivery(
  ctx: Ctx,
  endpoint: EndpointRow,
  of: { position: string | null; type: string },
  answer: Answer,
): Promise<void> {
  await ctx.db('open_api_delivery').insert({ company_id: endpoint.company_id, endpoint_id: endpoint.id, ...of, ...answer, at: ctx.now });
}

/** Tries of an endpoint before a place, the newest first. */
export const deliveriesOf = async (
  ctx: Ctx,
  endpointId: string,
  { before, failed, most }: { before?: number | undefined; failed?: boolean | undefined; most: number },
): Promise<DeliveryRow[]> =>
  (await ctx
    .db('open_api_delivery')
    .where({ company_id: ctx.tenant.id, endpoint_id: endpointId })
    .modify((q) => void (before !== undefined && q.where('id', '<', before)))
    .modify((q) => void (failed && q.whereNot('error', '')))
    .orderBy('id', 'desc')
    .limit(most)) as DeliveryRow[];

export const deliveryOf = async (ctx: Ctx, endpointId: string, id: number): Promise<DeliveryRow | undefined> =>
  (await ctx.db('open_api_delivery').where({ company_id: ctx.tenant.id, endpoint_id: endpointId, id }).first()) as DeliveryRow | undefined;

/** Removes what is older than so many days, at most so many rows; answers how many went. Needs the platform's sight. */
export const removeOldDeliveries = async (db: Knex, now: Date, days: number, most: number): Promise<number> =>
  db('open_api_delivery')
    .whereIn(
      'id',
      db('open_api_delivery')
        .where('at', '<', db.raw('?::timestamptz - make_interval(days => ?)', [now, days]))
        .orderBy('at')
        .limit(most)
        .select('id'),
    )
    .delete();
