import { conflict, type Ctx, notFound } from '../../core/contract.ts';
import { PaymentKinds } from './contract.ts';
import { gatewayFor } from './gateway/index.ts';
import type { Reversal } from './gateway/gateway.ts';
import { operationOf, type Stored } from './operations.store.ts';

/**
 * Gives back part or all of a payment: the intent first, then the provider outside of any transaction, then what it answered. A lost
 * answer leaves the intent, which `settleRefunds` asks for again with the same key.
 */
export async function refund(ctx: Ctx, operationId: string, cents: number, reason: string): Promise<void> {
  const { row, refundId } = await ctx.transaction(async (inner) => {
    const paid = (await inner.db('payments_operation').where({ id: operationId }).forUpdate().first()) as Stored | undefined;
    if (!paid) throw notFound();
    const [{ open }] = (await inner.db('payments_refund').where({ operation_id: paid.id, state: 'created' }).sum('cents as open')) as [
      { open: string | null },
    ];
    if (paid.state !== 'succeeded' || Number(paid.refunded_cents) + Number(open ?? 0) + cents > Number(paid.amount_cents))
      throw conflict('payments.problem.refund-too-much');
    const [{ id }] = (await inner
      .db('payments_refund')
      .insert({ company_id: paid.company_id, operation_id: paid.id, cents, reason })
      .returning('id')) as [{ id: string }];
    return { row: paid, refundId: id };
  });
  const answer = await gatewayFor(ctx, row.gateway).refund({
    operationId: refundId,
    idempotencyKey: refundId,
    paymentId: row.payment_id!,
    amountCents: cents,
    account: row.account || null,
  });
  await ctx.transaction(async (inner) => {
    if (answer.status === 'succeeded') await noteReversal(inner, row, { id: answer.refundId, kind: 'refund', cents }, refundId);
    else await inner.db('payments_refund').where({ id: refundId, state: 'created' }).update({ state: 'failed' });
  });
}

/** Notes all that went back of a payment at the provider, whoever began it. Never inside a transaction. */
export async function syncReversals(ctx: Ctx, row: Stored): Promise<void> {
  const found = await gatewayFor(ctx, row.gateway).reversals({ paymentId: row.payment_id!, account: row.account || null });
  for (const reversal of found) await ctx.transaction((inner) => noteReversal(inner, row, reversal));
}

/** Once for each of the provider's ids: raises what was given back and tells the payment's kind, in one transaction. */
async function noteReversal(ctx: Ctx, { id }: Stored, reversal: Reversal, ownId?: string): Promise<void> {
  const row = (await ctx.db('payments_operation').where({ id }).forUpdate().first()) as Stored;
  if (await ctx.db('payments_refund').where({ refund_id: reversal.id }).first('id')) return;
  const change = { state: 'succeeded', refund_id: reversal.id };
  if (ownId) await ctx.db('payments_refund').where({ id: ownId }).update(change);
  else {
    const wanted = { company_id: row.company_id, operation_id: id, cents: reversal.cents, reason: reversal.kind };
    await ctx.db('payments_refund').insert({ ...wanted, ...change });
  }
  const cents = Math.min(reversal.cents, Number(row.amount_cents) - Number(row.refunded_cents));
  if (cents <= 0) return;
  await ctx.db('payments_operation').where({ id }).increment('refunded_cents', cents);
  const operation = operationOf({ ...row, refunded_cents: String(Number(row.refunded_cents) + cents) });
  await ctx
    .slot(PaymentKinds)
    .find((k) => k.id === row.kind)
    ?.reversed?.(ctx, operation, cents, reversal.kind);
  await ctx.audit({
    action: 'payments.reversed',
    companyId: row.company_id,
    target: id,
    description: `${row.description}: ${reversal.kind}`,
    detail: { cents, reversal: reversal.id },
  });
}
