import type { Knex } from 'knex';
import { type Ctx, rowsAndTotal } from '../../../core/contract.ts';
import type { AgencyCharge, ChargeKind, ChargeState } from './contract.ts';
import type { ChargeRow } from './rows.gen.ts';

/** A charge as it is kept: what the contract tells, and what its next try hangs on. */
export interface Charge extends AgencyCharge {
  detail: Record<string, unknown>;
  attempts: number;
  /** How often the bank took the money back. */
  round: number;
  failedAt: Date | null;
  retryAt: Date | null;
  finishedAt: Date | null;
}
interface Stored extends ChargeRow {
  detail: Record<string, unknown>;
}
const TABLE = 'agency_billing_charge';

export const chargeOf = (row: Stored): Charge => ({
  id: row.id,
  agencyId: row.company_id,
  kind: row.kind,
  key: row.key,
  description: row.description,
  priceCents: Number(row.price_cents),
  cents: Number(row.cents),
  coupon: row.coupon,
  detail: row.detail,
  state: row.state,
  reason: row.reason,
  operationId: row.operation_id,
  attempts: row.attempts,
  round: row.round,
  failedAt: row.failed_at,
  retryAt: row.retry_at,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
const first = async (query: Knex.QueryBuilder): Promise<Charge | null> => {
  const row = ((await query) as Stored[])[0];
  return row ? chargeOf(row) : null;
};

export interface NewCharge {
  key: string;
  kind: ChargeKind;
  description: string;
  priceCents: number;
  cents: number;
  coupon?: string | null;
  detail?: Record<string, unknown>;
}

/** Writes the charge; null when there is one of the key, unless that one was withdrawn: it is made anew. */
export function insertCharge(db: Knex, agencyId: number, wish: NewCharge, now: Date): Promise<Charge | null> {
  const values = {
    kind: wish.kind,
    description: wish.description,
    price_cents: wish.priceCents,
    cents: wish.cents,
    coupon: wish.coupon ?? null,
    detail: JSON.stringify(wish.detail ?? {}),
    state: 'paying',
    reason: null,
    created_at: now,
    finished_at: null,
  };
  return first(
    db(TABLE)
      .insert({ company_id: agencyId, key: wish.key, ...values })
      .onConflict(['company_id', 'key'])
      .merge(values)
      .where(`${TABLE}.state`, 'withdrawn')
      .returning('*'),
  );
}

export const chargeByKey = (db: Knex, agencyId: number, key: string): Promise<Charge | null> =>
  first(db(TABLE).where({ company_id: agencyId, key }));
export const chargeById = (db: Knex, id: string): Promise<Charge | null> => first(db(TABLE).where({ id }));

/** Changes a charge that is still in one of the states; null when it is not. */
export const changeCharge = (db: Knex, id: string, from: readonly ChargeState[], change: Record<string, unknown>): Promise<Charge | null> =>
  first(db(TABLE).where({ id }).whereIn('state', from).update(change).returning('*'));

export const chargesIn = async (db: Knex, agencyId: number, states: readonly ChargeState[]): Promise<Charge[]> =>
  ((await db(TABLE).where({ company_id: agencyId }).whereIn('state', states).orderBy(['created_at', 'id'])) as Stored[]).map(chargeOf);

/** Failed charges that are to be tried again by themselves now. */
export const chargesToRetry = async (db: Knex, agencyId: number, now: Date): Promise<Charge[]> =>
  ((await db(TABLE).where({ company_id: agencyId, state: 'failed' }).where('retry_at', '<=', now).orderBy('created_at')) as Stored[]).map(
    chargeOf,
  );

export const agenciesToRetry = async (db: Knex, now: Date): Promise<number[]> =>
  (await db(TABLE).where({ state: 'failed' }).where('retry_at', '<=', now).pluck('company_id')) as number[];

/** Failed wholesale charges hand their debt over to a switch of manual bill, and have it back when nothing becomes of that. */
export const foldWholesale = (db: Knex, agencyId: number, into: string): Promise<number> =>
  db(TABLE).where({ company_id: agencyId, kind: 'wholesale', state: 'failed' }).update({ state: 'withdrawn', folded_into: into });
export const unfold = (db: Knex, from: string): Promise<number> =>
  db(TABLE).where({ folded_into: from, state: 'withdrawn' }).update({ state: 'failed', folded_into: null });

/** One page of an agency's charges, newest first; what came to nothing and was never tried again is left out. */
export async function historyOf(
  ctx: Ctx,
  agencyId: number,
  at: { perPage: number; offset: number },
): Promise<{ rows: Charge[]; total: number }> {
  const found = ctx.db(TABLE).where({ company_id: agencyId });
  const { rows, total } = await rowsAndTotal<Stored>(ctx, found, (all) => all.orderBy('created_at', 'desc').orderBy('id'), at);
  return { rows: rows.map(chargeOf), total };
}

/** Failed charges. Said in the text and not bound, as it is of indexes: a plan for any state would read all charges. */
const failed = (db: Knex): Knex.QueryBuilder => db(`${TABLE} as c`).whereRaw(`c.state = 'failed'`);

/** Those of the agencies in sight, or of some of them, that have a failed charge. */
export async function agenciesWithFailed(db: Knex, among?: readonly number[]): Promise<number[]> {
  const charges = failed(db);
  if (among) void charges.whereIn('c.company_id', [...among]);
  return (await charges.distinct('c.company_id').pluck('company_id')) as number[];
}

/** An agency with failed charges: what it owes for them in cents, and since when; `total`: how many agencies owe. */
interface Owing {
  name: string;
  cents: number;
  since: Date;
  total: number;
}
/** The first agencies in sight with failed charges, the oldest debt first. */
export async function agenciesOwing(db: Knex, most: number): Promise<Owing[]> {
  const rows = (await failed(db)
    .join('core_public_company as t', 't.id', 'c.company_id')
    .whereNull('t.removed_at')
    .groupBy('t.id', 't.name')
    .orderBy(['since', 't.id'])
    .limit(most)
    .select(
      't.name',
      db.raw('sum(c.cents)::bigint as cents, min(coalesce(c.failed_at, c.created_at)) as since, count(*) over ()::int as total'),
    )) as (Omit<Owing, 'cents'> & { cents: string })[];
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}
