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
      is_whitelabeling: flag(await isWhiteLabelling(ctx)),
      modules,
      ...(ctx.tenant.kind === 'root' ? { agencyDefaultModules: modules, rootPaymentTermsNewAgencies: await newAgenciesTerms(ctx) } : {}),
    };
  },
};

async function isWhiteLabelling(ctx: Ctx): Promise<boolean> {
  if (ctx.tenant.kind !== 'agency') return false;
  const row = (await ctx.db('agencies_profile').where({ company_id: ctx.tenant.id }).first('is_whitelabeling')) as
    | { is_whitelabeling: boolean }
    | undefined;
  return row?.is_whitelabeling ?? false;
}

/** What an agency may offer its clients until something else is said of it. */
async function newAgenciesTerms(ctx: Ctx): Promise<{ term: string; status: 'T' | 'F' }[]> {
  const terms = await ctx.setting(PaymentTerms);
  return PAYMENT_TERMS.map((term) => ({ term, status: flag(terms.includes(term)) }));
}
