import { type Ctx, invalid, notFound, type Tenant } from '../../core/contract.ts';
import { AGENCY_NEWS } from '../agencies/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import { WalletEmptied, WalletFunded } from './contract.ts';
import { postCash } from './ledger.store.ts';
import { dollarsOf } from './money.ts';
import { findOperation } from './operation.store.ts';
import { WALLET_TOPIC } from './top-up.service.ts';
import { changeWallet, lockWallet } from './wallet.store.ts';

/**
 * Whether the root bills the agency's own wallet for its leads. Switched off, all its campaigns stop: nobody pays for their leads any
 * more in the way they were begun.
 */
export async function setManualBill(ctx: Ctx, agency: Tenant, on: boolean): Promise<void> {
  await ctx.as(agency, async (inner) => {
    const wallet = await lockWallet(inner.db, agency.id);
    await changeWallet(inner.db, agency.id, { manual_bill: on, ...(on ? {} : { short_of_cents: null }) });
    if (!on && wallet.manualBill && inner.has(Campaigns)) await inner.use(Campaigns).stopAll({ agencyId: agency.id });
    if (!on && wallet.shortOfCents !== null) await inner.emit(WalletFunded, { agencyId: agency.id });
    await inner.live(WALLET_TOPIC);
  });
  await ctx.live(AGENCY_NEWS);
}

/**
 * Takes a paid top-up back, once, because the provider refunded it or the card's holder disputed it. This alone may leave less
 * than nothing in the wallet; campaigns then stop until it is funded. Throws 404 for a top-up that is not the agency's, 422 for
 * one that was never paid or was taken back before.
 */
export async function reverseTopUp(ctx: Ctx, agency: Tenant, operationId: string, kind: 'refund' | 'chargeback'): Promise<void> {
  await ctx.as(agency, async (inner) => {
    const wallet = await lockWallet(inner.db, agency.id);
    const operation = await findOperation(inner.db, operationId);
    if (operation?.companyId !== agency.id) throw notFound();
    if (operation.state !== 'succeeded') throw invalid('operation_id', 'wallet.problem.not-paid');
    const balance = await postCash(inner.db, agency.id, {
      key: `reversal:${operationId}`,
      kind,
      operationId,
      cents: -operation.amountCents,
    });
    if (balance === null) throw invalid('operation_id', 'wallet.problem.reversed');
    if (balance < 0 && wallet.shortOfCents === null) {
      await changeWallet(inner.db, agency.id, { short_of_cents: 1 });
      await inner.emit(WalletEmptied, { agencyId: agency.id });
    }
    await inner.audit({
      action: 'wallet.top-up-reversed',
      target: operationId,
      description: `Top-up ${operation.number} of ${dollarsOf(operation.amountCents)} dollars: ${kind}`,
      detail: { kind, cents: operation.amountCents, balance },
    });
    await inner.live(WALLET_TOPIC);
  });
}
