import { type Ctx, defineJob, T } from '../../../core/contract.ts';
import { type Due, Payments } from '../../money/payments/contract.ts';
import { autoCents, ceilingOf, nextAutoCents, stopContinual, takenThisMonth } from './auto-policy.ts';
import { changeWallet, lockLowWallet, readWallet } from './data-wallet.ts';
import { beginPayment } from './top-up.service.ts';
import { hasOpen } from './top-up.store.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { lowWallets, retryNow } from './wallet.store.ts';

/**
 * Tops up wallets that run low. What is due stands in the wallets themselves, so nothing is lost when a process dies, and the
 * lock together with "one open top-up per wallet" keeps any number of workers from charging twice. Charges wake it.
 */
export const autoTopUp = defineJob({
  id: 'wallet.auto-top-up',
  payload: T.Object({}),
  timeoutMs: 60_000,
  queue: { agencies: lowWallets },
  async run(ctx) {
    const wallet = await lockLowWallet(ctx);
    if (!wallet || (await hasOpen(ctx.db, ctx.tenant.id))) return;
    if (!ctx.feature(DATA_WALLET)) {
      await changeWallet(ctx, ctx.tenant.id, { retry_at: ctx.db.raw(`now() + interval '1 hour'`) });
      return;
    }
    if (!(await ctx.use(Payments).card(ctx.tenant.id))) return stopContinual(ctx, wallet, 'no_card');
    const cents = await nextAutoCents(ctx, wallet);
    if (cents > 0) await beginPayment(ctx, wallet, { source: 'auto', amountCents: cents });
  },
});

/** A wallet that waits after a declined top-up tries the new card at once. */
export async function cardChanged(ctx: Ctx, companyId: number): Promise<void> {
  if (await retryNow(ctx.db, companyId)) await ctx.wake(autoTopUp);
}

/** The top-up with which a wallet that waits begins again. */
export async function dueOnNewCard(ctx: Ctx): Promise<Due[]> {
  const wallet = await readWallet(ctx, ctx.tenant.id);
  const isLow = wallet.balanceCents * 10 < wallet.lastBalanceCents;
  if (!wallet.manualBill || wallet.stopContinual || wallet.failures === 0 || !isLow) return [];
  const cents = autoCents(wallet, await takenThisMonth(ctx), await ceilingOf(ctx, wallet));
  return [{ what: ctx.t('wallet.ask.top-up'), cents }];
}
