import type { Knex } from 'knex';
import type { AgencyRow } from './rows.gen.ts';

const open = (db: Knex): Knex.QueryBuilder => db('dunning_agency').whereNull('closed_at');

/** Agencies in the caller's sight that owe; of those named, or of all. */
export async function failedAgencies(db: Knex, among?: readonly number[]): Promise<number[]> {
  return (await open(db)
    .modify((q) => among && void q.whereIn('company_id', among))
    .pluck('company_id')) as number[];
}

export const stageOf = (db: Knex, agencyId: number): Knex.Raw => db.raw('select dunning_agency_stage(?) as stage', [agencyId]);

/** How far the agency's arrears have gone, also for its clients; null when its payments are in order. */
export async function agencyStage(db: Knex, agencyId: number): Promise<AgencyRow['stage'] | null> {
  const { rows } = (await stageOf(db, agencyId)) as {
    rows: [{ stage: AgencyRow['stage'] | null }];
  };
  return rows[0].stage;
}

/** Notes a failed payment: opens the agency's arrears with it, or adds it to them. `opened`: it was the first. */
export async function noteAgencyFailure(
  db: Knex,
  agencyId: number,
  failure: { operationId: string; cents: number; failedAt: Date; graceUntil: Date },
): Promise<{ opened: boolean }> {
  const { rows } = (await db.raw(
    `insert into dunning_agency (company_id, failed_at, grace_until, operations, owed_cents) values (?, ?, ?, array[?]::text[], ?)
     on conflict (company_id) where closed_at is null do nothing returning id`,
    [agencyId, failure.failedAt, failure.graceUntil, failure.operationId, failure.cents],
  )) as { rows: unknown[] };
  if (rows.length > 0) return { opened: true };
  await db.raw(
    `update dunning_agency set operations = operations || ?::text, owed_cents = owed_cents + ?
     where company_id = ? and closed_at is null and not ? = any (operations)`,
    [failure.operationId, failure.cents, agencyId, failure.operationId],
  );
  return { opened: false };
}

/** Agencies whose grace has passed. */
export const agenciesPastGrace = (db: Knex, now: Date): Promise<number[]> =>
  open(db).where({ stage: 'grace' }).where('grace_until', '<=', now).pluck('company_id') as Promise<number[]>;

/** Ends the grace if it has passed; answers what is owed, or undefined when there is nothing to do. */
export async function endGrace(db: Knex, agencyId: number, now: Date): Promise<AgencyRow | undefined> {
  const due = open(db).where({ company_id: agencyId, stage: 'grace' }).where('grace_until', '<=', now);
  const [row] = (await due.update({ stage: 'paused' }).returning('*')) as (AgencyRow | undefined)[];
  return row;
}

/** Closes the agency's arrears; undefined when there were none. */
export async function closeAgency(db: Knex, agencyId: number, now: Date): Promise<AgencyRow | undefined> {
  const [row] = (await open(db).where({ company_id: agencyId }).update({ closed_at: now }).returning('*')) as (AgencyRow | undefined)[];
  return row;
}

/** What the agency's own card could not pay, in cents. */
export async function agencyOwed(db: Knex, agencyId: number): Promise<number> {
  const row = (await open(db).where({ company_id: agencyId }).first('owed_cents')) as Pick<AgencyRow, 'owed_cents'> | undefined;
  return Number(row?.owed_cents ?? 0);
}
