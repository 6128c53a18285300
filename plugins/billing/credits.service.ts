import { type Ctx, dayOf } from '../../core/contract.ts';
import { Ledger } from '../ledger/contract.ts';
import { INVOICES_TOPIC } from './billing.constants.ts';
import { yearOf, zoneOf } from './billing.settings.ts';
import { hasCreditNote, holdClient, insertCreditNote, moveCredit } from './credits.store.ts';
import { nextNumber } from './invoices.store.ts';
import { POSTED } from './postings.ts';

/** A wish for credit; amounts in cents. `feeCents` is what the root gives the agency back for it. */
export interface CreditWish {
  key: string;
  companyId: number;
  campaignId: number | null;
  cents: number;
  feeCents: number;
  reason: string;
}

/** Gives a client credit: a credit note with a number of its own and its posting, once for a key. As the client's agency. */
export async function credit(ctx: Ctx, wish: CreditWish): Promise<void> {
  if (!Number.isSafeInteger(wish.cents) || wish.cents <= 0 || !Number.isSafeInteger(wish.feeCents) || wish.feeCents < 0)
    throw new RangeError(`credit ${wish.key}: amounts are whole cents`);
  await holdClient(ctx.db, wish.companyId);
  if (await hasCreditNote(ctx.db, wish.companyId, wish.key)) return;
  await noteCredit(ctx, wish);
  await moveCredit(ctx.db, wish.companyId, wish.cents);
  await ctx.live(INVOICES_TOPIC, wish.companyId);
}

/** Writes and posts a credit note while its client is held; the client's balance of credit is left to the caller. */
export async function noteCredit(ctx: Ctx, wish: CreditWish): Promise<void> {
  const agencyId = ctx.tenant.agencyId;
  const madeOn = dayOf(ctx.now, await zoneOf(ctx));
  const number = await nextNumber(ctx.db, agencyId, 'credit', yearOf(madeOn));
  const id = await insertCreditNote(ctx.db, { ...wish, number, madeAt: ctx.now, madeOn });
  await ctx.use(Ledger).post(agencyId, {
    key: `billing:credit:${id}`,
    code: POSTED.credit,
    reference: id,
    companyId: wish.companyId,
    ...(wish.campaignId !== null && { costCenter: wish.campaignId }),
    entries: [
      { companyId: agencyId, account: 'revenue', cents: wish.cents },
      { companyId: wish.companyId, account: 'receivable', cents: -wish.cents },
      { companyId: agencyId, account: 'payable', cents: wish.feeCents },
      { companyId: agencyId, account: 'cost', cents: -wish.feeCents },
    ],
  });
}
