import type { Ctx } from '../../core/contract.ts';

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'held', 'dead', 'skipped'] as const;

/** Came to rest without success; only a person sends them again. */
export const RESTING = ['held', 'dead', 'skipped'] as const;

export interface DeliveryRow {
  id: string;
  connection_id: number;
  event_id: string;
  lead_id: string;
  replay_no: number;
  is_test: boolean;
  state: (typeof DELIVERY_STATES)[number];
  attempts: number;
  next_at: Date;
  response: string;
  created_at: Date;
  finished_at: Date | null;
}

/** Makes a delivery of each lead for every connection that is on, of the client and of its agency; answers how many were new. */
export async function fanOut(ctx: Ctx, clientId: number, leadIds: readonly string[], isTest: boolean): Promise<number> {
  const { rows } = (await ctx.db.raw('select integrations_fan_out(?, ?::uuid[], ?) as made', [clientId, leadIds, isTest] as never)) as {
    rows: [{ made: number }];
  };
  return rows[0].made;
}

/** One page of a connection's log, newest first. */
export async function deliveryPage(
  ctx: Ctx,
  connectionId: number,
  query: { state?: string; offset: number; perPage: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const wanted = () => {
    const found = ctx.query('Delivery').where('integrations_delivery.connection_id', connectionId);
    return query.state ? found.where('state', query.state) : found;
  };
  const rows = (await wanted().orderBy('id', 'desc').offset(query.offset).limit(query.perPage)) as DeliveryRow[];
  const [{ count }] = (await wanted().count({ count: '*' })) as [{ count: string }];
  return { rows, total: Number(count) };
}

export async function deliveryFor(ctx: Ctx, connectionId: number, id: number): Promise<DeliveryRow | null> {
  return (
    ((await ctx.query('Delivery', 'update').where({ 'integrations_delivery.id': id, connection_id: connectionId }).first()) as
      | DeliveryRow
      | undefined) ?? null
  );
}

/** Puts deliveries that came to rest without success back into the queue, under the same id; answers how many. */
export async function requeue(ctx: Ctx, connectionId: number, states: readonly DeliveryRow['state'][], id?: number): Promise<number> {
  const query = ctx.query('Delivery', 'update').where({ connection_id: connectionId }).whereIn('state', states);
  if (id !== undefined) void query.where('integrations_delivery.id', id);
  return query.update({ state: 'pending', attempts: 0, next_at: ctx.db.fn.now(), finished_at: null });
}

/** Sends once more what has arrived before, as a delivery of its own. A second click finds it made already. */
export async function repeatDelivered(ctx: Ctx, row: DeliveryRow): Promise<number> {
  const { rowCount } = (await ctx.db.raw(
    `insert into integrations_delivery (company_id, connection_id, lead_id, is_test, replay_no)
     select company_id, connection_id, lead_id, is_test, replay_no + 1 from integrations_delivery where id = ?
     on conflict (connection_id, lead_id, replay_no) do nothing`,
    [row.id],
  )) as { rowCount: number };
  return rowCount;
}

export async function heldCount(ctx: Ctx, connectionId: number): Promise<number> {
  const [{ count }] = (await ctx
    .query('Delivery')
    .where({ connection_id: connectionId })
    .whereIn('state', RESTING)
    .count({ count: '*' })) as [{ count: string }];
  return Number(count);
}
