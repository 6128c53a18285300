import type { Knex } from 'knex';
import { containing, type Ctx } from '../../../core/contract.ts';

export interface NamedClient {
  id: number;
  name: string;
}
/** Clients that the caller can see, whose name holds a text or who have an id. */
function named(ctx: Ctx, { search, id }: { search?: string | undefined; id?: number | undefined }): Knex.QueryBuilder {
  // Said so that an index serves.
  const within = { [ctx.tenant.kind === 'client' ? 'id' : `${ctx.tenant.kind}_id`]: ctx.tenant.id };
  const found = ctx
    .db('core_public_company')
    .where({ kind: 'client', ...within })
    .whereNull('removed_at');
  if (id !== undefined) void found.where({ id });
  if (search?.trim()) void found.where(containing(['name_key'], search.trim()));
  return found;
}

const inOrder = (found: Knex.QueryBuilder, order: 'asc' | 'desc'): Knex.QueryBuilder =>
  found.orderBy([
    { column: 'name_key', order },
    { column: 'id', order },
  ]);

/** The same by name. */
export async function clientsNamed(
  ctx: Ctx,
  { offset = 0, limit, ...which }: { search?: string | undefined; id?: number | undefined; offset?: number; limit: number },
): Promise<NamedClient[]> {
  return (await inOrder(named(ctx, which), 'asc').offset(offset).limit(limit).select('id', 'name')) as NamedClient[];
}

/** A page of clients by name, and how many there are. */
export async function clientPage(
  ctx: Ctx,
  { search, order, offset, limit }: { search?: string; order?: string; offset: number; limit: number },
): Promise<{ clients: { value: number; label: string }[]; total: number }> {
  const found = named(ctx, { search });
  const [counted, rows] = await ctx.together([
    async () => (await found.clone().count({ n: '*' }).first()) as unknown as { n: string },
    async () =>
      inOrder(found.clone(), order === 'desc' ? 'desc' : 'asc')
        .offset(offset)
        .limit(limit)
        .select<NamedClient[]>('id', 'name'),
  ]);
  return { clients: rows.map(({ id, name }) => ({ value: id, label: name })), total: Number(counted.n) };
}
