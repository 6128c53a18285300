import type { Ctx } from '../../../core/contract.ts';
import { type AccountRow, idsIn, ownersOf, visible } from './accounts.store.ts';
import type { AccountIds } from './contract.ts';

export interface FactorReset {
  id: number;
  account_id: number;
  company_id: number;
}
type Outcome = 'done' | 'refused' | 'void';

/** Somebody whose second factor the actor may have taken off: neither themselves nor the owner of their own company. */
export async function findResettable(ctx: Ctx, accountId: number): Promise<AccountRow | undefined> {
  const spared = await sparedBy(ctx);
  return spared.includes(accountId) ? undefined : visible(ctx, accountId, 'reset-factor');
}

/** Those of the accounts whose second factor the actor may have taken off, who have one and of whom nobody asked it yet. */
export async function resettableAmong(ctx: Ctx, ids: AccountIds): Promise<Set<number>> {
  const having = async (): Promise<number[]> =>
    (await ctx
      .narrow(ctx.db('core_public_account'), 'Account', 'reset-factor')
      .join('accounts_credential as c', 'c.account_id', 'core_public_account.id')
      .leftJoin('accounts_factor_reset as r', (on) => void on.on('r.account_id', 'core_public_account.id').andOnNull('r.ended_at'))
      .whereIn('core_public_account.id', idsIn(ids))
      .whereNull('core_public_account.removed_at')
      .whereNull('r.id')
      .whereNot('c.second_factor', 'none')
      .pluck('core_public_account.id')) as number[];
  const [found, spared] = await ctx.together([having, () => sparedBy(ctx)]);
  return new Set(found.filter((id) => !spared.includes(id)));
}

async function sparedBy(ctx: Ctx): Promise<number[]> {
  const [owner] = await ownersOf(ctx.db, [ctx.tenant.id]);
  return owner ? [ctx.actor.id, owner.id] : [ctx.actor.id];
}

export async function isResetOpen(ctx: Ctx, accountId: number): Promise<boolean> {
  return (await ctx.db('accounts_factor_reset').where({ account_id: accountId }).whereNull('ended_at').first('id')) !== undefined;
}

export async function addReset(ctx: Ctx, account: AccountRow, token: Buffer, due: Date): Promise<void> {
  await ctx.db('accounts_factor_reset').insert({
    account_id: account.id,
    company_id: account.company_id,
    asked_by: ctx.actor.id,
    token_hash: token,
    asked_at: ctx.now,
    due_at: due,
  });
}

/** Open ones whose day is over, the oldest first. */
export const dueResets = (ctx: Ctx): Promise<FactorReset[]> =>
  ctx
    .db('accounts_factor_reset')
    .whereNull('ended_at')
    .where('due_at', '<=', ctx.now)
    .orderBy('due_at')
    .limit(1000)
    .select('id', 'account_id', 'company_id');

/** Ends an open one, of which there is one at most; of any number who try at once one succeeds. Answers its account, or null. */
export async function endReset(
  ctx: Ctx,
  which: { id: number } | { account_id: number } | { token_hash: Buffer },
  outcome: Outcome,
): Promise<number | null> {
  const rows = (await ctx
    .db('accounts_factor_reset')
    .where(which)
    .whereNull('ended_at')
    .modify((q) => void (outcome === 'refused' && q.where('due_at', '>', ctx.now)))
    .update({ ended_at: ctx.now, outcome })
    .returning('account_id')) as { account_id: number }[];
  return rows[0]?.account_id ?? null;
}
