import type { Ctx, Tenant } from '../../../core/contract.ts';

/**
 * Whether a root has an agency of this name with a person of this address; one person may own agencies of different names. Others found
 * none until the transaction ends, so a second click finds what the first one made.
 */
export async function isFounded(ctx: Ctx, root: Tenant, name: string, email: string): Promise<boolean> {
  await ctx.db.raw(`select pg_advisory_xact_lock(hashtext('agencies founding'), ?)`, [root.id]);
  const found: unknown = await ctx
    .db('core_public_company as t')
    .join('core_public_account as a', 'a.company_id', 't.id')
    .where({ 't.parent_id': root.id, 't.kind': 'agency' })
    .whereNull('t.removed_at')
    .whereRaw('lower(t.name) = lower(?) and lower(a.email) = lower(?)', [name.trim(), email.trim()])
    .first('t.id');
  return found !== undefined;
}
