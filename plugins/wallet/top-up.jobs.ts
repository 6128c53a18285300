import { type Ctx, defineJob, T } from '../../core/contract.ts';
import { nextAutoCents } from './auto-policy.ts';
import { findOpen, type Operation, overdueCompanies, takeOverdue } from './operation.store.ts';
import { carryOut, gatewayFor, newOperation, settle } from './top-up.service.ts';
import { DATA_WALLET } from './wallet.settings.ts';
import { changeWallet, lockLowWallet, lowWallets } from './wallet.store.ts';

/**
 * Tops up wallets that run low. What is due stands in the wallets themselves, so nothing is lost when a process dies, and the
 * lock together with "one open top-up per wallet" keeps any number of workers from charging twice. Charges wake it.
 */
export const autoTopUp = defineJob({
  id: 'wallet.auto-top-up',
  payload: T.Object({}),
  timeoutMs: 60_000,
  db: 'intent',
  drain: { agencies: lowWallets },
  async run(ctx) {
    const operation = await ctx.transaction(beginAuto);
    if (operation) await carryOut(ctx, operation);
  },
});

async function beginAuto(ctx: Ctx): Promise<Operation | null> {
  const wallet = await lockLowWallet(ctx.db, ctx.tenant.id);
  if (!wallet || (await findOpen(ctx.db, ctx.tenant.id))) return null;
  if (!ctx.feature(DATA_WALLET)) {
    await changeWallet(ctx.db, ctx.tenant.id, { retry_at: ctx.db.raw(`now() + interval '1 hour'`) });
    return null;
  }
  const cents = await nextAutoCents(ctx, wallet);
  return cents === 0 ? null : newOperation(ctx, wallet, { source: 'auto', amountCents: cents, card: wallet.card });
}

/** A provider that has not heard of a top-up after so long never will: the call takes half a minute at most. */
const NEVER_SENT_MS = 5 * 60_000;

/**
 * Settles top-ups whose outcome is unknown, because the line broke or the process died, by asking the provider for our
 * operation's id. No second charge is ever sent. The minute's sweep wakes it.
 */
export const reconcile = defineJob({
  id: 'wallet.reconcile',
  payload: T.Object({}),
  timeoutMs: 120_000,
  db: 'intent',
  drain: { agencies: overdueCompanies },
  async run(ctx) {
    const overdue = await ctx.transaction((inner) => takeOverdue(inner.db));
    for (const operation of overdue) {
      const outcome = await gatewayFor(ctx).find(operation.id);
      if (outcome) await ctx.transaction((inner) => settle(inner, operation, outcome));
      else if (ctx.now.getTime() - operation.createdAt.getTime() > NEVER_SENT_MS) {
        await ctx.transaction((inner) => settle(inner, operation, { status: 'failed', reason: 'not_charged' }));
      }
    }
  },
});
