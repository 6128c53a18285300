import { AgencyBills } from './contract.ts';
import { randomUUID } from 'node:crypto';
import { conflict, type Ctx, type Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS } from '../../foundation/companies/contract.ts';
import { Books, Ledger } from '../../money/ledger/contract.ts';
import { CODES } from './books.ts';
import { changeWallet, lockWallet } from './data-wallet.ts';

/**
 * Clears an agency's failed payments for good: what it owes beside its wallet counts as settled, with an entry in the ledger, and
 * automatic top-ups may be switched on anew. Answers the cents that were settled. Throws 409 where nothing has failed, so a second
 * click settles nothing.
 */
export async function settleByHand(ctx: Ctx, agency: Tenant, reason: string): Promise<number> {
  const cents = await ctx.as(agency, async (inner) => {
    // Charges first: whoever bills the agency locks it in this order too.
    const charges = (await inner.contributions(AgencyBills)[0]?.settle(inner, agency)) ?? { settled: 0, payingCents: 0 };
    const wallet = await lockWallet(inner, agency.id);
    if (wallet.failures === 0 && charges.settled === 0) throw conflict('wallet.problem.nothing-failed');
    await changeWallet(inner, agency.id, { failures: 0, retry_at: inner.db.fn.now() });
    return settlePayable(inner, charges.payingCents);
  });
  await ctx.audit({
    action: 'wallet.settled-by-hand',
    companyId: agency.id,
    description: `Failed payment of ${agency.name} settled by hand: ${reason}`,
    target: String(agency.id),
    detail: { reason, cents },
  });
  await ctx.live(AGENCY_NEWS);
  return cents;
}

/** Books what the agency owes as settled outside the system, but for what a payment is under way for. Answers the cents. */
async function settlePayable(ctx: Ctx, payingCents: number): Promise<number> {
  const { id } = ctx.tenant;
  const cents = -(await ctx.use(Books).cents({ companyId: id, account: 'payable' })) - payingCents;
  if (cents <= 0) return 0;
  await ctx.use(Ledger).post(id, {
    key: `settlement:${randomUUID()}`,
    code: CODES.settlement,
    companyId: id,
    entries: [
      { companyId: id, account: 'payable', cents },
      { companyId: id, account: 'cash', cents: -cents },
    ],
  });
  return cents;
}
