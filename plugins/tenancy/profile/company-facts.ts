import { flagOf } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { unfinishedAmong } from './person.store.ts';

/** Whether each company's person has set themselves up, in the lists of agencies and clients. */
export const setupFacts: CompanyFactsOf = {
  id: 'profile.setup',
  async of(ctx, companyIds) {
    const accounts = ctx.use(Accounts);
    const [owners, unfinished] = await ctx.together([
      () => accounts.owners(companyIds),
      () => unfinishedAmong(ctx.db, accounts.ownerIds(companyIds)),
    ]);
    return new Map([...owners].map(([companyId, { id }]) => [companyId, { profile_setup_completed: flagOf(!unfinished.has(id)) }]));
  },
};
