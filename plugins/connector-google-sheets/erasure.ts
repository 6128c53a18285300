import type { Ctx } from '../../core/contract.ts';

/** Deletes the Google account of a company that is gone, with its token. Files at Google are their owner's. */
export async function eraseCompany(ctx: Ctx, companyId: number): Promise<void> {
  await ctx.db('connector_google_sheets_account').where({ company_id: companyId }).delete();
}
