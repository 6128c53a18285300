import type { Knex } from 'knex';
import type { ArrearsRow } from './rows.gen.ts';

export type ArrearsChange = Partial<Pick<ArrearsRow, 'rounds' | 'next_try_at' | 'try_now' | 'hard' | 'stage' | 'campaigns'>> & {
  closed_at?: Date;
  /** When the calendar looks at them next, unless a try is due before. */
  look_at?: Date;
};

const open = (db: Knex): Knex.QueryBuilder => db('dunning_arrears').whereNull('closed_at');

export const arrearsRow = (db: Knex, companyId: number): Knex.QueryBuilder => open(db).where({ company_id: companyId }).first();

/** The client's arrears, or undefined when its payments are in order. */
export const arrearsOf = (db: Knex, companyId: number): Promise<ArrearsRow | undefined> =>
  arrearsRow(db, companyId) as Promise<ArrearsRow | undefined>;

/** The same, locked until the transaction ends. */
export const lockArrears = (db: Knex, companyId: number): Promise<ArrearsRow | undefined> =>
  open(db).where({ company_id: companyId }).forUpdate().first() as Promise<ArrearsRow | undefined>;

/** Opens arrears unless they are open, and answers them locked. */
export async function openArrears(db: Knex, companyId: number, failedAt: Date): Promise<ArrearsRow> {
  await db.raw(
    `insert into dunning_arrears (company_id, failed_at) values (?, ?) on conflict (company_id) where closed_at is null do nothing`,
    [companyId, failedAt],
  );
  return (await lockArrears(db, companyId))!;
}

export async function changeArrears(db: Knex, id: number, change: ArrearsChange): Promise<void> {
  await db('dunning_arrears').where({ id }).update(change);
}

/** Open arrears at which the calendar is to look by now. */
const toLookAt = (db: Knex, now: Date): Knex.QueryBuilder => open(db).whereRaw('least(look_at, next_try_at) <= ?', [now]);

export const agenciesToLookAt = (db: Knex, now: Date): Promise<number[]> =>
  toLookAt(db, now).distinct('agency_id').pluck('agency_id') as Promise<number[]>;
/** Clients of an agency at whose arrears the calendar is to look. */
export const clientsToLookAt = (db: Knex, agencyId: number, now: Date): Promise<number[]> =>
  toLookAt(db, now).where({ agency_id: agencyId }).orderBy('company_id').pluck('company_id') as Promise<number[]>;
/** Puts off the next look at the arrears of a client. */
export async function lookAgainAt(db: Knex, companyId: number, at: Date): Promise<void> {
  await open(db).where({ company_id: companyId }).update({ look_at: at });
}

/** Clients in the caller's sight with open arrears; of those named, or of all. */
export async function failedClients(db: Knex, among?: readonly number[]): Promise<number[]> {
  return (await open(db)
    .modify((q) => among && void q.whereIn('company_id', among))
    .pluck('company_id')) as number[];
}

export interface InArrears {
  name: string;
  stage: ArrearsRow['stage'];
  since: Date;
  /** How many there are. */
  total: number;
}
/** The first of those in arrears of a client itself, or of an agency's clients, with how far they have gone and since when; the oldest first. */
export const clientsInArrears = async (
  db: Knex,
  companyId: number,
  { kind, most }: { kind: 'agency' | 'client'; most: number },
): Promise<InArrears[]> =>
  (await db('dunning_arrears as a')
    .join('core_public_company as t', 't.id', 'a.company_id')
    .whereNull('a.closed_at')
    .whereNull('t.removed_at')
    .where(kind === 'agency' ? 'a.agency_id' : 'a.company_id', companyId)
    .orderBy('a.failed_at')
    .limit(most)
    .select('t.name', 'a.stage', 'a.failed_at as since', db.raw('count(*) over ()::int as total'))) as InArrears[];

/** Notes a failed payment of an invoice; false when it was noted before. */
export async function noteFailure(
  db: Knex,
  arrearsId: number,
  companyId: number,
  invoiceId: string,
  operationId: string,
): Promise<boolean> {
  const { rows } = (await db.raw(
    `insert into dunning_invoice (arrears_id, company_id, invoice_id, operation_id) values (?, ?, ?, ?)
     on conflict (company_id, arrears_id, invoice_id) do update set operation_id = excluded.operation_id
     where dunning_invoice.operation_id <> excluded.operation_id returning invoice_id`,
    [arrearsId, companyId, invoiceId, operationId],
  )) as { rows: unknown[] };
  return rows.length > 0;
}

/** Invoices that the arrears are about. */
export const invoicesOf = (db: Knex, arrearsId: number): Promise<string[]> =>
  db('dunning_invoice').where({ arrears_id: arrearsId }).pluck('invoice_id') as Promise<string[]>;

/** A new card: it may work where the old one was refused for good. */
export async function noteNewCard(db: Knex, companyId: number): Promise<void> {
  await open(db).where({ company_id: companyId }).update({ hard: false });
}

/** Agencies, and clients of one, of whom a try is to be made now. */
export const agenciesToTry = (platform: Knex): Promise<number[]> =>
  open(platform).whereRaw('try_now').distinct('agency_id').pluck('agency_id') as Promise<number[]>;
export const clientsToTry = (db: Knex): Promise<number[]> =>
  open(db).where({ try_now: true }).orderBy('company_id').pluck('company_id') as Promise<number[]>;
