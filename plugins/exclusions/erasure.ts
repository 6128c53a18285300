import type { Ctx } from '../../core/contract.ts';

/** Deletes the exclusion list of a company that is gone, and the files it came from. */
export async function eraseExclusions(ctx: Ctx, companyId: number): Promise<void> {
  for (const table of ['exclusions_upload', 'exclusions_entry']) await ctx.db(table).where({ company_id: companyId }).delete();
}
