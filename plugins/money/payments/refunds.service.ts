import type { Knex } from 'knex';
import { conflict, type Ctx, notFound } from '../../../core/contract.ts';
import { PaymentKinds, type RefundState } from './contract.ts';
import { answered, gatewayFor } from './provider.ts';
import { Refusal, type RefundOutcome, type Reversal } from './gateway/gateway.ts';
import { findOperation, operationOf, type Stored } from './operations.store.ts';
import type { RefundRow } from './rows.gen.ts';

/**
 * Gives back part or all of a payment: the intent first, then the provider outside of any transaction, then what it answered. A lost
 * answer leaves the intent; `settleRefunds` learns later what became of it. What was asked for under a key before is answered as it stands.
 */
export async function refund(ctx: Ctx, operationId: string, cents: number, reason: string, key?: string): Promise<RefundState> {
  const { row, refundId, known } = await ctx.transaction(async (inner) => {
    const paid = (await inner.db('payments_operation').where({ id: operationId }).forUpdate().first()) as Stored | undefined;
    if (!paid) throw notFound();
    const before = key === undefined ? null : await askedBefore(inner, paid, key, cents);
    if (before) return { row: paid, refundId: before.id, known: before.state };
    const [{ open }] = (await inner.db('payments_refund').where({ operation_id: paid.id, state: 'created' }).sum('cents as open')) as [
      { open: string | null },
    ];
    if (paid.state !== 'succeeded' || Number(paid.refunded_cents) + Number(open ?? 0) + cents > Number(paid.amount_cents))
      throw conflict('payments.problem.refund-too-much');
    const [{ id }] = (await inner
      .db('payments_refund')
      .insert({ company_id: paid.company_id, operation_id: paid.id, cents, reason, key: key ?? null })
      .returning('id')) as [{ id: string }];
    return { row: paid, refundId: id, known: null };
  });
  if (known) return known;
  const wanted = {
    operationId: refundId,
    idempotencyKey: refundId,
    paymentId: row.payment_id!,
    amountCents: cents,
    account: row.account || null,
  };
  const answer = await answered(
    gatewayFor(ctx, row.gateway)
      .refund(wanted)
      .catch(async (error: unknown) => {
        if (error instanceof Refusal) await noteAnswer(ctx, row, refundId, cents, null);
        throw error;
      }),
  );
  await noteAnswer(ctx, row, refundId, cents, answer);
  return answer.status;
}

/** The refund that was asked for under a key, unless it failed: then it may be tried again. Throws 409 for another amount. */
async function askedBefore(ctx: Ctx, paid: Stored, key: string, cents: number): Promise<{ id: string; state: RefundState } | null> {
  const of = { company_id: paid.company_id, operation_id: paid.id, key };
  const row = (await ctx.db('payments_refund').where(of).first()) as RefundRow | undefined;
  if (!row) return null;
  if (row.state === 'failed') {
    await ctx.db('payments_refund').where({ id: row.id }).update({ key: null });
    return null;
  }
  if (Number(row.cents) !== cents) throw conflict('payments.problem.refund-changed');
  return { id: row.id, state: row.state === 'created' ? 'created' : 'succeeded' };
}

/** Whatever was asked for so long ago has arrived at the provider, or never will. */
const ANSWER_LOST = `created_at < now() - interval '5 minutes'`;

/** Agencies with refunds whose answer was lost. */
export const agenciesWithLostRefunds = async (platform: Knex): Promise<number[]> =>
  (await platform('payments_refund')
    .whereRaw(`state = 'created'`)
    .whereRaw(ANSWER_LOST)
    .distinct('agency_id')
    .pluck('agency_id')) as number[];

/** Asks the provider what became of refunds whose answer was lost. Never inside a transaction; nothing is given back a second time. */
export async function settleRefunds(ctx: Ctx): Promise<void> {
  const lost = await ctx.transaction(
    async ({ db }) => (await db('payments_refund').where({ state: 'created' }).whereRaw(ANSWER_LOST).limit(20)) as RefundRow[],
  );
  for (const { id, operation_id, cents } of lost) {
    const row = await ctx.transaction(async ({ db }) => (await db('payments_operation').where({ id: operation_id }).first()) as Stored);
    const at = { operationId: id, paymentId: row.payment_id!, account: row.account || null };
    await noteAnswer(ctx, row, id, Number(cents), await gatewayFor(ctx, row.gateway).findRefund(at));
  }
}

async function noteAnswer(ctx: Ctx, row: Stored, id: string, cents: number, answer: RefundOutcome | null): Promise<void> {
  await ctx.transaction(async (inner) => {
    if (answer?.status === 'succeeded')
      await noteReversal(inner, row, { id: answer.refundId, kind: 'refund', cents, isWonBack: false }, id);
    else await inner.db('payments_refund').where({ id, state: 'created' }).update({ state: 'failed' });
  });
}

/** The provider told of our refund before it answered, so that it was noted twice; why it was asked for stays. */
async function joinRefunds({ db }: Ctx, known: string, own: string): Promise<void> {
  const gone = db('payments_refund').where({ id: own, state: 'created' }).delete();
  const [asked] = (await gone.returning(['reason', 'key'])) as Pick<RefundRow, 'reason' | 'key'>[];
  if (asked) await db('payments_refund').where({ id: known }).update(asked);
}

/**
 * Notes all that went back of a payment at the provider, whoever began it; nothing when it did not succeed. Asked for also when a
 * success is learned late: what the provider told of it in the meantime was not known to be ours. Never inside a transaction.
 */
export async function syncReversals(ctx: Ctx, id: string): Promise<void> {
  const row = (await ctx.transaction(({ db }) => findOperation(db, id)))!;
  if (row.state !== 'succeeded') return;
  const found = await gatewayFor(ctx, row.gateway).reversals({ paymentId: row.payment_id!, account: row.account || null });
  for (const reversal of found) await ctx.transaction((inner) => noteReversal(inner, row, reversal));
}

interface Known {
  id: string;
  state: string;
}

/** A chargeback that was noted has been won: what it took is back, as far as other reversals do not cover it. */
async function restore(ctx: Ctx, row: Stored, refundId: string): Promise<void> {
  const [won] = (await ctx.db('payments_refund').where({ id: refundId }).update({ state: 'won_back' }).returning('refund_id')) as [
    { refund_id: string },
  ];
  const others = ctx.db('payments_refund').where({ operation_id: row.id, state: 'succeeded' });
  const [{ sum }] = (await others.sum('cents as sum')) as [{ sum: string | null }];
  const left = Math.min(Number(row.amount_cents), Number(sum ?? 0));
  const cents = Number(row.refunded_cents) - left;
  if (cents <= 0) return;
  await ctx.db('payments_operation').where({ id: row.id }).update({ refunded_cents: left });
  const operation = operationOf({ ...row, refunded_cents: String(left) });
  await ctx
    .contributions(PaymentKinds)
    .find((k) => k.id === row.kind)
    ?.restored?.(ctx, operation, cents, won.refund_id);
  await ctx.audit({
    action: 'payments.won-back',
    companyId: row.company_id,
    target: row.id,
    description: `${row.description}: chargeback won`,
    detail: { cents, reversal: won.refund_id },
  });
}

/** Once for each of the provider's ids: raises what was given back and tells the payment's kind, in one transaction. */
async function noteReversal(ctx: Ctx, { id }: Stored, reversal: Reversal, ownId?: string): Promise<void> {
  const row = (await ctx.db('payments_operation').where({ id }).forUpdate().first()) as Stored;
  const known = (await ctx.db('payments_refund').where({ refund_id: reversal.id }).first('id', 'state')) as Known | undefined;
  if (reversal.isWonBack) return known?.state === 'succeeded' ? restore(ctx, row, known.id) : undefined;
  if (known) return ownId === undefined || ownId === known.id ? undefined : joinRefunds(ctx, known.id, ownId);
  const change = { state: 'succeeded', refund_id: reversal.id };
  let reason: string | undefined;
  if (ownId) {
    const own = ctx.db('payments_refund').where({ id: ownId }).update(change);
    reason = ((await own.returning('reason')) as Pick<RefundRow, 'reason'>[])[0]?.reason;
  } else {
    const wanted = { company_id: row.company_id, operation_id: id, cents: reversal.cents, reason: reversal.kind };
    await ctx.db('payments_refund').insert({ ...wanted, ...change });
  }
  const cents = Math.min(reversal.cents, Number(row.amount_cents) - Number(row.refunded_cents));
  if (cents <= 0) return;
  await ctx.db('payments_operation').where({ id }).increment('refunded_cents', cents);
  const operation = operationOf({ ...row, refunded_cents: String(Number(row.refunded_cents) + cents) });
  await ctx
    .contributions(PaymentKinds)
    .find((k) => k.id === row.kind)
    ?.reversed?.(ctx, operation, cents, reversal.kind, reversal.id, reason);
  await ctx.audit({
    action: 'payments.reversed',
    companyId: row.company_id,
    target: id,
    description: `${row.description}: ${reversal.kind}`,
    detail: { cents, reversal: reversal.id },
  });
}
