import { createHash } from 'node:crypto';
import { conflict, type Ctx, Problem } from '../../../core/contract.ts';
import { type Operation, Payments } from '../../money/payments/contract.ts';
import { changeWallet, type DataWallet, lockWallet } from './data-wallet.ts';
import { findAsked, hasOpen, insertTopUp, type NewTopUp, type TopUp } from './top-up.store.ts';

/** Kind of the payments that fund a wallet. */
export const TOP_UP = 'wallet.top-up';
/** Browsers that show the wallet reload at this topic's news. */
export const WALLET_TOPIC = 'wallet.balance';

export interface TopUpWish {
  cents: number;
  custom: boolean;
  /** Left open: continual top-up stays as it is. */
  stopContinual?: boolean;
  /** The caller's own key for this wish; without one the session and the wish itself stand for it. */
  key?: string;
}

/**
 * A person's top-up of the own wallet with the agency's card; answers the payment after waiting for its outcome. A repeat answers
 * the first one's and charges nothing. Throws 409 when another top-up is under way, the agency is not billed by wallet, or has no
 * card. Never inside a transaction.
 */
export async function topUp(ctx: Ctx, wish: TopUpWish): Promise<Operation> {
  const { id } = await ctx.transaction((inner) => begin(inner, wish));
  return ctx.use(Payments).outcome(id);
}

async function begin(ctx: Ctx, wish: TopUpWish): Promise<TopUp> {
  const wallet = await lockWallet(ctx, ctx.tenant.id);
  if (!wallet.manualBill) throw conflict('wallet.problem.not-in-use');
  const asked = { key: wish.key ?? null, hash: hashOf(wish.key ? null : ctx.sessionId, wish) };
  const first = await findAsked(ctx.db, ctx.tenant.id, asked);
  if (first && !first.askedHash?.equals(asked.hash)) throw new Problem(422, 'core.problem.idempotency-key');
  if (first) return first;
  if (await hasOpen(ctx.db, ctx.tenant.id)) throw conflict('wallet.problem.in-progress');
  return beginPayment(ctx, wallet, {
    source: 'manual',
    amountCents: wish.cents,
    customAmount: wish.custom,
    asked,
    ...(wish.stopContinual === undefined ? {} : { stopContinual: wish.stopContinual }),
  });
}

/**
 * Writes a top-up under the next number of a locked wallet, and the intent to charge the agency's card for it; `payments` sends it
 * after commit. The number makes the payment's subject, so that a top-up can never be charged twice.
 */
export async function beginPayment(
  ctx: Ctx,
  wallet: DataWallet,
  wanted: Omit<NewTopUp, 'id' | 'companyId' | 'number' | 'actorId'>,
): Promise<TopUp> {
  const number = wallet.operations + 1;
  const { id } = await ctx.use(Payments).begin(ctx.tenant, {
    kind: TOP_UP,
    subject: `${ctx.tenant.id}-${number}`,
    amountCents: wanted.amountCents,
    description: `Data wallet of ${ctx.tenant.name}, top-up ${number}`,
  });
  await changeWallet(ctx, ctx.tenant.id, { operations: number });
  return insertTopUp(ctx.db, { ...wanted, id, companyId: ctx.tenant.id, number, actorId: ctx.actor.id });
}

const hashOf = (sessionId: string | null, wish: TopUpWish): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([sessionId, wish.cents, wish.custom, wish.stopContinual ?? null]))
    .digest();
