import type { Ctx } from '../../../../core/contract.ts';

/** What the caller has closed of announcements. */
export async function dismissedBy(ctx: Ctx): Promise<Set<string>> {
  const ids = (await ctx
    .db('operations_dismissal')
    .where({ company_id: ctx.tenant.id, account_id: ctx.actor.id })
    .pluck('announcement_id')) as string[];
  return new Set(ids);
}

export const dismiss = async (ctx: Ctx, id: string): Promise<void> =>
  void (await ctx
    .db('operations_dismissal')
    .insert({ company_id: ctx.tenant.id, account_id: ctx.actor.id, announcement_id: id })
    .onConflict(['company_id', 'account_id', 'announcement_id'])
    .ignore());

/** Forgets who closed what is no longer announced. */
export const forget = async (ctx: Ctx, id: string): Promise<void> =>
  void (await ctx.db('operations_dismissal').where({ announcement_id: id }).delete());
