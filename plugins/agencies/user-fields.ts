import type { Ctx } from '../../core/contract.ts';
import type { UserFieldsOf } from '../accounts/contract.ts';
import { PAYMENT_TERMS, PaymentTerms } from './agencies.settings.ts';
import { flag } from './company-fields.ts';
import { Companies } from './contract.ts';

/** What `GET /user` says of the products and terms of the signed-in user's company. */
export const companyUserFields: UserFieldsOf = {
  id: 'agencies.company',
  async of(ctx) {
    const modules = (await ctx.use(Companies).modules(ctx.tenant)).map(({ product, on }) => ({ type: product, status: flag(on) }));
    return {
      ...(await planOf(ctx)),
      modules,
      ...(ctx.tenant.kind === 'root' ? { agencyDefaultModules: modules, rootPaymentTermsNewAgencies: await newAgenciesTerms(ctx) } : {}),
    };
  },
};

/** Whether the company has its own brand, and the plan it bought. */
async function planOf(ctx: Ctx): Promise<{ is_whitelabeling: 'T' | 'F'; package_id: string | null }> {
  const row =
    ctx.tenant.kind === 'agency'
      ? ((await ctx.db('agencies_profile').where({ company_id: ctx.tenant.id }).first('is_whitelabeling', 'package_id')) as
          | { is_whitelabeling: boolean; package_id: string | null }
          | undefined)
      : undefined;
  return { is_whitelabeling: flag(row?.is_whitelabeling ?? false), package_id: row?.package_id ?? null };
}

/** What an agency may offer its clients until something else is said of it. */
async function newAgenciesTerms(ctx: Ctx): Promise<{ term: string; status: 'T' | 'F' }[]> {
  const terms = await ctx.setting(PaymentTerms);
  return PAYMENT_TERMS.map((term) => ({ term, status: flag(terms.includes(term)) }));
}
