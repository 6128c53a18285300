import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import { connectionFor, type ConnectionRow, reopen } from './connections.store.ts';
import { type BulkKind, bulkUpdate, refuseWhileHolding } from './bulk/bulk-updates.store.ts';
import { deliverJob } from './deliver.jobs.ts';
import { deliveryFor, repeatDelivered, requeueDelivery } from './deliveries.store.ts';

/** Sends one logged lead again: under the same id when it never arrived, as a new delivery when it did. Answers how many wait. */
export async function sendAgain(ctx: Ctx, connectionId: number, id: number): Promise<number> {
  const connection = await ready(ctx, connectionId);
  const row = await deliveryFor(ctx, connectionId, id);
  if (!row) throw notFound();
  const count = row.state === 'delivered' ? await repeatDelivered(ctx, row) : Number(await requeueDelivery(ctx, row.id));
  if (count > 0) await begin(ctx, connection, count);
  return count;
}

/** Sends everything that is held, or that was refused; answers how many. */
export async function sendAll(ctx: Ctx, connectionId: number, state: keyof typeof SENDS): Promise<number> {
  const connection = await ready(ctx, connectionId);
  const count = await bulkUpdate(ctx, connectionId, SENDS[state]);
  if (count > 0) await begin(ctx, connection, count);
  return count;
}

const SENDS = { held: 'send-held', rejected: 'send-rejected' } as const satisfies Record<string, BulkKind>;

/** Gives up everything that is held; answers how many. The leads themselves stay in the product. */
export async function discardAll(ctx: Ctx, connectionId: number): Promise<number> {
  const { name } = await connectionFor(ctx, connectionId, 'update');
  const count = await bulkUpdate(ctx, connectionId, 'discard-held');
  if (count > 0)
    await ctx.audit({
      action: 'integrations.discarded',
      description: `Discarded ${count} held deliveries of ${name}`,
      target: String(connectionId),
      params: { name, count },
    });
  return count;
}

async function ready(ctx: Ctx, connectionId: number): Promise<ConnectionRow> {
  const connection = await connectionFor(ctx, connectionId, 'update');
  if (!connection.enabled) throw conflict('integrations.off');
  return connection;
}

/** Whoever sends again believes that it works: a connection that had closed is opened, and the first call shows whether it does. */
async function begin(ctx: Ctx, { id, state }: ConnectionRow, count: number): Promise<void> {
  await refuseWhileHolding(ctx, id);
  if (state !== 'ok') await reopen(ctx, id);
  await ctx.audit({
    action: 'integrations.replayed',
    description: `Queued ${count} deliveries again`,
    target: String(id),
    params: { count },
  });
  await ctx.wake(deliverJob);
}
