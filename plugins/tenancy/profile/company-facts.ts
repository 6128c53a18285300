import { flagOf } from '../../../core/contract.ts';
import { Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { unfinishedAmong } from './person.store.ts';

/** Whether each company's person has set themselves up, in the lists of agencies and clients. */
export const setupFacts: CompanyFactsOf = {
  id: 'profile.setup',
  async of(ctx, companyIds) {
    const owners = await ctx.use(Accounts).owners(companyIds);
    const unfinished = await unfinishedAmong(
      ctx.db,
      [...owners.values()].map(({ id }) => id),
    );
    return new Map([...owners].map(([companyId, { id }]) => [companyId, { profile_setup_completed: flagOf(!unfinished.has(id)) }]));
  },
};
