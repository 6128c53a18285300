import { Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import { rolesOfPeople } from './roles.store.ts';

/** The role of each company's person in the lists of agencies and clients. */
export const roleFacts: CompanyFactsOf = {
  id: 'roles',
  async of(ctx, companyIds) {
    const owners = await ctx.use(Accounts).owners(companyIds);
    const roles = await rolesOfPeople(
      ctx.db,
      [...owners.values()].map(({ id }) => id),
    );
    return new Map([...owners].map(([companyId, { id }]) => [companyId, { role_id: roles.get(id)?.id ?? null }]));
  },
};
