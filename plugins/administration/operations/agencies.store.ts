import type { Ctx, Tenant } from '../../../core/contract.ts';

/** The agencies of the caller's root that are there, by name. */
export async function agenciesOf(ctx: Ctx, ids?: readonly number[]): Promise<Tenant[]> {
  const query = ctx.db('core_public_company').where({ kind: 'agency' }).whereNull('removed_at').orderBy(['name_key', 'id']);
  if (ids) query.whereRaw('id = any(?)', [ids as never]);
  const rows = (await query.select('id', 'name', 'root_id')) as { id: number; name: string; root_id: number }[];
  return rows.map(({ id, name, root_id }) => ({ id, kind: 'agency', name, agencyId: id, rootId: root_id }));
}
