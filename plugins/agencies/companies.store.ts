import type { Ctx, Tenant } from '../../core/contract.ts';
import { phoneColumns } from './company-list.ts';
import type { Contact } from './contract.ts';

/** Inserts a company; its place in the tree follows from the parent. Answers its id. */
export async function insertCompany(ctx: Ctx, kind: 'agency' | 'client', parentId: number, name: string): Promise<number> {
  const [{ id }] = (await ctx.db('core_tenant').insert({ kind, parent_id: parentId, name }).returning('id')) as [{ id: number }];
  return id;
}

/** What an agency that registered itself said of itself. */
export async function introduceAgency(ctx: Ctx, id: number, by: { phone: Contact['phone']; salesRef: number | null }): Promise<void> {
  await ctx
    .db('agencies_profile')
    .where({ company_id: id })
    .update({ ...phoneColumns(by.phone), sales_ref_id: by.salesRef });
}

/** Answers whether there was such a company to rename. */
export async function renameCompany(ctx: Ctx, id: number, name: string): Promise<boolean> {
  return (await ctx.db('core_tenant').where({ id }).whereNull('removed_at').update({ name })) === 1;
}

/** The company and those below it, locked so that nothing is founded below it meanwhile. */
export async function lockSubtree(ctx: Ctx, { id }: Tenant): Promise<number[]> {
  const rows = (await ctx
    .db('core_tenant')
    .whereNull('removed_at')
    .where((q) => void q.where({ id }).orWhere({ agency_id: id }))
    .orderBy('id')
    .forUpdate()
    .select('id')) as { id: number }[];
  return rows.map((row) => row.id);
}

/** How many clients an agency has. */
export async function countClients(ctx: Ctx, agencyId: number): Promise<number> {
  const [{ count }] = (await ctx
    .db('core_tenant')
    .where({ agency_id: agencyId, kind: 'client' })
    .whereNull('removed_at')
    .count({ count: '*' })) as [{ count: string }];
  return Number(count);
}

/** Marks a company as gone and lets go of its hosts. */
export async function removeCompany(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.raw('select agencies_release_hosts(?)', [id]);
  await ctx.db('core_tenant').where({ id }).update({ removed_at: ctx.db.fn.now() });
}
