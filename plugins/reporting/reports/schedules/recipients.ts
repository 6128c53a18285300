import type { Ctx } from '../../../../core/contract.ts';

export interface Person {
  id: number;
  email: string;
  name: string;
  company_id: number;
}

/** Those of the accounts that may sign in, as far as the caller sees them. */
export const peopleOf = (ctx: Ctx, ids: readonly number[]): Promise<Person[]> =>
  active(ctx)
    .whereRaw('id = any(?::int[])', [ids as never])
    .orderBy('name_key')
    .select('id', 'email', 'name', 'company_id');

/** People of the caller's company and of those below it, by name: whom a saved report may go to. */
export const possiblePeople = (ctx: Ctx, most: number): Promise<(Person & { company: string })[]> =>
  active(ctx)
    .join('core_public_company as c', 'c.id', 'core_public_account.company_id')
    .whereNull('c.removed_at')
    .orderByRaw('c.id = ? desc, c.name_key, core_public_account.name_key', [ctx.tenant.id])
    .limit(most)
    .select(
      'core_public_account.id',
      'core_public_account.email',
      'core_public_account.name',
      'core_public_account.company_id',
      'c.name as company',
    );

/**
 * The account with an address in some companies; `gone` where who had it may not sign in any more, null for an address that nobody of them had.
 */
export async function accountAt(ctx: Ctx, address: string, companies: readonly number[]): Promise<number | 'gone' | null> {
  const rows = (await ctx
    .db('core_public_account')
    .whereRaw('lower(email) = ?', [address.toLowerCase()])
    .whereRaw('company_id = any(?::int[])', [companies as never])
    .select('id', ctx.db.raw("status = 'active' and removed_at is null as is_active"))) as unknown as { id: number; is_active: boolean }[];
  return rows.find(({ is_active }) => is_active)?.id ?? (rows.length > 0 ? 'gone' : null);
}

const active = (ctx: Ctx) =>
  ctx.db('core_public_account').where({ 'core_public_account.status': 'active' }).whereNull('core_public_account.removed_at');
