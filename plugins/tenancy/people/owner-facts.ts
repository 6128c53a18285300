import { type Ctx, flagOf } from '../../../core/contract.ts';
import { type AccountIds, Accounts } from '../../foundation/accounts/contract.ts';
import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';

/** What waits for the person of each company in a list, as whoever asks may know and act on. */
export const ownerFacts: CompanyFactsOf = {
  id: 'people.owner',
  async of(ctx, companyIds) {
    const accounts = ctx.use(Accounts);
    const [owners, facts] = await ctx.together([() => accounts.owners(companyIds), () => accountFacts(ctx, accounts.ownerIds(companyIds))]);
    return new Map([...owners].map(([companyId, { id }]) => [companyId, facts(id)]));
  },
};

/** Of these accounts: whether the second factor may be taken off, and another address waits. */
export async function accountFacts(ctx: Ctx, ids: AccountIds) {
  const accounts = ctx.use(Accounts);
  const [resettable, pending] = await ctx.together([() => accounts.resettable(ids), () => accounts.pendingEmails(ids)]);
  return (id: number) => {
    const email = pending.get(id);
    return {
      may_reset_factor: flagOf(resettable.has(id)),
      email_waits: flagOf(email !== undefined),
      email_note: email === undefined ? '' : ctx.t('people.email-waits', { email }),
    };
  };
}
