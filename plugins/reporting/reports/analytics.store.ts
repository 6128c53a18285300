import type { Ctx } from '../../../core/contract.ts';

/** Names of the agencies that the caller sees, by id; those removed are not among them. */
export async function agencyNames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = (await ctx.db('core_public_company').where({ kind: 'agency' }).whereNull('removed_at').select('id', 'name')) as {
    id: number;
    name: string;
  }[];
  return new Map(rows.map((r) => [r.id, r.name]));
}
