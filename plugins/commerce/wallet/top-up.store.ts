import type { Knex } from 'knex';
import type { OperationRow } from './rows.gen.ts';

/** One top-up, from the wish to its outcome. How it is paid stands with the payment of the same id. */
export interface TopUp {
  id: string;
  companyId: number;
  number: number;
  source: 'manual' | 'auto';
  amountCents: number;
  /** What the wallet is set to when the payment succeeds; null leaves it. */
  customAmount: boolean | null;
  stopContinual: boolean | null;
  state: 'open' | 'succeeded' | 'failed';
  reason: string | null;
  askedHash: Buffer | null;
}
export interface NewTopUp {
  /** The payment's. */
  id: string;
  companyId: number;
  number: number;
  source: 'manual' | 'auto';
  amountCents: number;
  customAmount?: boolean;
  stopContinual?: boolean;
  asked?: { key: string | null; hash: Buffer };
  actorId: number;
}

/** For so long the same request of the same session means the same top-up. */
const DOUBLE_CLICK = `interval '60 seconds'`;

export async function insertTopUp(db: Knex, t: NewTopUp): Promise<TopUp> {
  const [row] = (await db('wallet_operation')
    .insert({
      id: t.id,
      company_id: t.companyId,
      number: t.number,
      source: t.source,
      amount_cents: t.amountCents,
      custom_amount: t.customAmount ?? null,
      stop_continual: t.stopContinual ?? null,
      asked_key: t.asked?.key ?? null,
      asked_hash: t.asked?.hash ?? null,
      actor_id: t.actorId,
    })
    .returning('*')) as [OperationRow];
  return topUpOf(row);
}

/** The top-up that an earlier copy of the request began: by its stated key, or the same request of the last minute. */
export async function findAsked(db: Knex, companyId: number, asked: { key: string | null; hash: Buffer }): Promise<TopUp | null> {
  const query = db('wallet_operation').where({ company_id: companyId });
  const row = (await (
    asked.key === null
      ? query
          .whereNull('asked_key')
          .where({ asked_hash: asked.hash })
          .whereRaw(`created_at > now() - ${DOUBLE_CLICK}`)
          .orderBy('number', 'desc')
      : query.where({ asked_key: asked.key })
  ).first()) as OperationRow | undefined;
  return row ? topUpOf(row) : null;
}

export async function hasOpen(db: Knex, companyId: number): Promise<boolean> {
  return (await db('wallet_operation').where({ company_id: companyId, state: 'open' }).first('id')) !== undefined;
}

/** What a top-up that is under way will bring, in cents; null when there is none. */
export async function openCents(db: Knex, companyId: number): Promise<number | null> {
  const row = (await db('wallet_operation').where({ company_id: companyId, state: 'open' }).first('amount_cents')) as
    | { amount_cents: string }
    | undefined;
  return row ? Number(row.amount_cents) : null;
}

/** The newest top-up of a wallet. */
export async function lastTopUp(db: Knex, companyId: number): Promise<TopUp | null> {
  const row = (await db('wallet_operation').where({ company_id: companyId }).orderBy('number', 'desc').first()) as OperationRow | undefined;
  return row ? topUpOf(row) : null;
}

/** Who asked for top-ups, by their ids. */
export async function sourcesOf(db: Knex, ids: readonly string[]): Promise<Map<string, TopUp['source']>> {
  const rows = (await db('wallet_operation')
    .whereRaw('id = any(?)', [[...ids]])
    .select('id', 'source')) as Pick<OperationRow, 'id' | 'source'>[];
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** Null when that outcome was known already. Money that was taken wins over a failure written before. */
export async function markPaid(db: Knex, id: string): Promise<TopUp | null> {
  const query = db('wallet_operation').where({ id }).whereNot({ state: 'succeeded' });
  const [row] = (await query.update({ state: 'succeeded', reason: null, finished_at: db.fn.now() }).returning('*')) as OperationRow[];
  return row ? topUpOf(row) : null;
}

/** Null when its outcome was known already. */
export async function markFailed(db: Knex, id: string, reason: string): Promise<TopUp | null> {
  const query = db('wallet_operation').where({ id, state: 'open' });
  const [row] = (await query.update({ state: 'failed', reason, finished_at: db.fn.now() }).returning('*')) as OperationRow[];
  return row ? topUpOf(row) : null;
}

/** Cents that automatic top-ups took, or may still take, since `from`. */
export async function autoCentsSince(db: Knex, companyId: number, from: Date): Promise<number> {
  const [{ cents }] = (await db('wallet_operation')
    .where({ company_id: companyId, source: 'auto' })
    .whereNot({ state: 'failed' })
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

function topUpOf(row: OperationRow): TopUp {
  return {
    id: row.id,
    companyId: row.company_id,
    number: row.number,
    source: row.source,
    amountCents: Number(row.amount_cents),
    customAmount: row.custom_amount,
    stopContinual: row.stop_continual,
    state: row.state,
    reason: row.reason,
    askedHash: row.asked_hash,
  };
}
