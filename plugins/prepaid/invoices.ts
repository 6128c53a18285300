import type { Ctx } from '../../core/contract.ts';
import type { Invoice, InvoiceListener } from '../billing/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { makeUsable, PREPAID_TOPIC } from './buying.service.ts';
import { creditLeads } from './closing.ts';
import { tryFailed } from './failures.ts';
import { changePack, findPack, type Pack, restore, withdraw } from './packs.store.ts';
import { findPlan, lookAgain } from './plans.store.ts';
import { TEND } from './terms.ts';

/** What the bill of a pack brings with it when it is paid, not paid, or paid back. */
export const packInvoices: InvoiceListener = {
  async paid(ctx, invoice) {
    const of = billOf(invoice);
    const waiting = await findPack(ctx.db, of);
    if (!waiting || (await makeUsable(ctx, waiting))) return;
    const pack = (await findPack(ctx.db, of))!;
    // The campaign was stopped while the payment was under way: nothing of it will be delivered.
    if (pack.state === 'cancelled' && pack.paidAt === null) await creditLeads(ctx, pack, pack.leads, 'campaign stopped');
    else if ((await restore(ctx.db, pack.id)) > 0) await toBeTended(ctx, pack);
  },

  async failed(ctx, invoice, operation) {
    const pack = await findPack(ctx.db, billOf(invoice));
    if (pack?.state !== 'awaiting') return;
    await ctx.live(PREPAID_TOPIC, pack.companyId);
    // A person sees at once that it failed, and tries again or not.
    if (!pack.automatic) return changePack(ctx.db, pack.id, { activate_as: null });
    const [plan, campaign] = [await findPlan(ctx.db, pack.campaignId), await ctx.use(Campaigns).find(pack.campaignId)];
    if (!plan || !campaign || plan.stopped !== null) return;
    const reason = operation?.reason ?? 'declined';
    await tryFailed(ctx, campaign, plan, {
      reason: ctx.t(`prepaid.reason.${operation ? reason : 'no_card'}`),
      forGood: reason === 'declined_for_good' || reason === 'authentication_required',
    });
  },

  async reversed(ctx, invoice, cents) {
    const pack = await findPack(ctx.db, billOf(invoice));
    if (!pack || pack.unitCents === 0) return;
    await withdraw(ctx.db, pack.id, Math.ceil(cents / pack.unitCents), true);
    const [plan, campaign] = [await findPlan(ctx.db, pack.campaignId), await ctx.use(Campaigns).find(pack.campaignId)];
    // Who took back one payment is not to be charged for the next pack by itself.
    if (plan?.topUp === 'continual' && plan.stopped === null && campaign)
      await tryFailed(ctx, campaign, plan, { reason: ctx.t('prepaid.reason.reversed'), forGood: true });
    await toBeTended(ctx, pack);
  },
};

const billOf = (invoice: Invoice) => ({ company_id: invoice.companyId, invoice_id: invoice.id });

async function toBeTended(ctx: Ctx, pack: Pack): Promise<void> {
  await lookAgain(ctx.db, pack.campaignId);
  await ctx.wake(TEND);
  await ctx.live(PREPAID_TOPIC, pack.companyId);
}
