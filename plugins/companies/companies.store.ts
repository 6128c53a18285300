import type { Ctx, Tenant } from '../../core/contract.ts';

/** Inserts a company; its place in the tree follows from the parent. Answers its id. */
export async function insertCompany(ctx: Ctx, kind: 'agency' | 'client', parentId: number, name: string): Promise<number> {
  const [{ id }] = (await ctx.db('core_tenant').insert({ kind, parent_id: parentId, name }).returning('id')) as [{ id: number }];
  return id;
}

/**
 * Whether a root has an agency of this name with a person of this address; one person may own agencies of different names. Others found
 * none until the transaction ends, so a second click finds what the first one made.
 */
export async function isFounded(ctx: Ctx, root: Tenant, name: string, email: string): Promise<boolean> {
  await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('agencies founding'), ?)`, [root.id]);
  const found: unknown = await ctx
    .db('core_tenant as t')
    .join('core_public_account as a', 'a.company_id', 't.id')
    .where({ 't.parent_id': root.id, 't.kind': 'agency' })
    .whereNull('t.removed_at')
    .whereRaw('lower(t.name) = lower(?) and lower(a.email) = lower(?)', [name.trim(), email.trim()])
    .first('t.id');
  return found !== undefined;
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

/** Marks a company as gone and lets go of its hosts. */
export async function removeCompany(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.raw('select companies_release_hosts(?)', [id]);
  await ctx.db('core_tenant').where({ id }).update({ removed_at: ctx.db.fn.now() });
}
