import type { Ctx } from '../../core/contract.ts';

const MOST = 20;

/** Campaigns in the caller's sight that are of another product, by a part of their name or their number. */
export async function sourceCampaigns(ctx: Ctx, typed: string): Promise<{ id: number; name: string; client: string }[]> {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = (await ctx
    .query('Campaign')
    .whereNot({ status: 'removed' })
    .whereNot({ product: 'enhance' })
    .where((q) => void q.where('name', 'ilike', pattern).orWhereRaw('id::text = ?', [typed]))
    .orderByRaw('lower(name), id')
    .limit(MOST)) as { id: number; name: string; company_id: number }[];
  const clients = (await ctx.db('core_public_company').whereIn(
    'id',
    rows.map((row) => row.company_id),
  )) as { id: number; name: string }[];
  const names = new Map(clients.map(({ id, name }) => [id, name]));
  return rows.map(({ id, name, company_id: client }) => ({ id, name, client: names.get(client) ?? '' }));
}
