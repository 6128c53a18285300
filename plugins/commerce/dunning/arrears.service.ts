import { type Ctx, DEFAULT_ZONE, Problem, shownMoney, type Tenant } from '../../../core/contract.ts';
import { Billing, type Invoice, type InvoiceListener } from '../billing/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { Roles } from '../../tenancy/roles/contract.ts';
import { againJob } from './again.job.ts';
import { type Due, Payments } from '../../money/payments/contract.ts';
import { agencyStage } from './agency.store.ts';
import { arrearsOf, changeArrears, invoicesOf, lockArrears, noteFailure, noteNewCard, openArrears } from './arrears.store.ts';
import { tellOwner } from './dunning.mail.ts';
import { payLink } from './pay-link.ts';
import type { ArrearsRow } from './rows.gen.ts';
import { nextTryFrom } from './schedule.ts';

/** The job that tries the cards of clients for whom a try is due. */
export const TRY = { id: 'dunning.try' } as const;
/** Leaving out packs: they are paid before anything runs, so nobody owes them. */
const DUNNED: readonly Invoice['term'][] = ['Weekly', 'Monthly'];

/** Follows a client's invoices; called in the transaction that changes them, as its agency. */
export const arrearsListener: InvoiceListener = {
  paid: settled,
  closed: settled,
  async failed(ctx, invoice, operation) {
    // A payment that never reached the provider says nothing about the card.
    if (operation?.reason === 'not_charged') return ctx.enqueue(againJob, { invoiceId: invoice.id }, { key: operation.id });
    // Without a payment there was no card that could have been charged.
    await owe(ctx, invoice, {
      key: operation?.id ?? 'no-card',
      reason: operation?.reason ?? 'no_card',
      cardId: operation?.cardId ?? null,
    });
  },
  async reversed(ctx, invoice, { cents }) {
    if (invoice.state === 'failed')
      await owe(ctx, invoice, { key: `reversed:${invoice.operationId}:${cents}`, reason: 'reversed', cardId: null });
  },
};

/** Nobody waits for the money of an invoice any more. */
async function settled(ctx: Ctx, invoice: Invoice): Promise<void> {
  const client = await ctx.company(invoice.companyId);
  if (client) await closeIfPaid(ctx, client, invoice);
}

/** Why an invoice is unpaid; `key` tells one failure from the next. */
interface Failure {
  key: string;
  reason: 'declined' | 'declined_for_good' | 'refused' | 'authentication_required' | 'no_card' | 'reversed';
  /** The card that was charged in vain. */
  cardId: string | null;
}

async function owe(ctx: Ctx, invoice: Invoice, failure: Failure): Promise<void> {
  const client = DUNNED.includes(invoice.term) ? await ctx.company(invoice.companyId) : null;
  if (!client) return;
  const row = await openArrears(ctx.db, client.id, ctx.now);
  if (!(await noteFailure(ctx.db, row.id, client.id, invoice.id, failure.key))) return;
  await pauseCampaigns(ctx, client, row);
  const next = await plan(ctx, client, row, invoice, failure);
  const filling = { params: await invoiceParams(ctx, client, invoice), texts: { reason: `dunning.reason.${failure.reason}` } };
  const zone = await zoneOf(ctx, client.id);
  if (next) await tellOwner(ctx, client, 'failed', { ...filling, moments: { next: { at: next, zone } } });
  else await tellOwner(ctx, client, 'failed-last', filling);
  await ctx.audit({
    action: 'dunning.failed',
    companyId: client.id,
    target: invoice.id,
    description: `Invoice ${invoice.number}: the payment failed`,
    detail: { invoice: invoice.number, cents: invoice.dueCents, reason: failure.reason, nextTry: next?.toISOString() ?? null },
  });
}

/** Says when the card is tried next, and answers it. A payment with a card that was replaced meanwhile says nothing of the new one. */
async function plan(ctx: Ctx, client: Tenant, row: ArrearsRow, invoice: Invoice, { reason, cardId }: Failure): Promise<Date | null> {
  const card = cardId === null ? null : await ctx.use(Payments).card(client.id);
  if (card && card.id !== cardId && !card.failed) {
    await changeArrears(ctx.db, row.id, { try_now: false });
    await tryAtOnce(ctx, row, invoice);
    return ctx.now;
  }
  const hard = row.hard || reason === 'declined_for_good' || reason === 'no_card';
  const { tries, at } = nextTryFrom(ctx.now, row.failed_at, row.rounds + 1, await zoneOf(ctx, client.id), hard);
  await changeArrears(ctx.db, row.id, { hard, try_now: false, rounds: tries - 1, next_try_at: at });
  return at;
}

/** Pauses what runs of a client in arrears, and notes which campaigns that were. */
export async function pauseCampaigns(ctx: Ctx, client: Tenant, row: ArrearsRow): Promise<void> {
  const campaigns = ctx.use(Campaigns);
  if ((await campaigns.pauseAll({ companyId: client.id }, 'payment_failed')) === 0) return;
  const open = await campaigns.rules(await campaigns.open({ companyId: client.id }));
  const paused = [...open.values()].filter((c) => c.status === 'paused' && c.pauseReason === 'payment_failed').map((c) => c.id);
  await changeArrears(ctx.db, row.id, { campaigns: [...new Set([...row.campaigns, ...paused])].sort((a, b) => a - b) });
}

/**
 * Closes the arrears of a client when none of their invoices is unpaid, whoever settled them; `over` just was. What they paused runs
 * again, unless the agency's own arrears hold it.
 */
export async function closeIfPaid(ctx: Ctx, client: Tenant, over?: Invoice): Promise<boolean> {
  const row = await lockArrears(ctx.db, client.id);
  if (!row) return false;
  const about = new Set(await invoicesOf(ctx.db, row.id));
  const left = (await ctx.use(Billing).unpaid(client.id)).filter((i) => about.has(i.id) && i.id !== over?.id);
  if (left.length > 0) return false;
  await changeArrears(ctx.db, row.id, { closed_at: ctx.now, try_now: false, next_try_at: null });
  if (row.stage !== 'failed') await refreshRights(ctx, client);
  if ((await agencyStage(ctx.db, client.agencyId)) !== 'paused')
    await ctx.use(Campaigns).resumeAll({ companyId: client.id }, 'payment_failed');
  // Nobody is thanked for what was written off or voided.
  if (!over || over.state === 'paid') await tellOwner(ctx, client, 'paid', { params: { link: await ctx.origin(client) } });
  await ctx.audit({ action: 'dunning.restored', companyId: client.id, description: 'Nothing is owed any more' });
  return true;
}

/** Invoices of the arrears that a try is about, or that a mail names; the oldest first. */
export async function owedInvoices(ctx: Ctx, row: ArrearsRow): Promise<Invoice[]> {
  const about = new Set(await invoicesOf(ctx.db, row.id));
  return (await ctx.use(Billing).unpaid(row.company_id)).filter((i) => about.has(i.id));
}

/**
 * A company keeps another card: what it owes is tried with it at once, in the transaction that keeps it. So there is one payment for the
 * card, which whoever wants to try finds; one under way with the card before begins it when it fails (`plan`).
 */
export async function cardChanged(ctx: Ctx, companyId: number): Promise<void> {
  const row = await arrearsOf(ctx.db, companyId);
  if (!row) return;
  // Invoices before their arrears, as where a payment is settled.
  for (const invoice of await owedInvoices(ctx, row)) if (invoice.state === 'failed') await tryAtOnce(ctx, row, invoice);
  await noteNewCard(ctx.db, companyId);
}

export async function dueOnNewCard(ctx: Ctx): Promise<Due[]> {
  const row = await arrearsOf(ctx.db, ctx.tenant.id);
  const owed = row ? await owedInvoices(ctx, row) : [];
  return owed
    .filter(({ state }) => state === 'failed')
    .map((invoice) => ({ what: ctx.t('dunning.ask.invoice', { invoices: invoice.number }), cents: invoice.dueCents }));
}

/** Begins the payment of an unpaid invoice; what cannot be charged now is left to the job, which puts it off. */
async function tryAtOnce(ctx: Ctx, row: ArrearsRow, { id, operationId }: Invoice): Promise<void> {
  try {
    await ctx.use(Billing).pay(id, operationId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await changeArrears(ctx.db, row.id, { try_now: true });
    await ctx.wake(TRY);
  }
}

/** A campaign that begins by itself while its client or agency is in arrears, such as a scheduled one, pauses like the others. */
export async function campaignChanged(ctx: Ctx, { companyId, status }: { companyId: number; status: string }): Promise<void> {
  const client = status === 'active' ? await ctx.company(companyId) : null;
  if (!client) return;
  const row = await lockArrears(ctx.db, client.id);
  if (row) await pauseCampaigns(ctx, client, row);
  else if ((await agencyStage(ctx.db, client.agencyId)) === 'paused')
    await ctx.use(Campaigns).pauseAll({ companyId: client.id }, 'payment_failed');
}

/** A suspended client may only read, and change its card: its people's rights follow. */
export async function refreshRights(ctx: Ctx, client: Tenant): Promise<void> {
  if (ctx.has(Roles)) await ctx.use(Roles).refresh(client);
}

/** What every mail says of an invoice. */
export async function invoiceParams(ctx: Ctx, client: Tenant, invoice: Invoice): Promise<Record<string, string>> {
  return { amount: shownMoney(invoice.dueCents), invoice: invoice.number, link: await payLink(ctx, client, invoice.id) };
}

export const zoneOf = async (ctx: Ctx, companyId: number): Promise<string> =>
  (ctx.has(Clients) ? (await ctx.use(Clients).find(companyId))?.timezone : null) || DEFAULT_ZONE;
