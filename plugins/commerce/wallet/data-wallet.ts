import type { Ctx } from '../../../core/contract.ts';
import { Books, Ledger } from '../../money/ledger/contract.ts';
import { WALLET } from './books.ts';
import {
  insertState,
  lockLowState,
  lockState,
  NO_STATE,
  readState,
  updateState,
  type WalletChange,
  type WalletState,
} from './wallet.store.ts';

/** An agency's data wallet: how it is funded, and what stands in it. */
export interface DataWallet extends WalletState {
  balanceCents: number;
}

export async function readWallet(ctx: Ctx, agencyId: number): Promise<DataWallet> {
  const [state, balanceCents] = await ctx.together([
    () => readState(ctx.db, agencyId),
    () => ctx.use(Books).cents({ companyId: agencyId, account: WALLET }),
  ]);
  return state ? { ...state, balanceCents } : { ...NO_STATE, balanceCents: 0 };
}

/** The wallet, locked until the transaction ends; opened where there is none. Everybody locks the balance before the state. */
export async function lockWallet(ctx: Ctx, agencyId: number): Promise<DataWallet> {
  const ledger = ctx.use(Ledger);
  const open = async () => {
    await ledger.open(agencyId, WALLET);
    return (await ledger.hold(agencyId, WALLET))!;
  };
  const { cents } = (await ledger.hold(agencyId, WALLET)) ?? (await open());
  await insertState(ctx.db, agencyId);
  return { ...(await lockState(ctx.db, agencyId)), balanceCents: cents };
}

/** The caller's wallet, locked, if it is to be topped up by itself now. */
export async function lockLowWallet(ctx: Ctx): Promise<DataWallet | null> {
  const held = await ctx.use(Ledger).hold(ctx.tenant.id, WALLET);
  const state = held && (await lockLowState(ctx.db, ctx.tenant.id));
  return state && { ...state, balanceCents: held.cents };
}

/** Changes a wallet that is locked where it says how it is used or when it is low, which the ledger then follows. */
export async function changeWallet(ctx: Ctx, agencyId: number, change: WalletChange): Promise<void> {
  const state = await updateState(ctx.db, agencyId, change);
  if (!('manual_bill' in change) && !('stop_continual' in change) && !('last_balance_cents' in change)) return;
  // Less than a tenth of the last balance is low.
  const lowCents = state.stopContinual ? null : Math.ceil(state.lastBalanceCents / 10);
  await ctx.use(Ledger).arrange(agencyId, WALLET, { isInUse: state.manualBill, lowCents });
}
