import { type Ctx, likeOf } from '../../../core/contract.ts';

export interface NamedClient {
  id: number;
  name: string;
}
/** Clients that the caller can see, by name: those whose name holds a text, or the one with an id. */
export async function clientsNamed(
  ctx: Ctx,
  { search, id, offset = 0, limit }: { search?: string | undefined; id?: number | undefined; offset?: number; limit: number },
): Promise<NamedClient[]> {
  // Said so that an index serves.
  const within = { [ctx.tenant.kind === 'client' ? 'id' : `${ctx.tenant.kind}_id`]: ctx.tenant.id };
  const found = ctx
    .db('core_public_company')
    .where({ kind: 'client', ...within })
    .whereNull('removed_at')
    .orderByRaw('lower(name), id')
    .offset(offset)
    .limit(limit);
  if (id !== undefined) void found.where({ id });
  if (search?.trim()) void found.whereRaw('lower(name) like lower(?)', [likeOf(search.trim())]);
  return (await found.select('id', 'name')) as NamedClient[];
}
