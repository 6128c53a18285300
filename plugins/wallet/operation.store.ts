import type { Knex } from 'knex';
import type { ChargeRequest } from './gateway/port.ts';

export type OperationState = 'created' | 'submitted' | 'succeeded' | 'failed' | 'unknown';

/** One top-up, from the wish to its outcome. */
export interface Operation {
  id: string;
  companyId: number;
  number: number;
  source: 'manual' | 'auto';
  amountCents: number;
  card: string;
  /** What the wallet is set to when the payment succeeds; null leaves it. */
  customAmount: boolean | null;
  stopContinual: boolean | null;
  state: OperationState;
  reason: string | null;
  askedHash: Buffer | null;
  createdAt: Date;
}
interface Stored {
  id: string;
  company_id: number;
  number: number;
  source: 'manual' | 'auto';
  amount_cents: string;
  card: string;
  custom_amount: boolean | null;
  stop_continual: boolean | null;
  state: OperationState;
  reason: string | null;
  asked_hash: Buffer | null;
  created_at: Date;
}
export interface NewOperation {
  companyId: number;
  number: number;
  source: 'manual' | 'auto';
  amountCents: number;
  card: string;
  gateway: string;
  customAmount?: boolean;
  stopContinual?: boolean;
  asked?: { key: string | null; hash: Buffer };
  actorId: number;
}

const OPEN = ['created', 'submitted', 'unknown'];
/** For so long the same request of the same session means the same top-up. */
const DOUBLE_CLICK = `interval '60 seconds'`;

export async function insertOperation(db: Knex, o: NewOperation): Promise<Operation> {
  const [row] = (await db('wallet_operation')
    .insert({
      company_id: o.companyId,
      number: o.number,
      source: o.source,
      amount_cents: o.amountCents,
      card: o.card,
      gateway: o.gateway,
      custom_amount: o.customAmount ?? null,
      stop_continual: o.stopContinual ?? null,
      asked_key: o.asked?.key ?? null,
      asked_hash: o.asked?.hash ?? null,
      actor_id: o.actorId,
    })
    .returning('*')) as [Stored];
  return operationOf(row);
}

export async function findOperation(db: Knex, id: string): Promise<Operation | null> {
  const row = (await db('wallet_operation').where({ id }).first()) as Stored | undefined;
  return row ? operationOf(row) : null;
}

/** The top-up that an earlier copy of the request began: by its stated key, or the same request of the last minute. */
export async function findAsked(db: Knex, companyId: number, asked: { key: string | null; hash: Buffer }): Promise<Operation | null> {
  const query = db('wallet_operation').where({ company_id: companyId });
  const row = (await (
    asked.key === null
      ? query
          .whereNull('asked_key')
          .where({ asked_hash: asked.hash })
          .whereRaw(`created_at > now() - ${DOUBLE_CLICK}`)
          .orderBy('number', 'desc')
      : query.where({ asked_key: asked.key })
  ).first()) as Stored | undefined;
  return row ? operationOf(row) : null;
}

export async function findOpen(db: Knex, companyId: number): Promise<Operation | null> {
  const row = (await db('wallet_operation').where({ company_id: companyId }).whereIn('state', OPEN).first()) as Stored | undefined;
  return row ? operationOf(row) : null;
}

/** Open top-ups whose outcome is to be asked for now; each is put off by a minute, so that two reconcilers share them. */
export async function takeOverdue(db: Knex): Promise<Operation[]> {
  const rows = (await db('wallet_operation')
    .whereIn(
      'id',
      (q: Knex.QueryBuilder) =>
        void q
          .select('id')
          .from('wallet_operation')
          .whereIn('state', OPEN)
          .whereRaw('check_at <= now()')
          .limit(20)
          .forUpdate()
          .skipLocked(),
    )
    .update({ check_at: db.raw(`now() + interval '1 minute'`) })
    .returning('*')) as Stored[];
  return rows.map(operationOf);
}

/** Companies with top-ups whose outcome is to be asked for now. */
export async function overdueCompanies(platform: Knex): Promise<number[]> {
  return (await platform('wallet_operation')
    .distinct('company_id')
    .whereIn('state', OPEN)
    .whereRaw('check_at <= now()')
    .pluck('company_id')) as number[];
}

/** Marks the intent as about to be sent. False when it is not waiting for that any more. */
export async function markSubmitted(db: Knex, id: string): Promise<boolean> {
  return (await db('wallet_operation').where({ id, state: 'created' }).update({ state: 'submitted' })) === 1;
}

/** The call broke off: nobody knows what became of it, and the reconciler is to ask at once. */
export async function markUnknown(db: Knex, id: string): Promise<void> {
  await db('wallet_operation').where({ id, state: 'submitted' }).update({ state: 'unknown', check_at: db.fn.now() });
}

/** False when the outcome was known already. */
export async function markFailed(db: Knex, id: string, reason: string): Promise<boolean> {
  return (
    (await db('wallet_operation').where({ id }).whereIn('state', OPEN).update({ state: 'failed', reason, finished_at: db.fn.now() })) === 1
  );
}

/** Money that was taken wins over any other outcome written before. False when it was known already. */
export async function markSucceeded(db: Knex, id: string, paymentId: string): Promise<boolean> {
  return (
    (await db('wallet_operation')
      .where({ id })
      .whereNot({ state: 'succeeded' })
      .update({ state: 'succeeded', payment_id: paymentId, reason: null, finished_at: db.fn.now() })) === 1
  );
}

/** Cents that automatic top-ups took, or may still take, since `from`. */
export async function autoCentsSince(db: Knex, companyId: number, from: Date): Promise<number> {
  const [{ cents }] = (await db('wallet_operation')
    .where({ company_id: companyId, source: 'auto' })
    .whereIn('state', [...OPEN, 'succeeded'])
    .where('created_at', '>=', from)
    .select(db.raw('coalesce(sum(amount_cents), 0) as cents'))) as [{ cents: string }];
  return Number(cents);
}

/** All that was ever paid in, and the last payment. */
export async function paidIn(db: Knex, companyId: number): Promise<{ totalCents: number; last: { cents: number; at: Date } | null }> {
  const [row] = (await db('wallet_operation')
    .where({ company_id: companyId, state: 'succeeded' })
    .select(
      db.raw(`coalesce(sum(amount_cents), 0) as total, (array_agg(amount_cents order by number desc))[1] as cents, max(finished_at) as at`),
    )) as [{ total: string; cents: string | null; at: Date | null }];
  return { totalCents: Number(row.total), last: row.cents === null || row.at === null ? null : { cents: Number(row.cents), at: row.at } };
}

/** What the payment provider is told. The key never changes for an operation. */
export const requestOf = (o: Operation): ChargeRequest => ({
  operationId: o.id,
  idempotencyKey: `wallet-${o.companyId}-${o.number}`,
  amountCents: o.amountCents,
  card: o.card,
});

function operationOf(row: Stored): Operation {
  return {
    id: row.id,
    companyId: row.company_id,
    number: row.number,
    source: row.source,
    amountCents: Number(row.amount_cents),
    card: row.card,
    customAmount: row.custom_amount,
    stopContinual: row.stop_continual,
    state: row.state,
    reason: row.reason,
    askedHash: row.asked_hash,
    createdAt: row.created_at,
  };
}
