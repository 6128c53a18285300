import { type Ctx, likeOf, rowsAndTotal } from '../../../core/contract.ts';
import type { Filters } from './filters.ts';
import type { AudienceRow as Row } from './rows.gen.ts';

export type AudienceRow = Omit<Row, 'filters'> & { filters: Filters };
export interface AudienceQuery {
  search?: string;
  sort: 'name' | 'created_at';
  order: 'asc' | 'desc';
  offset: number;
  perPage: number;
}

/** A page of the audiences that the actor may read, and how many there are. */
export async function pageOfAudiences(ctx: Ctx, query: AudienceQuery): Promise<{ rows: AudienceRow[]; total: number }> {
  const found = ctx.query('Audience');
  if (query.search) void found.whereRaw('name ilike ?', [likeOf(query.search)]);
  const sort = query.sort === 'name' ? 'lower(name)' : 'created_at';
  return rowsAndTotal<AudienceRow>(ctx, found, (q) => q.orderByRaw(`${sort} ${query.order}, id ${query.order}`), query);
}

/** An audience that the actor may `action`; locked unless it is only looked at. */
export async function findAudience(
  ctx: Ctx,
  id: number,
  action: 'read' | 'export' | 'update' | 'delete',
): Promise<AudienceRow | undefined> {
  const found = ctx.query('Audience', action).where({ id });
  if (action === 'update' || action === 'delete') void found.forUpdate();
  return (await found.first()) as AudienceRow | undefined;
}

/** How many the company has; nobody adds one until the transaction ends. */
export async function countLocked(ctx: Ctx): Promise<number> {
  await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('audiences.count'), ?)`, [ctx.tenant.id]);
  const { n } = (await ctx.db('audiences_audience').where({ company_id: ctx.tenant.id }).count({ n: '*' }).first()) as unknown as {
    n: string;
  };
  return Number(n);
}

export async function insertAudience(ctx: Ctx, name: string, filters: Filters): Promise<number> {
  const row = { company_id: ctx.tenant.id, name, filters: JSON.stringify(filters) };
  const [{ id }] = (await ctx.db('audiences_audience').insert(row).returning('id')) as [{ id: number }];
  return id;
}

export const changeAudience = async (ctx: Ctx, id: number, name: string, filters: Filters): Promise<void> =>
  void (await ctx
    .db('audiences_audience')
    .where({ id })
    .update({ name, filters: JSON.stringify(filters) }));

export const deleteAudience = async (ctx: Ctx, id: number): Promise<void> =>
  void (await ctx.db('audiences_audience').where({ id }).delete());
