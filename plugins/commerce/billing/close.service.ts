import { type Ctx, dayOf, type Tenant } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { zoneOf } from './billing.settings.ts';
import { type CalendarTerm, nextPeriod } from './calendar/periods.ts';
import { holdClient } from './credits.store.ts';
import type { StoredInvoice } from './invoices.store.ts';
import { writeInvoice } from './issue.service.ts';
import { billedKey, billedLeads, insertLines, type NewLine, waitingLines } from './lines.store.ts';
import { minimumLines } from './minimum.ts';
import { nameOf } from './campaign-name.ts';
import { tryToPay } from './pay.service.ts';
import { closePeriod, openPeriod, openPeriods, type StoredPeriod } from './periods.store.ts';
import { activeStretches, type StoredTerms, termsOfClient } from './terms.store.ts';

/** Closes all periods of a client that are due by now, oldest first, each once. As the client's agency. Answers the bills. */
export async function closeDue(ctx: Ctx, client: Tenant): Promise<StoredInvoice[]> {
  await holdClient(ctx.db, client.id);
  const issued: StoredInvoice[] = [];
  for (;;) {
    // Looked up anew each time, for closing one opens the next, which may be due as well after a long silence.
    const [period] = await openPeriods(ctx.db, client.id, ctx.now);
    if (!period) return issued;
    const invoice = await bill(ctx, client, period, period.end);
    await closePeriod(ctx.db, period, ctx.now, invoice?.id ?? null);
    await openNext(ctx, client, period);
    if (invoice) issued.push(invoice);
  }
}

/** Bills what a client owes to this moment, within its running periods, which go on. As the client's agency. */
export async function closeNow(ctx: Ctx, client: Tenant): Promise<StoredInvoice[]> {
  const issued = await closeDue(ctx, client);
  for (const period of await openPeriods(ctx.db, client.id)) {
    const invoice = await bill(ctx, client, period, ctx.now < period.end ? ctx.now : period.end);
    if (invoice) issued.push(invoice);
  }
  return issued;
}

/** What a client owes of a period up to a moment that no bill says yet, in cents. As the client's agency. */
export async function unbilledCents(ctx: Ctx, client: Tenant): Promise<number> {
  let cents = 0;
  for (const period of await openPeriods(ctx.db, client.id)) {
    const { lines, waiting } = await owing(ctx, client, period, ctx.now < period.end ? ctx.now : period.end);
    for (const line of [...lines, ...waiting]) cents += line.amountCents;
  }
  return cents;
}

async function owing(ctx: Ctx, client: Tenant, period: StoredPeriod, until: Date) {
  const terms = await termsOfClient(ctx.db, { companyId: client.id, term: period.term });
  const ids = terms.map(({ campaignId }) => campaignId);
  const waiting = await waitingLines(ctx.db, client.id, ids);
  const leads = await leadLines(ctx, client, terms, period, until);
  const minimums = await minimumLines(ctx, { terms, leads, period, until });
  return { waiting, minimums, lines: [...leads, ...minimums] };
}

async function bill(ctx: Ctx, client: Tenant, period: StoredPeriod, until: Date): Promise<StoredInvoice | null> {
  const { waiting, minimums, lines } = await owing(ctx, client, period, until);
  if ([...lines, ...waiting].every((line) => line.amountCents === 0)) {
    // Nothing for the client to pay; what the agency owes is on record and goes with the next bill.
    await insertLines(ctx.db, { companyId: client.id, invoiceId: null, madeAt: ctx.now }, minimums);
    return null;
  }
  const invoice = await writeInvoice(ctx, {
    companyId: client.id,
    term: period.term,
    periodFirst: period.first,
    periodLast: until < period.end ? dayOf(until, period.zone) : period.last,
    lines,
    waiting,
    feeCents: [...lines, ...waiting].reduce((sum, line) => sum + line.owedCents * (line.kind === 'leads' ? line.quantity : 1), 0),
  });
  if (invoice.state === 'open') await tryToPay(ctx, invoice);
  return invoice;
}

/**
 * Leads that were not billed yet: all that were ever posted by then, less all that were ever billed. Whatever a bill missed, because it
 * was still being written down, is on the next one, and nothing is on two.
 */
async function leadLines(ctx: Ctx, client: Tenant, terms: readonly StoredTerms[], period: StoredPeriod, until: Date): Promise<NewLine[]> {
  const wallet = ctx.use(Wallet);
  const billed = await billedLeads(ctx.db, client.id, period.term);
  const since = new Set(terms.map((t) => t.billedFrom?.getTime() ?? 0));
  const lines: NewLine[] = [];
  for (const from of [...since].sort((a, b) => a - b)) {
    const mine = new Map(terms.filter((t) => (t.billedFrom?.getTime() ?? 0) === from).map((t) => [t.campaignId, t]));
    for (const charge of await wallet.leadCharges(client, new Date(from), until)) {
      const of = mine.get(charge.campaignId);
      if (!of) continue;
      const quantity =
        charge.leads - (billed.get(billedKey(charge.campaignId, charge.retailCents, charge.wholesaleCents, charge.owedCents)) ?? 0);
      if (quantity <= 0) continue;
      lines.push({
        campaignId: charge.campaignId,
        kind: 'leads',
        text: await nameOf(ctx, charge.campaignId),
        quantity,
        unitCents: charge.retailCents,
        amountCents: quantity * charge.retailCents,
        priceVersionId: of.priceVersionId,
        wholesaleCents: charge.wholesaleCents,
        owedCents: charge.owedCents,
        periodFirst: period.first,
      });
    }
  }
  return lines;
}

/** Opens the period after one that was closed, unless nothing of the client's is on or was on in it any more: an activation opens one again. */
async function openNext(ctx: Ctx, client: Tenant, closed: StoredPeriod): Promise<void> {
  if (!(await isAlive(ctx, client, closed.term, closed.start))) return;
  await openPeriod(ctx.db, client.id, nextPeriod(closed, await zoneOf(ctx)));
}

async function isAlive(ctx: Ctx, client: Tenant, term: CalendarTerm, since: Date): Promise<boolean> {
  for (const { campaignId } of await termsOfClient(ctx.db, { companyId: client.id, term })) {
    if ((await activeStretches(ctx.db, campaignId)).some(({ to }) => to === null || to >= since)) return true;
    const campaign = await ctx.use(Campaigns).find(campaignId);
    if (campaign && ['scheduled', 'active', 'paused'].includes(campaign.status)) return true;
  }
  return false;
}
