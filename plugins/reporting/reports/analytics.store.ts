import type { Ctx } from '../../../core/contract.ts';

/** Names of the agencies that the caller sees, of all or of some, by id and in the order of names, as in the list of agencies; those removed are not among them. */
export async function agencyNames(ctx: Ctx, ids?: readonly number[]): Promise<Map<number, string>> {
  const rows = (await ctx
    .db('core_public_company')
    .where({ kind: 'agency' })
    .whereNull('removed_at')
    .modify((q) => ids && void q.whereIn('id', ids))
    .orderBy(['name_key', 'id'])
    .select('id', 'name')) as { id: number; name: string }[];
  return new Map(rows.map((r) => [r.id, r.name]));
}
