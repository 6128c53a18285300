import { randomUUID } from 'node:crypto';
import type { Ctx } from '../../../core/contract.ts';
import type { ChargeOutcome, ChargeRequest, DeclineReason, PaymentGateway } from './port.ts';

/** Test cards, and what the sandbox does with each: always the same. */
export const SANDBOX_CARDS = ['approved', 'declined', 'declined_for_good', 'authentication_required', 'answer_lost'] as const;
export type SandboxCard = (typeof SANDBOX_CARDS)[number];

interface Row {
  id: string;
  idem_key: string;
  operation_id: string;
  amount_cents: string;
  status: 'succeeded' | 'failed';
  reason: DeclineReason | null;
}

/**
 * A payment provider that moves no money. It keeps its own record in its own transactions, as a provider would, so that
 * everything around a charge (a lost answer, a repeat, a question asked later) happens as it would with a real one.
 * `answer_lost` takes the money and then breaks the line.
 */
export const sandboxGateway = (ctx: Ctx): PaymentGateway => ({
  id: 'sandbox',
  async charge(request) {
    const row = await ctx.transaction((inner) => record(inner, request));
    if (request.card === 'answer_lost') throw new Error('sandbox: the line broke after the charge');
    return outcomeOf(row);
  },
  async find(operationId) {
    const row = (await ctx.transaction((inner) => inner.db('wallet_sandbox_charge').where({ operation_id: operationId }).first())) as
      | Row
      | undefined;
    return row ? outcomeOf(row) : null;
  },
});

async function record(ctx: Ctx, request: ChargeRequest): Promise<Row> {
  const reason = request.card === 'approved' || request.card === 'answer_lost' ? null : request.card;
  await ctx
    .db('wallet_sandbox_charge')
    .insert({
      id: `sandbox_${randomUUID()}`,
      company_id: ctx.tenant.id,
      operation_id: request.operationId,
      idem_key: request.idempotencyKey,
      amount_cents: request.amountCents,
      status: reason ? 'failed' : 'succeeded',
      reason,
    })
    .onConflict(['company_id', 'idem_key'])
    .ignore();
  const row = (await ctx.db('wallet_sandbox_charge').where({ company_id: ctx.tenant.id, idem_key: request.idempotencyKey }).first()) as Row;
  if (row.operation_id !== request.operationId || Number(row.amount_cents) !== request.amountCents)
    throw new Error('sandbox: the key was used for another charge');
  return row;
}

const outcomeOf = (row: Row): ChargeOutcome =>
  row.status === 'succeeded' ? { status: 'succeeded', paymentId: row.id } : { status: 'failed', reason: row.reason ?? 'declined' };
