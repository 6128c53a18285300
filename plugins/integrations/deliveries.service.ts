import { conflict, type Ctx, notFound, subscribe } from '../../core/contract.ts';
import { LeadsCreated } from '../capture/contract.ts';
import { connectionFor, switchConnection } from './connections.store.ts';
import { deliverJob } from './deliver.jobs.ts';
import { deliveryFor, fanOut, repeatDelivered, requeue, RESTING } from './deliveries.store.ts';

/** New leads are queued for every connection that is on, in the transaction that marks the event as handled. */
export const leadsCreated = subscribe({
  id: 'integrations.leads-created',
  event: LeadsCreated,
  async run(ctx, { companyId, leadIds, isTest }) {
    if (!(await ctx.company(companyId))) return;
    if ((await fanOut(ctx, companyId, leadIds, isTest)) > 0) await ctx.wake(deliverJob);
  },
});

/** Sends one logged lead again: under the same id when it never arrived, as a new delivery when it did. Answers how many wait. */
export async function replayOne(ctx: Ctx, connectionId: number, id: number): Promise<number> {
  await ready(ctx, connectionId);
  const row = await deliveryFor(ctx, connectionId, id);
  if (!row) throw notFound();
  const count = row.state === 'delivered' ? await repeatDelivered(ctx, row) : await requeue(ctx, connectionId, [...RESTING, 'failed'], id);
  await begin(ctx, connectionId, count);
  return count;
}

/** Sends again everything that is held, dead or was skipped; answers how many. */
export async function replayAll(ctx: Ctx, connectionId: number): Promise<number> {
  await ready(ctx, connectionId);
  const count = await requeue(ctx, connectionId, RESTING);
  await begin(ctx, connectionId, count);
  return count;
}

async function ready(ctx: Ctx, connectionId: number): Promise<void> {
  const connection = await connectionFor(ctx, connectionId, 'update');
  if (!connection.enabled) throw conflict('integrations.off');
}

async function begin(ctx: Ctx, connectionId: number, count: number): Promise<void> {
  if (count === 0) return;
  await switchConnection(ctx, connectionId, true); // whoever replays believes it is mended: no rest, no warning
  await ctx.audit({ action: 'integrations.replayed', description: `Queued ${count} deliveries again`, target: String(connectionId) });
  await ctx.wake(deliverJob);
}
