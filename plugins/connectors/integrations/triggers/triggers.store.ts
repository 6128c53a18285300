import type { Ctx } from '../../../../core/contract.ts';
import type { ConnectionRow } from '../connections.store.ts';

/** Keeps on what a connection sends. */
export async function saveTriggers(ctx: Ctx, { id, name, company_id: company }: ConnectionRow, triggers: readonly string[]): Promise<void> {
  await ctx
    .db('integrations_connection')
    .where({ id })
    .update({ triggers: [...triggers], triggers_at: ctx.db.fn.now() });
  await ctx.audit({
    action: 'integrations.triggers-changed',
    description: `Changed on what ${name} sends: ${triggers.join(', ')}`,
    target: String(id),
    params: { name, count: triggers.length },
  });
  await ctx.live('integrations', company);
}
