import { Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { rolesOfPeople } from './roles.store.ts';

/** The role of each company's person in the lists of agencies and clients. */
export const roleFacts: CompanyFactsOf = {
  id: 'roles',
  async of(ctx, companyIds) {
    const accounts = ctx.use(Accounts);
    const [owners, roles] = await ctx.together([
      () => accounts.owners(companyIds),
      () => rolesOfPeople(ctx.db, accounts.ownerIds(companyIds)),
    ]);
    return new Map([...owners].map(([companyId, { id }]) => [companyId, { role_id: roles.get(id)?.id ?? null }]));
  },
};
