import { Accounts } from '../accounts/contract.ts';
import type { CompanyFactsOf } from '../agencies/contract.ts';

/** Of which companies in a list the person may have his second factor taken off by whoever asks. */
export const factorFacts: CompanyFactsOf = {
  id: 'people.factor',
  async of(ctx, companyIds) {
    const accounts = ctx.use(Accounts);
    const owners = await accounts.owners(companyIds);
    const resettable = await accounts.resettable([...owners.values()].map(({ id }) => id));
    return new Map([...owners].map(([companyId, { id }]) => [companyId, { may_reset_factor: resettable.has(id) ? 'T' : 'F' }]));
  },
};
