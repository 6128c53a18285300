import { randomUUID } from 'node:crypto';
import { conflict, type Ctx, type Tenant } from '../../core/contract.ts';
import { AGENCY_NEWS } from '../agencies/contract.ts';
import { AgencyBilling } from '../agency-billing/contract.ts';
import { settlePayable } from './settlement.store.ts';
import { changeWallet, lockWallet } from './wallet.store.ts';

/**
 * Clears an agency's failed payments for good: what it owes beside its wallet counts as settled, with an entry in the ledger, and
 * automatic top-ups may be switched on anew. Answers the cents that were settled. Throws 409 where nothing has failed, so a second
 * click settles nothing.
 */
export async function settleByHand(ctx: Ctx, agency: Tenant, reason: string): Promise<number> {
  const cents = await ctx.as(agency, async (inner) => {
    // Charges first: whoever bills the agency locks it in this order too.
    const charges = inner.has(AgencyBilling) ? await inner.use(AgencyBilling).settle(agency) : { settled: 0, payingCents: 0 };
    const wallet = await lockWallet(inner.db, agency.id);
    if (wallet.failures === 0 && charges.settled === 0) throw conflict('wallet.problem.nothing-failed');
    await changeWallet(inner.db, agency.id, { failures: 0, retry_at: inner.db.fn.now() });
    return settlePayable(inner.db, agency.id, `settlement:${randomUUID()}`, charges.payingCents);
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
