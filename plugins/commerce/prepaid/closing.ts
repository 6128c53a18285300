import type { Ctx } from '../../../core/contract.ts';
import { Billing } from '../billing/contract.ts';
import { Ledger } from '../../money/ledger/contract.ts';
import { markCancelled, markSettled, type Pack, unsettled, withdraw } from './packs.store.ts';
import { POSTED } from './postings.ts';

/**
 * Voids the bills of packs that nobody paid and nobody will get, which ends the packs as well. One that is being paid is left alone: its
 * outcome says what becomes of it. With the campaign held and none of its packs.
 */
export async function voidUnpaid(ctx: Ctx, packs: readonly Pack[], reason: string): Promise<void> {
  const billing = ctx.use(Billing);
  for (const { paidAt, invoiceId, companyId } of packs) {
    if (paidAt !== null || invoiceId === null || !(await ctx.company(companyId))) continue;
    const state = (await billing.find(invoiceId))?.state;
    if (state === 'open' || state === 'failed') await billing.voidInvoice(invoiceId, reason);
  }
}

/**
 * Ends the packs of a campaign that will deliver no more of them: what was paid and not delivered becomes the client's credit, what
 * was never paid is given up. In the caller's transaction, with the campaign held.
 */
export async function closePacks(ctx: Ctx, packs: readonly Pack[], reason: string): Promise<void> {
  for (const pack of packs) {
    if (pack.state === 'awaiting') await markCancelled(ctx.db, pack.id);
    if (pack.state === 'paid') await creditLeads(ctx, pack, await withdraw(ctx.db, pack.id, pack.leads), reason);
  }
}

/**
 * Credits undelivered leads of a pack. Its payment stands in the client's books as credit already, and a credit note posts the same once
 * more: so the leads are first billed like delivered ones, and the note takes that back.
 */
export async function creditLeads(ctx: Ctx, pack: Pack, leads: number, reason: string): Promise<void> {
  const cents = leads * pack.unitCents;
  // What is settled outside was never shared with the root: there each lead pays for itself.
  const partCents = pack.external ? 0 : leads * pack.unitFeeCents;
  if (cents === 0) return;
  const of = { companyId: pack.companyId, campaignId: pack.campaignId };
  // Parts of a pack may be credited at different times; each stands for what was withdrawn before it.
  const step = `${pack.id}:${pack.withdrawn}`;
  await billLeads(ctx, pack, leads, `undelivered:${step}`);
  if (partCents > 0)
    await ctx.use(Ledger).post(pack.agencyId, {
      key: `prepaid:undelivered-part:${step}`,
      code: POSTED.agencyFee,
      reference: pack.id,
      companyId: pack.agencyId,
      costCenter: pack.campaignId,
      entries: [
        { companyId: pack.agencyId, account: 'cost', cents: partCents },
        { companyId: pack.agencyId, account: 'payable', cents: -partCents },
      ],
    });
  await ctx.use(Billing).credit({
    key: `prepaid:undelivered:${step}`,
    ...of,
    cents,
    feeCents: partCents,
    reason,
    ...(pack.invoiceId !== null && { of: { invoiceId: pack.invoiceId } }),
  });
}

/** Bills leads of a pack like delivered ones, once for a key: whoever takes their price back takes it back for all alike. */
export async function billLeads(ctx: Ctx, pack: Pack, leads: number, key: string): Promise<void> {
  const cents = leads * pack.unitCents;
  if (cents === 0) return;
  await ctx.use(Ledger).post(pack.agencyId, {
    key: `prepaid:${key}`,
    code: POSTED.fee,
    reference: pack.id,
    companyId: pack.companyId,
    costCenter: pack.campaignId,
    entries: [
      { companyId: pack.companyId, account: 'receivable', cents },
      { companyId: pack.agencyId, account: 'revenue', cents: -cents },
    ],
  });
}

/**
 * Sets the books of packs right that are used up or closed: their leads were posted at the prices of their days, the client paid the
 * pack's. The difference is posted, so that nothing of it is ever asked for or given back. Once for a pack.
 */
export async function settlePrices(ctx: Ctx, campaignId: number): Promise<void> {
  for (const pack of await unsettled(ctx.db, campaignId)) {
    // Nothing of a pack that was never paid was delivered.
    const delivered = pack.paidAt === null ? 0 : pack.leads - pack.withdrawn;
    const tooMuch = pack.chargedCents - delivered * pack.unitCents;
    await markSettled(ctx.db, pack.id, delivered * pack.unitCents);
    if (tooMuch === 0) continue;
    await ctx.use(Ledger).post(pack.agencyId, {
      key: `prepaid:price:${pack.id}:${delivered}`,
      code: tooMuch > 0 ? POSTED.credit : POSTED.fee,
      reference: pack.id,
      companyId: pack.companyId,
      costCenter: campaignId,
      entries: [
        { companyId: pack.agencyId, account: 'revenue', cents: tooMuch },
        { companyId: pack.companyId, account: 'receivable', cents: -tooMuch },
      ],
    });
  }
}
