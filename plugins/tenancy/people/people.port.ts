import type { Ctx } from '../../../core/contract.ts';
import type { Colleague, PeopleApi } from './contract.ts';
import { ownerOf } from './people.store.ts';
import { giveRights } from './rights.ts';

const COLLEAGUE = ['a.id', 'a.name', 'a.email'];

/** The port's implementation for one call. */
export function peopleOf(ctx: Ctx): PeopleApi {
  const active = (companyId: number) =>
    ctx
      .db('people_profile as p')
      .join('core_public_account as a', 'a.id', 'p.account_id')
      .where({ 'a.company_id': companyId, 'a.status': 'active' })
      .whereNull('a.removed_at');
  return {
    giveRights: (accountId, input) => giveRights(ctx, accountId, input),
    notified: async (companyId) => (await active(companyId).where('p.notified', true).orderBy('a.id').select(COLLEAGUE)) as Colleague[],
    async customerCare(companyId) {
      const named = (await active(companyId)
        .where((q) => void q.where('p.customer_care', true).orWhere('p.default_admin', true))
        .orderBy([{ column: 'p.customer_care', order: 'desc' }, { column: 'a.id' }])
        .first(COLLEAGUE)) as Colleague | undefined;
      if (named) return named;
      const owner = await ownerOf(ctx, companyId);
      if (owner === null) return null;
      const found: Colleague | undefined = await active(companyId).where('a.id', owner).first(COLLEAGUE);
      return found ?? null;
    },
    async byReferralCode(code) {
      const { rows } = (await ctx.db.raw('select id, name, email from people_by_referral(?)', [code])) as { rows: Colleague[] };
      return rows[0] ?? null;
    },
  };
}
