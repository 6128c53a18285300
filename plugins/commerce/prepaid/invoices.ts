import { conflict, type Ctx } from '../../../core/contract.ts';
import type { Invoice, InvoiceListener } from '../billing/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { makeUsable, PREPAID_TOPIC } from './buying.service.ts';
import { billLeads, creditLeads } from './closing.ts';
import { tryFailed } from './failures.ts';
import { changePack, findPack, giveUp, markCancelled, type Pack, restore, withdraw } from './packs.store.ts';
import { findPlan, lookAgain } from './plans.store.ts';
import { RECONCILE } from './terms.ts';

/** What the bill of a pack brings with it when it is paid, not paid, paid back, or closed without a payment. */
export const packInvoices: InvoiceListener = {
  async paid(ctx, invoice) {
    const of = billOf(invoice);
    const waiting = await findPack(ctx.db, of);
    if (!waiting || (await makeUsable(ctx, waiting))) return;
    const pack = (await findPack(ctx.db, of))!;
    // The campaign was stopped while the payment was under way: nothing of it will be delivered.
    if (pack.state === 'cancelled' && pack.paidAt === null) await creditLeads(ctx, pack, pack.leads, 'campaign stopped');
    else if ((await restore(ctx.db, pack.id)) > 0) await toReconcile(ctx, pack);
  },

  async failed(ctx, invoice, operation) {
    const pack = await findPack(ctx.db, billOf(invoice));
    // Stopped while the payment was under way: its bill is over as well.
    if (pack?.state === 'cancelled' && pack.paidAt === null) return toReconcile(ctx, pack);
    if (pack?.state !== 'awaiting') return;
    await ctx.live(PREPAID_TOPIC, pack.companyId);
    // A person sees at once that it failed, and tries again or not.
    if (!pack.automatic) return changePack(ctx.db, pack.id, { activate_as: null });
    const [plan, campaign] = [await findPlan(ctx.db, pack.campaignId), await ctx.use(Campaigns).find(pack.campaignId)];
    if (!plan || !campaign || plan.stopped !== null) return;
    const reason = operation?.reason ?? 'declined';
    await tryFailed(ctx, campaign, plan, {
      reason: { key: `prepaid.reason.${operation ? reason : 'no_card'}` },
      forGood: reason === 'declined_for_good' || reason === 'authentication_required',
    });
  },

  async reversed(ctx, invoice, { priceCents, why, id }) {
    const pack = await findPack(ctx.db, billOf(invoice));
    if (!pack || pack.unitCents === 0) return;
    // What a refund gives back of it is not delivered any more, whoever pays what.
    const leads = await withdraw(ctx.db, pack.id, Math.ceil(priceCents / pack.unitCents), why === 'chargeback');
    if (why === 'refund') await billLeads(ctx, pack, leads, `refunded:${pack.id}:${id}`);
    const [plan, campaign] = [await findPlan(ctx.db, pack.campaignId), await ctx.use(Campaigns).find(pack.campaignId)];
    // Who took back one payment is not to be charged for the next pack by itself.
    if (plan?.topUp === 'continual' && plan.stopped === null && campaign)
      await tryFailed(ctx, campaign, plan, { reason: { key: 'prepaid.reason.reversed' }, forGood: true });
    await toReconcile(ctx, pack);
  },

  async closed(ctx, invoice) {
    const pack = await findPack(ctx.db, billOf(invoice));
    if (!pack) return;
    if (pack.paidAt === null) {
      if (await markCancelled(ctx.db, pack.id)) await toReconcile(ctx, pack);
      return;
    }
    // One that could be used, because the agency settles it or its payment went back later; its credit note takes all of it back.
    if (invoice.state !== 'void') return;
    if (pack.withdrawn > pack.reversed) throw conflict('prepaid.problem.credited');
    await billLeads(ctx, pack, await giveUp(ctx.db, pack.id), `given-up:${pack.id}`);
    await toReconcile(ctx, pack);
  },
};

const billOf = (invoice: Invoice) => ({ company_id: invoice.companyId, invoice_id: invoice.id });

async function toReconcile(ctx: Ctx, pack: Pack): Promise<void> {
  await lookAgain(ctx.db, pack.campaignId);
  await ctx.wake(RECONCILE);
  await ctx.live(PREPAID_TOPIC, pack.companyId);
}
