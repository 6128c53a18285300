import type { Ctx } from '../../../core/contract.ts';

/** Deletes the connections of a company that is gone with their keys, and every lead's way through them. */
export async function eraseIntegrations(ctx: Ctx, companyId: number): Promise<void> {
  for (const table of [
    'integrations_delivery',
    'integrations_erasure',
    'integrations_authorization',
    'integrations_backfill',
    'integrations_connection',
  ])
    await ctx.db(table).where({ company_id: companyId }).delete();
}
