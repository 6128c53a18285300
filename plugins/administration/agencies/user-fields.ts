import { type Ctx, flagOf } from '../../../core/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { Companies, PAYMENT_TERMS } from '../../foundation/companies/contract.ts';
import { PaymentTerms } from '../../foundation/companies/shared.ts';

/** What `GET /user` says of the products and terms of the signed-in user's company. */
export const companyUserFields: UserFieldsOf = {
  id: 'agencies.company',
  async of(ctx) {
    const modules = (await ctx.use(Companies).products(ctx.tenant)).map(({ product, on }) => ({ type: product, status: flagOf(on) }));
    return {
      is_whitelabeling: await isWhiteLabeling(ctx),
      modules,
      ...(ctx.tenant.kind === 'root' ? { agencyDefaultModules: modules, rootPaymentTermsNewAgencies: await newAgenciesTerms(ctx) } : {}),
    };
  },
};

/** Whether the company has its own brand. */
async function isWhiteLabeling(ctx: Ctx): Promise<'T' | 'F'> {
  if (ctx.tenant.kind !== 'agency') return 'F';
  const row = (await ctx.db('agencies_profile').where({ company_id: ctx.tenant.id }).first('is_whitelabeling')) as
    | { is_whitelabeling: boolean }
    | undefined;
  return flagOf(row?.is_whitelabeling ?? false);
}

/** What an agency may offer its clients until something else is said of it. */
async function newAgenciesTerms(ctx: Ctx): Promise<{ term: string; status: 'T' | 'F' }[]> {
  const terms = await ctx.setting(PaymentTerms);
  return PAYMENT_TERMS.map((term) => ({ term, status: flagOf(terms.includes(term)) }));
}
