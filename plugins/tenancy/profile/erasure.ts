import type { Erasure } from '../../foundation/companies/contract.ts';

/** Forgets what a removed company and its people said of themselves. */
export const eraseProfiles: Erasure = async (ctx, companyId) => {
  for (const table of ['profile_answers', 'profile_picture', 'profile_person', 'profile_company'])
    await ctx.db(table).where({ company_id: companyId }).delete();
};
