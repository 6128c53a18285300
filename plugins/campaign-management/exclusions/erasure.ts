import type { Ctx } from '../../../core/contract.ts';

/** Deletes the exclusion list of a company that is gone, who opted out there, and the files it came from. */
export async function eraseExclusions(ctx: Ctx, companyId: number): Promise<void> {
  for (const table of ['exclusions_upload', 'exclusions_entry', 'exclusions_opt_out'])
    await ctx.db(table).where({ company_id: companyId }).delete();
}
