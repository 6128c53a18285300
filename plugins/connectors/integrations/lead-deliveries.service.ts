import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import { type Lead, Leads } from '../../lead-intake/leads/contract.ts';
import { type ConnectionRow, reopen } from './connections.store.ts';
import { NewLead } from './contract.ts';
import { deliverJob } from './deliver.jobs.ts';
import { refuseWhileHolding } from './bulk/bulk-updates.store.ts';
import { type DeliveryRow, insertDelivery, newestOfLead, repeatDelivered, requeueDelivery } from './deliveries.store.ts';

/** Where a lead is to be sent again: where it has not arrived, or everywhere. */
export const AGAIN_TO = ['missing', 'all'] as const;
export type AgainTo = (typeof AGAIN_TO)[number];

/** The lead, if the caller may see it; 404 otherwise. */
export async function leadFor(ctx: Ctx, id: string): Promise<Lead> {
  const [lead] = await ctx.use(Leads).byId([id]);
  if (!lead) throw notFound();
  return lead;
}

/**
 * Queues a lead for the connections of the caller's company that are switched on; answers for how many. Throws 404 for a lead that the caller
 * does not see, 409 where nothing is left to send.
 */
export async function deliverAgain(ctx: Ctx, leadId: string, to: AgainTo): Promise<number> {
  const lead = await leadFor(ctx, leadId);
  const connections = (await ctx
    .query('Connection', 'update')
    .where({ enabled: true, company_id: ctx.tenant.id })
    .whereRaw('? = any(triggers)', [NewLead.id])
    .orderBy('id')
    .forUpdate()) as ConnectionRow[];
  if (connections.length === 0) throw conflict('integrations.problem.no-destination');
  const newest = await newestOfLead(ctx, leadId);
  const queued: ConnectionRow[] = [];
  for (const connection of connections) if (await queue(ctx, connection, lead, newest.get(connection.id), to)) queued.push(connection);
  if (queued.length === 0) throw conflict(`integrations.problem.nothing-to-send.${to}`);
  // Whoever sends again believes that it works, and the first call shows whether it does.
  for (const { id, state } of queued) {
    await refuseWhileHolding(ctx, id);
    if (state !== 'ok') await reopen(ctx, id);
  }
  await ctx.audit({
    action: 'integrations.lead-redelivered',
    target: leadId,
    concerns: { kind: 'campaign', id: lead.campaignId },
    description: `Queued a lead again for ${queued.map(({ name }) => name).join(', ')}`,
  });
  await ctx.wake(deliverJob);
  return queued.length;
}

async function queue(ctx: Ctx, { id }: ConnectionRow, lead: Lead, last: DeliveryRow | undefined, to: AgainTo): Promise<boolean> {
  if (!last) return insertDelivery(ctx, id, lead);
  if (last.state === 'pending') return false;
  if (last.state !== 'delivered') return requeueDelivery(ctx, last.id);
  return to === 'all' && (await repeatDelivered(ctx, last)) > 0;
}
