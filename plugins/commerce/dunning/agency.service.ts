import { type Ctx, DEFAULT_ZONE, type MailFilling, shownMoney, type Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import type { Operation } from '../../money/payments/contract.ts';
import { closeAgency, endGrace, noteAgencyFailure } from './agency.store.ts';
import { failedClients } from './arrears.store.ts';
import type { DunningApi } from './contract.ts';
import { tellOwner } from './dunning.mail.ts';
import { agencyGraceEnd } from './schedule.ts';

/** The port, in the caller's transaction and as the agency. */
export const dunningOf = (ctx: Ctx): DunningApi => ({
  agencyFailed: (agencyId, operation) => asAgency(ctx, agencyId, (inner, agency) => agencyFailed(inner, agency, operation)),
  agencyPaid: (agencyId) => asAgency(ctx, agencyId, agencyPaid),
});

async function asAgency(ctx: Ctx, agencyId: number, work: (ctx: Ctx, agency: Tenant) => Promise<void>): Promise<void> {
  const agency = await ctx.company(agencyId);
  if (agency?.kind === 'agency') await ctx.as(agency, (inner) => work(inner, agency));
}

async function agencyFailed(ctx: Ctx, agency: Tenant, operation: Operation): Promise<void> {
  const graceUntil = agencyGraceEnd(ctx.now);
  const failure = { operationId: operation.id, cents: operation.amountCents, failedAt: ctx.now, graceUntil };
  const { opened } = await noteAgencyFailure(ctx.db, agency.id, failure);
  if (!opened) return;
  await tellOwner(ctx, agency, 'agency-failed', await filling(ctx, operation.amountCents, graceUntil));
  await ctx.audit({
    action: 'dunning.agency-failed',
    companyId: agency.id,
    target: operation.id,
    description: "The agency's payment failed",
    detail: { cents: operation.amountCents, graceUntil: graceUntil.toISOString() },
  });
}

/** After the grace the campaigns of all clients pause. */
export async function pauseAfterGrace(ctx: Ctx): Promise<void> {
  const ended = await endGrace(ctx.db, ctx.tenant.id, ctx.now);
  if (!ended) return;
  await ctx.use(Campaigns).pauseAll({ agencyId: ctx.tenant.id }, 'payment_failed');
  await tellOwner(ctx, ctx.tenant, 'agency-paused', await filling(ctx, Number(ended.owed_cents), ended.grace_until));
  await ctx.audit({ action: 'dunning.agency-paused', companyId: ctx.tenant.id, description: "The clients' campaigns are paused" });
}

/** Restores the campaigns of all clients but those that owe something themselves. */
async function agencyPaid(ctx: Ctx, agency: Tenant): Promise<void> {
  const closed = await closeAgency(ctx.db, agency.id, ctx.now);
  if (!closed) return;
  if (closed.stage === 'paused') await resumeClients(ctx, agency);
  await tellOwner(ctx, agency, 'agency-paid', { params: { link: await ctx.origin(agency) } });
  await ctx.audit({ action: 'dunning.agency-restored', companyId: agency.id, description: 'The agency owes nothing any more' });
}

async function resumeClients(ctx: Ctx, agency: Tenant): Promise<void> {
  const campaigns = ctx.use(Campaigns);
  const owing = new Set(await failedClients(ctx.db));
  const open = await campaigns.rules(await campaigns.open({ agencyId: agency.id }));
  const held = [...open.values()].filter((c) => c.pauseReason === 'payment_failed' && !owing.has(c.companyId));
  const clients = [...new Set(held.map((c) => c.companyId))].sort((a, b) => a - b);
  for (const companyId of clients) await campaigns.resumeAll({ companyId }, 'payment_failed');
}

const filling = async (ctx: Ctx, cents: number, graceUntil: Date): Promise<MailFilling> => ({
  params: { amount: shownMoney(cents), link: `${await ctx.origin()}/user/card-setting` },
  moments: { until: { at: graceUntil, zone: DEFAULT_ZONE } },
});
