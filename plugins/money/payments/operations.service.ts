import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, type Ctx, type Tenant } from '../../../core/contract.ts';
import { type Operation, PaymentKinds, type PaymentWish } from './contract.ts';
import type { ChargeOutcome } from './gateway/gateway.ts';
import { gatewayFor } from './provider.ts';
import {
  askedAbout,
  confirmableBefore,
  findLive,
  findOperation,
  forgetSecret,
  insertOperation,
  isHeld,
  markSettled,
  markUnknown,
  operationOf,
  requestOf,
  type Stored,
} from './operations.store.ts';
import { holdPayer, markCardFailed, payerOf } from './payers.store.ts';

/** The job that sends what was begun. */
export const SEND = { id: 'payments.send' } as const;
/** The job that asks what became of payments. */
export const RECONCILE = { id: 'payments.reconcile' } as const;
/** Browsers that show payments reload at this topic's news. */
export const PAYMENTS_TOPIC = 'payments';

/**
 * Writes the intent to charge a company's card, in the caller's transaction; a worker sends it after commit. Answers the payment
 * that stands for the subject already, if there is one.
 */
export async function begin(ctx: Ctx, payer: Tenant, wish: PaymentWish): Promise<Operation> {
  const at = { company_id: payer.id, kind: wish.kind, subject: wish.subject };
  if (!ctx.mayCharge) throw new Error(`${wish.kind}: a route that charges a card says so (\`charges\`), so that the person is asked first`);
  const live = await findLive(ctx.db, at);
  if (live) return operationOf(live);
  const gateway = gatewayFor(ctx).id;
  const from = await payerOf(ctx.db, payer.id, gateway);
  if (!from?.card) throw conflict('payments.problem.no-card');
  const wanted = {
    ...at,
    description: wish.description,
    gateway,
    account: from.account,
    customer: from.customer,
    card: from.card,
    brand: from.brand ?? '',
    last4: from.last4 ?? '',
  };
  const row =
    (await insertOperation(ctx.db, {
      ...wanted,
      amount_cents: wish.amountCents,
      fee_cents: wish.feeCents ?? 0,
      actor_id: ctx.actor.id,
    })) ?? (await findLive(ctx.db, at));
  if (!row) throw conflict('payments.problem.in-progress');
  await ctx.wake(SEND);
  return operationOf(row);
}

/** Asks the provider for a payment that was marked as sent, and writes what it answered. Never inside a transaction. */
export async function send(ctx: Ctx, row: Stored): Promise<void> {
  let outcome: ChargeOutcome;
  try {
    if (await paidBefore(ctx, row)) return;
    if (!(await ctx.transaction((inner) => isHeld(inner.db, row.id)))) return;
    outcome = await gatewayFor(ctx, row.gateway).charge(requestOf(row));
  } catch (error) {
    ctx.log.warn({ operation: row.id, error: String(error) }, 'payment without an answer');
    await ctx.transaction((inner) => markUnknown(inner.db, row.id));
    return;
  }
  await ctx
    .transaction((inner) => settle(inner, row.id, outcome))
    .catch(async (error: unknown) => {
      // What follows from it could not be written, because of a deadlock for instance: the provider is asked again soon, not after the usual wait.
      ctx.log.warn({ operation: row.id, error: String(error) }, 'outcome of a payment not written');
      await ctx.transaction((inner) => markUnknown(inner.db, row.id));
    });
}

/**
 * Withdraws earlier tries that the card's holder could still confirm, so that the same is not paid twice. When one of them turns out
 * to be paid, that one counts and the new one is over; answers whether it is.
 */
async function paidBefore(ctx: Ctx, row: Stored): Promise<boolean> {
  for (const earlier of await ctx.transaction((inner) => confirmableBefore(inner.db, row))) {
    const outcome = await gatewayFor(ctx, earlier.gateway).withdraw(askedAbout(earlier));
    if (outcome?.status === 'succeeded') {
      await ctx.transaction(async (inner) => {
        await settle(inner, row.id, { status: 'failed', reason: 'not_charged' });
        await settle(inner, earlier.id, outcome);
      });
      return true;
    }
    await ctx.transaction((inner) => forgetSecret(inner.db, earlier.id));
  }
  return false;
}

/** Asks the provider how a payment stands that has not succeeded yet, and writes that down. Never inside a transaction. */
export async function look(ctx: Ctx, row: Stored): Promise<ChargeOutcome | null> {
  const outcome = await gatewayFor(ctx, row.gateway).find(askedAbout(row));
  if (outcome) await ctx.transaction((inner) => settle(inner, row.id, outcome));
  return outcome;
}

/** Writes the outcome of a payment, once, and lets its kind do what follows from it in the same transaction. */
export async function settle(ctx: Ctx, id: string, outcome: ChargeOutcome | { status: 'failed'; reason: 'not_charged' }): Promise<void> {
  const row = await markSettled(ctx.db, id, outcome);
  if (!row) return;
  const operation = operationOf(row);
  // A card that is being kept at this moment is kept first, so that what follows from the failure knows of it.
  if (operation.state === 'failed') await holdPayer(ctx.db, row.company_id);
  if (operation.reason === 'declined_for_good') await markCardFailed(ctx.db, row.company_id, row.card);
  const kind = ctx.contributions(PaymentKinds).find((k) => k.id === row.kind);
  await (operation.state === 'succeeded' ? kind?.succeeded(ctx, operation) : kind?.failed(ctx, operation));
  await ctx.audit({
    action: operation.state === 'succeeded' ? 'payments.succeeded' : 'payments.failed',
    companyId: row.company_id,
    target: row.id,
    description: `${row.description}: ${operation.state}`,
    detail: { kind: row.kind, subject: row.subject, cents: operation.amountCents, outcome: outcome.status, reason: row.reason },
  });
  await ctx.live(PAYMENTS_TOPIC, row.company_id);
}

/** The payment as it stands, after waiting up to ten seconds for an outcome. Never inside a transaction. */
export async function outcomeOf(ctx: Ctx, id: string): Promise<Operation> {
  for (let tries = 0; ; tries += 1) {
    const row = (await ctx.transaction((inner) => findOperation(inner.db, id)))!;
    if ((row.state !== 'created' && row.state !== 'submitted') || tries === 100) return operationOf(row);
    await sleep(100, undefined, { signal: ctx.signal });
  }
}
