import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, type Ctx, Problem } from '../../core/contract.ts';
import { afterAutoFailure } from './auto-policy.ts';
import { WalletFunded } from './contract.ts';
import type { ChargeOutcome } from './gateway/port.ts';
import { type SandboxCard, sandboxGateway } from './gateway/sandbox.ts';
import { postCash } from './ledger.store.ts';
import { dollarsOf } from './money.ts';
import {
  findAsked,
  findOpen,
  findOperation,
  insertOperation,
  markFailed,
  markSubmitted,
  markSucceeded,
  markUnknown,
  type NewOperation,
  type Operation,
  requestOf,
} from './operation.store.ts';
import { changeWallet, lockWallet, type WalletChange, type WalletRow } from './wallet.store.ts';

/** The provider of all payments. */
export const gatewayFor = sandboxGateway;
/** Browsers that show the wallet reload at this topic's news. */
export const WALLET_TOPIC = 'wallet.balance';

export interface TopUpWish {
  cents: number;
  custom: boolean;
  /** Left open: continual top-up stays as it is. */
  stopContinual?: boolean;
  /** Left open: the wallet's own card. */
  card?: SandboxCard;
  /** The caller's own key for this wish; without one the session and the wish itself stand for it. */
  key?: string;
}

/**
 * A person's top-up of the own wallet: writes the intent, asks the provider outside any transaction, writes the outcome. A
 * repeat answers the first one's outcome and charges nothing. The answer's state is `succeeded`, `failed`, or one of those in
 * which the outcome is still to come. Throws 409 when another top-up is under way or the agency is not billed by wallet.
 */
export async function topUp(ctx: Ctx, wish: TopUpWish): Promise<Operation> {
  const { operation, isNew } = await ctx.transaction((inner) => begin(inner, wish));
  if (isNew) await carryOut(ctx, operation);
  return settled(ctx, operation.id);
}

async function begin(ctx: Ctx, wish: TopUpWish): Promise<{ operation: Operation; isNew: boolean }> {
  const wallet = await lockWallet(ctx.db, ctx.tenant.id);
  if (!wallet.manualBill) throw conflict('wallet.problem.not-in-use');
  const asked = { key: wish.key ?? null, hash: hashOf(wish.key ? null : ctx.sessionId, wish) };
  const first = await findAsked(ctx.db, ctx.tenant.id, asked);
  if (first && !first.askedHash?.equals(asked.hash)) throw new Problem(422, 'core.problem.idempotency-key');
  if (first) return { operation: first, isNew: false };
  if (await findOpen(ctx.db, ctx.tenant.id)) throw conflict('wallet.problem.in-progress');
  const operation = await newOperation(ctx, wallet, {
    source: 'manual',
    amountCents: wish.cents,
    card: wish.card ?? wallet.card,
    customAmount: wish.custom,
    asked,
    ...(wish.stopContinual === undefined ? {} : { stopContinual: wish.stopContinual }),
  });
  return { operation, isNew: true };
}

/** Writes the intent of a top-up under the next number of a locked wallet. */
export async function newOperation(
  ctx: Ctx,
  wallet: WalletRow,
  wanted: Omit<NewOperation, 'companyId' | 'number' | 'gateway' | 'actorId'>,
): Promise<Operation> {
  const number = wallet.operations + 1;
  await changeWallet(ctx.db, ctx.tenant.id, { operations: number });
  return insertOperation(ctx.db, { ...wanted, companyId: ctx.tenant.id, number, gateway: gatewayFor(ctx).id, actorId: ctx.actor.id });
}

/** Asks the provider for a top-up whose intent is committed, and writes what it answered. Never inside a transaction. */
export async function carryOut(ctx: Ctx, operation: Operation): Promise<void> {
  if (!(await ctx.transaction((inner) => markSubmitted(inner.db, operation.id)))) return;
  let outcome: ChargeOutcome;
  try {
    outcome = await gatewayFor(ctx).charge(requestOf(operation));
  } catch (error) {
    ctx.log.warn({ operation: operation.id, error: String(error) }, 'payment without an answer');
    await ctx.transaction((inner) => markUnknown(inner.db, operation.id));
    return;
  }
  await ctx.transaction((inner) => settle(inner, operation, outcome));
}

/** Writes the outcome of a top-up, once: whoever learns it first, the caller or the reconciler. */
export async function settle(
  ctx: Ctx,
  operation: Operation,
  outcome: ChargeOutcome | { status: 'failed'; reason: 'not_charged' },
): Promise<void> {
  const wallet = await lockWallet(ctx.db, operation.companyId);
  if (outcome.status === 'failed') {
    if (!(await markFailed(ctx.db, operation.id, outcome.reason))) return;
    if (operation.source === 'auto') await afterAutoFailure(ctx, wallet, operation, outcome.reason);
  } else {
    if (!(await markSucceeded(ctx.db, operation.id, outcome.paymentId))) return;
    await credit(ctx, wallet, operation);
  }
  await ctx.audit({
    action: outcome.status === 'failed' ? 'wallet.top-up-failed' : 'wallet.topped-up',
    companyId: operation.companyId,
    target: operation.id,
    description: `Top-up ${operation.number} of ${dollarsOf(operation.amountCents)} dollars ${outcome.status}`,
    detail: { source: operation.source, cents: operation.amountCents, outcome },
  });
  await ctx.live(WALLET_TOPIC, operation.companyId);
}

async function credit(ctx: Ctx, wallet: WalletRow, operation: Operation): Promise<void> {
  const balance = await postCash(ctx.db, operation.companyId, {
    key: `topup:${operation.id}`,
    kind: 'topup',
    operationId: operation.id,
    cents: operation.amountCents,
  });
  if (balance === null) throw new Error(`top-up ${operation.id} was credited before it succeeded`);
  const change: WalletChange = { last_balance_cents: balance, failures: 0, retry_at: ctx.db.fn.now() };
  if (operation.source === 'manual') {
    Object.assign(change, { card: operation.card, custom_amount: operation.customAmount, amount_cents: operation.amountCents });
    if (operation.stopContinual !== null) change.stop_continual = operation.stopContinual;
  }
  const funded = wallet.shortOfCents !== null && balance >= wallet.shortOfCents;
  if (funded) change.short_of_cents = null;
  await changeWallet(ctx.db, operation.companyId, change);
  if (funded) await ctx.emit(WalletFunded, { agencyId: operation.companyId });
}

/** The operation as it stands, after waiting up to five seconds for an outcome that another request is fetching. */
async function settled(ctx: Ctx, id: string): Promise<Operation> {
  for (let tries = 0; ; tries++) {
    const operation = (await ctx.transaction((inner) => findOperation(inner.db, id)))!;
    if ((operation.state !== 'created' && operation.state !== 'submitted') || tries === 50) return operation;
    await sleep(100, undefined, { signal: ctx.signal });
  }
}

const hashOf = (sessionId: string | null, wish: TopUpWish): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([sessionId, wish.cents, wish.custom, wish.stopContinual ?? null, wish.card ?? null]))
    .digest();
