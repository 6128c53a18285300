import type { Knex } from 'knex';
import { containing, type Ctx, pageOfFound, pageWalked, rowsAndTotal } from '../../../core/contract.ts';

export interface VisitRow {
  id: string;
  company_id: number;
  operator_id: number;
  operator_name: string;
  account_id: number;
  account_name: string;
  reason: string;
  started_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  ended_how: string | null;
}

/** A visit that the actor may `action`. */
export const visitById = (ctx: Ctx, id: string, action: string): Promise<VisitRow | undefined> =>
  ctx.query('ViewVisit', action).where({ 'view_mode_visit.id': id }).first('view_mode_visit.*');

/** Visits that nobody ended, but for those whose session may not be open yet. */
export const openVisits = (db: Knex): Promise<VisitRow[]> =>
  db('view_mode_visit').whereNull('ended_at').whereRaw(`started_at < now() - interval '1 minute'`).orderBy('started_at').limit(500);

/** Marks the end of a visit; undefined when it was over already. */
export async function closeVisit(db: Knex, id: string, how: string, now: Date): Promise<VisitRow | undefined> {
  const [row] = (await db('view_mode_visit')
    .where({ id })
    .whereNull('ended_at')
    .update({ ended_at: now, ended_how: how })
    .returning('*')) as VisitRow[];
  return row;
}

/** Visits that the actor may see, newest first. */
export async function pageOfVisits(
  ctx: Ctx,
  at: { offset: number; perPage: number; search: string },
): Promise<{ rows: (VisitRow & { company_name: string })[]; total: number }> {
  const found = ctx.query('ViewVisit').join('core_public_company as t', 't.id', 'view_mode_visit.company_id');
  const names = [ctx.db.raw('lower(operator_name)'), ctx.db.raw('lower(account_name)'), 't.name_key'];
  if (at.search) void found.where(containing(names, at.search));
  const page = at.search ? pageOfFound<string> : pageWalked<string>;
  const { ids, total } = await page(ctx.db, found, {
    ...at,
    order: [
      ['started_at', 'desc'],
      ['view_mode_visit.id', 'desc'],
    ],
  });
  const rows = await ctx
    .db('view_mode_visit')
    .join('core_public_company as t', 't.id', 'view_mode_visit.company_id')
    .whereIn('view_mode_visit.id', ids)
    .orderBy(['started_at', 'view_mode_visit.id'].map((column) => ({ column, order: 'desc' })))
    .select('view_mode_visit.*', 't.name as company_name');
  return { rows, total };
}

export interface PersonRow {
  id: number;
  name: string;
  email: string;
  user_type: string;
  company_name: string;
}

/** People of a company and of those below it, who can be looked through. */
export async function pageOfPeople(
  ctx: Ctx,
  company: { id: number; kind: string },
  at: { offset: number; perPage: number; search: string },
): Promise<{ rows: PersonRow[]; total: number }> {
  const found = ctx
    .db('core_public_account as a')
    .join('core_public_company as t', 't.id', 'a.company_id')
    .where({ [company.kind === 'agency' ? 'a.agency_id' : 'a.company_id']: company.id })
    .whereNot('t.kind', 'root')
    .whereNot('a.status', 'suspended')
    .whereNull('a.removed_at')
    .whereNull('t.removed_at');
  if (at.search) void found.where(containing(['a.name_key', 'a.email_key', 't.name_key'], at.search));
  const read = (all: Knex.QueryBuilder): Knex.QueryBuilder =>
    all
      .select('a.id', 'a.name', 'a.email', 'a.user_type', 't.name as company_name')
      .orderBy(['t.kind', 't.name_key', 'a.name_key', 'a.id']);
  return rowsAndTotal<PersonRow>(ctx, found, read, at);
}
