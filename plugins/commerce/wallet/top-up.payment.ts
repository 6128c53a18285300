import { type Ctx, shownMoney } from '../../../core/contract.ts';
import { Ledger, type Posting } from '../../money/ledger/contract.ts';
import type { Operation, PaymentKind } from '../../money/payments/contract.ts';
import { afterAutoFailure, alarmOfCeiling } from './auto-policy.ts';
import { CODES, WALLET } from './books.ts';
import { WalletEmptied, WalletFunded } from './contract.ts';
import { changeWallet, type DataWallet, lockWallet } from './data-wallet.ts';
import { TOP_UP, WALLET_TOPIC } from './top-up.service.ts';
import { markFailed, markPaid, type TopUp } from './top-up.store.ts';
import { tellOwner } from './wallet.mail.ts';
import type { WalletChange } from './wallet.store.ts';

/** What payments of top-ups do to the wallet. Each runs in the transaction that writes the payment's own outcome. */
export const topUpPayment: PaymentKind = {
  id: TOP_UP,

  async succeeded(ctx, operation) {
    const wallet = await lockWallet(ctx, operation.companyId);
    const topUp = await markPaid(ctx.db, operation.id);
    if (!topUp) return;
    await credit(ctx, wallet, topUp);
    if (topUp.source === 'auto') await alarmOfCeiling(ctx, wallet, topUp.amountCents);
    await note(ctx, topUp, 'wallet.topped-up', 'succeeded', {});
  },

  async failed(ctx, operation) {
    const wallet = await lockWallet(ctx, operation.companyId);
    const reason = operation.reason ?? 'declined';
    const topUp = await markFailed(ctx.db, operation.id, reason);
    if (!topUp) return;
    if (topUp.source === 'auto') await afterAutoFailure(ctx, wallet, topUp, reason);
    await note(ctx, topUp, 'wallet.top-up-failed', 'failed', { reason });
  },

  reversed,
  restored,
};

async function credit(ctx: Ctx, wallet: DataWallet, topUp: TopUp): Promise<void> {
  const { id, companyId, amountCents: cents } = topUp;
  const balance = await moveCash(ctx, { key: `topup:${id}`, code: CODES.topUp, reference: id, companyId, cents });
  if (balance === null) throw new Error(`top-up ${topUp.id} was credited before it succeeded`);
  const change: WalletChange = { last_balance_cents: balance, failures: 0, retry_at: ctx.db.fn.now() };
  if (topUp.source === 'manual') {
    Object.assign(change, { custom_amount: topUp.customAmount, amount_cents: topUp.amountCents });
    if (topUp.stopContinual !== null) change.stop_continual = topUp.stopContinual;
  }
  await changeWallet(ctx, topUp.companyId, change);
  await fundedAgain(ctx, wallet, topUp.companyId, balance);
}

/**
 * Takes back what the provider gave back or the holder's bank disputed. This alone may leave less than nothing in the wallet;
 * campaigns then stop until it is funded. A card whose payment went back is not charged again by itself.
 */
async function reversed(ctx: Ctx, operation: Operation, cents: number, why: 'refund' | 'chargeback', reversal: string): Promise<void> {
  const { id, companyId } = operation;
  const wallet = await lockWallet(ctx, companyId);
  const balance = await moveCash(ctx, { key: `reversal:${reversal}`, code: CODES[why], reference: id, companyId, cents: -cents });
  if (balance === null) return;
  if (balance < 0 && wallet.shortOfCents === null) {
    await changeWallet(ctx, companyId, { short_of_cents: 1 });
    await ctx.emit(WalletEmptied, { agencyId: companyId });
  }
  if (!wallet.stopContinual) {
    await changeWallet(ctx, companyId, { stop_continual: true });
    await tellOwner(ctx, ctx.tenant, 'reversed', { params: { amount: shownMoney(cents), balance: shownMoney(balance) } });
  }
  await ctx.audit({
    action: 'wallet.top-up-reversed',
    companyId,
    target: id,
    description: `${shownMoney(cents)} of a top-up: ${why}`,
    detail: { kind: why, cents, balance },
  });
  await ctx.live(WALLET_TOPIC, companyId);
}

/** The disputed money is back, as if it had just been topped up. */
async function restored(ctx: Ctx, { id, companyId }: Operation, cents: number, reversal: string): Promise<void> {
  const wallet = await lockWallet(ctx, companyId);
  const balance = await moveCash(ctx, { key: `won-back:${reversal}`, code: CODES.chargeback, reference: id, companyId, cents });
  if (balance === null) return;
  await fundedAgain(ctx, wallet, companyId, balance);
  await ctx.audit({
    action: 'wallet.top-up-restored',
    companyId,
    target: id,
    description: `${shownMoney(cents)} of a top-up: chargeback won`,
    detail: { cents, balance },
  });
  await ctx.live(WALLET_TOPIC, companyId);
}

/**
 * Moves cents between the payment provider and the wallet, once for a key: positive into the wallet, negative back, which may overdraw it.
 * Answers the balance, or null when it was moved before.
 */
async function moveCash(ctx: Ctx, { cents, ...posting }: Omit<Posting, 'entries'> & { cents: number }): Promise<number | null> {
  const { companyId } = posting;
  const entries = [
    { companyId, account: WALLET, cents },
    { companyId, account: 'cash', cents: -cents },
  ];
  const { balances } = await ctx.use(Ledger).postRun(companyId, [{ ...posting, entries }], { pastFloor: cents < 0 });
  return balances[0]?.cents ?? null;
}

/** Campaigns that an empty wallet stopped go on once it holds what they lacked. */
async function fundedAgain(ctx: Ctx, wallet: DataWallet, companyId: number, balance: number): Promise<void> {
  if (wallet.shortOfCents === null || balance < wallet.shortOfCents) return;
  await changeWallet(ctx, companyId, { short_of_cents: null });
  await ctx.emit(WalletFunded, { agencyId: companyId });
}

async function note(ctx: Ctx, topUp: TopUp, action: string, outcome: string, more: object): Promise<void> {
  await ctx.audit({
    action,
    companyId: topUp.companyId,
    target: topUp.id,
    description: `Top-up ${topUp.number} of ${shownMoney(topUp.amountCents)} ${outcome}`,
    detail: { source: topUp.source, cents: topUp.amountCents, ...more },
  });
  await ctx.live(WALLET_TOPIC, topUp.companyId);
}
