import type { Ctx } from '../../../core/contract.ts';

export interface ModeRow {
  company_id: number;
  api_mode: boolean;
  occasion: number;
  agreed_at: Date | null;
}
const OFF = { api_mode: false, occasion: 0, agreed_at: null };

export const modeRow = (ctx: Ctx, agencyId: number) =>
  ctx.db('developer_agency').where({ company_id: agencyId }).first('company_id', 'api_mode', 'occasion', 'agreed_at');

/** How an agency stands; an agency of which nothing is known has the mode off. */
export async function modeOf(ctx: Ctx, agencyId: number): Promise<ModeRow> {
  const row = (await modeRow(ctx, agencyId)) as ModeRow | undefined;
  return row ?? { company_id: agencyId, ...OFF };
}

/** The same, held until the transaction ends, so that two callers cannot both be first. */
export async function lockMode(ctx: Ctx, agencyId: number): Promise<ModeRow> {
  await ctx.db('developer_agency').insert({ company_id: agencyId }).onConflict('company_id').ignore();
  return (await ctx.db('developer_agency').where({ company_id: agencyId }).forUpdate().first()) as ModeRow;
}

export const changeMode = (ctx: Ctx, agencyId: number, change: Record<string, unknown>): Promise<number> =>
  ctx
    .db('developer_agency')
    .where({ company_id: agencyId })
    .update({ ...change, changed_at: ctx.now });

export interface StateRow {
  company_id: number;
  api_mode: boolean;
  has_key: boolean;
  agreed: boolean;
  paid: boolean;
}

/** States of the agencies that the caller can see. */
export async function statesOf(ctx: Ctx, agencyIds: readonly number[]): Promise<StateRow[]> {
  const { rows } = (await ctx.db.raw(
    `select t.id as company_id, coalesce(a.api_mode, false) as api_mode, a.agreed_at is not null as agreed,
       exists (select from developer_key k where k.company_id = t.id and k.revoked_at is null) as has_key,
       not exists (select from developer_due d where d.company_id = t.id and d.occasion = a.occasion and d.fee_cents > 0 and d.settled_at is null)
         as paid
     from core_public_company t left join developer_agency a on a.company_id = t.id
     where t.id = any(?::int[]) and t.kind = 'agency' and t.removed_at is null`,
    [agencyIds as never],
  )) as { rows: StateRow[] };
  return rows;
}

export interface Due {
  occasion: number;
  fee_cents: number;
  minimum_max_cents: number;
  minimum_list_cents: number[];
}

/** Notes what is owed, once for each occasion. */
export async function insertDue(ctx: Ctx, agencyId: number, due: Due): Promise<void> {
  await ctx
    .db('developer_due')
    .insert({ ...due, minimum_list_cents: JSON.stringify(due.minimum_list_cents), company_id: agencyId, due_at: ctx.now })
    .onConflict(['company_id', 'occasion'])
    .ignore();
}

/** Everything owed counts as paid; answers how many entries that were. */
export const settleDues = (ctx: Ctx, agencyId: number): Promise<number> =>
  ctx.db('developer_due').where({ company_id: agencyId }).whereNull('settled_at').update({ settled_at: ctx.now });
