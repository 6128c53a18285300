import type { Knex } from 'knex';
import type { Tenant } from '../../../core/contract.ts';
import type { ChargeOutcome, ChargeRequest } from './gateway/gateway.ts';
import type { Operation } from './contract.ts';
import type { OperationRow } from './rows.gen.ts';

export interface Stored extends OperationRow {
  reason: Operation['reason'];
}
export type NewOperation = Pick<
  Stored,
  'company_id' | 'kind' | 'subject' | 'description' | 'gateway' | 'account' | 'customer' | 'card' | 'brand' | 'last4'
> & {
  amount_cents: number;
  fee_cents: number;
  actor_id: number;
};

const OPEN = ['created', 'submitted', 'unknown'];

/** The payment that stands for a subject: open or succeeded. */
export async function findLive(db: Knex, of: { company_id: number; kind: string; subject: string }): Promise<Stored | undefined> {
  return (await db('payments_operation')
    .where({ ...of, surplus: false })
    .whereNot({ state: 'failed' })
    .first()) as Stored | undefined;
}

/** Writes an intent under the subject's next number. Undefined when another one was first. */
export async function insertOperation(db: Knex, wanted: NewOperation): Promise<Stored | undefined> {
  const { company_id, kind, subject } = wanted;
  const [{ tries }] = (await db('payments_operation').where({ company_id, kind, subject }).count('* as tries')) as [{ tries: string }];
  const [row] = (await db('payments_operation')
    .insert({ ...wanted, number: Number(tries) + 1 })
    .onConflict()
    .ignore()
    .returning('*')) as (Stored | undefined)[];
  return row;
}

export async function findOperation(db: Knex, id: string): Promise<Stored | undefined> {
  return (await db('payments_operation').where({ id }).first()) as Stored | undefined;
}

/** Payments of a company, or of an agency and its clients, that have no outcome yet; oldest first. */
export async function runningOf(db: Knex, { kind, id }: Tenant): Promise<Stored[]> {
  const of = kind === 'agency' ? { agency_id: id } : { company_id: id };
  return (await db('payments_operation').where(of).whereIn('state', OPEN).orderBy('created_at')) as Stored[];
}

/** Takes intents that wait to be sent; nobody else gets them. What dies between here and the provider is the reconciler's. */
export const takeCreated = (db: Knex): Promise<Stored[]> =>
  take(db, (q) => void q.where({ state: 'created' }), {
    state: 'submitted',
    submitted_at: db.fn.now(),
    check_at: db.raw(`now() + interval '2 minutes'`),
  });

/** Payments whose outcome is to be asked for now: nobody knows it, or their card's holder says that they confirmed. */
const overdue = (q: Knex.QueryBuilder): void =>
  void q.whereRaw('check_at <= now()').whereRaw(`(state in ('submitted', 'unknown') or (state = 'failed' and client_secret is not null))`);

/** Takes payments whose outcome is to be asked for now; each is put off by a minute, so that two reconcilers share them. */
export const takeOverdue = (db: Knex): Promise<Stored[]> => take(db, overdue, { check_at: db.raw(`now() + interval '1 minute'`) });

async function take(db: Knex, which: (q: Knex.QueryBuilder) => void, change: object): Promise<Stored[]> {
  const chosen = db('payments_operation').select('id').limit(10).forUpdate().skipLocked();
  which(chosen);
  return (await db('payments_operation as o')
    .withMaterialized('chosen', chosen)
    .updateFrom('chosen')
    .where('o.id', db.ref('chosen.id'))
    .update(change)
    .returning('o.*')) as Stored[];
}

/** Agencies with intents to send, and with outcomes to ask for. */
export const agenciesWithCreated = (platform: Knex): Promise<number[]> => agencies(platform, (q) => void q.whereRaw(`state = 'created'`));
export const agenciesOverdue = (platform: Knex): Promise<number[]> => agencies(platform, overdue);

async function agencies(platform: Knex, which: (q: Knex.QueryBuilder) => void): Promise<number[]> {
  const query = platform('payments_operation').distinct('agency_id');
  which(query);
  return (await query.pluck('agency_id')) as number[];
}

/** A worker that held a payment longer than this has lost it: the reconciler may have given it up. */
const HELD = '1 minute';

/** Whether a payment that a worker took may still be sent by it. */
export async function isHeld(db: Knex, id: string): Promise<boolean> {
  const held = db('payments_operation').where({ id, state: 'submitted' }).whereRaw(`submitted_at > now() - ?::interval`, [HELD]);
  return (await held.first('id')) !== undefined;
}

/** The call broke off: nobody knows what became of it, and the reconciler is to ask at once. */
export async function markUnknown(db: Knex, id: string): Promise<void> {
  await db('payments_operation').where({ id, state: 'submitted' }).update({ state: 'unknown', check_at: db.fn.now() });
}

/** Another payment of the same subject is open or has succeeded. */
const TRIED_ANEW = `exists (
  select from payments_operation o where (o.company_id, o.kind, o.subject) = (payments_operation.company_id, payments_operation.kind, payments_operation.subject)
    and o.id <> payments_operation.id and o.state <> 'failed' and not o.surplus)`;

/** Writes an outcome. Money that was taken wins over any other outcome written before. Undefined when nothing changed. */
export async function markSettled(
  db: Knex,
  id: string,
  outcome: ChargeOutcome | { status: 'failed'; reason: 'not_charged' },
): Promise<Stored | undefined> {
  const query = db('payments_operation').where({ id });
  const [row] = (await (
    outcome.status === 'succeeded'
      ? query.whereNot({ state: 'succeeded' }).update({
          state: 'succeeded',
          surplus: db.raw(TRIED_ANEW),
          payment_id: outcome.paymentId,
          reason: null,
          client_secret: null,
          finished_at: db.fn.now(),
        })
      : query.whereIn('state', OPEN).update({
          state: 'failed',
          check_at: NEVER,
          reason: outcome.reason,
          client_secret: 'clientSecret' in outcome ? outcome.clientSecret : null,
          finished_at: db.fn.now(),
        })
  ).returning('*')) as (Stored | undefined)[];
  return row;
}

/** Earlier payments of the same subject that the card's holder could still confirm. */
export async function confirmableBefore(db: Knex, { id, company_id, kind, subject }: Stored): Promise<Stored[]> {
  const same = db('payments_operation').where({ company_id, kind, subject, state: 'failed' }).whereNot({ id });
  return (await same.whereNotNull('client_secret')) as Stored[];
}

const NEVER = 'infinity';

/** The holder says that they confirmed a failed payment: it is to be asked about now. False when nothing asks with this secret. */
export async function askAgain(db: Knex, id: string, clientSecret: string): Promise<boolean> {
  return (
    (await db('payments_operation').where({ id, state: 'failed', client_secret: clientSecret }).update({ check_at: db.fn.now() })) === 1
  );
}

/** It was asked about, and has failed as before. */
export async function noteAsked(db: Knex, id: string): Promise<void> {
  await db('payments_operation').where({ id, state: 'failed' }).update({ check_at: NEVER });
}

/** Whether a failed payment waits to be asked about. */
export async function isToBeAsked(db: Knex, id: string): Promise<boolean> {
  return (await db('payments_operation').where({ id, state: 'failed' }).where('check_at', '<', NEVER).first('id')) !== undefined;
}

/** The payment of a company that its holder may confirm with this secret. */
export async function confirmable(db: Knex, companyId: number, clientSecret: string): Promise<boolean> {
  return (await db('payments_operation').where({ company_id: companyId, client_secret: clientSecret }).first('id')) !== undefined;
}

/** Nobody can confirm the payment any more. */
export async function forgetSecret(db: Knex, id: string): Promise<void> {
  await db('payments_operation').where({ id }).update({ client_secret: null });
}

/** How the provider is asked about a payment. */
export const askedAbout = (row: Stored) => ({
  operationId: row.id,
  customer: row.customer,
  account: row.account || null,
  since: row.created_at,
});

/** What the payment provider is told. The key never changes for a payment. */
export const requestOf = (row: Stored): ChargeRequest => ({
  operationId: row.id,
  idempotencyKey: row.id,
  amountCents: Number(row.amount_cents),
  feeCents: Number(row.fee_cents),
  customer: row.customer,
  card: row.card,
  account: row.account || null,
  description: row.description,
});

export const operationOf = (row: Stored): Operation => ({
  id: row.id,
  companyId: row.company_id,
  kind: row.kind,
  subject: row.subject,
  amountCents: Number(row.amount_cents),
  feeCents: Number(row.fee_cents),
  cardId: row.card,
  card: { brand: row.brand, last4: row.last4 },
  state: row.state,
  reason: row.reason,
  clientSecret: row.client_secret,
  paymentId: row.payment_id,
  refundedCents: Number(row.refunded_cents),
  createdAt: row.created_at,
});
