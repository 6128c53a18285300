import type { AgencyRoleFieldsOf } from './contract.ts';
import { Developer } from '../developer/contract.ts';
import { onboardingOf } from './agencies.store.ts';
import { dollarsOf } from './charges.service.ts';
import { MinimumSpend } from './charges.settings.ts';
import { Companies } from './contract.ts';

/** What the specification's role call tells of an agency: its charges, and the products it has, each with name and address. */
export const agencyRoleFields: AgencyRoleFieldsOf = {
  id: 'agencies',
  async of(ctx, agency) {
    const onboarding = await onboardingOf(ctx, agency.id);
    const spend = await ctx.setting(MinimumSpend, agency);
    const modules = await ctx.use(Companies).modules(agency);
    const sold = modules.filter(({ on }) => on).map(({ product }) => product);
    const apiMode = ctx.has(Developer) && (await ctx.use(Developer).stateOf([agency.id])).get(agency.id)?.apiMode === true;
    return {
      agency_onboarding_status: onboarding.cents > 0 && !onboarding.excluded && !onboarding.charged ? 'T' : 'F',
      agency_onboarding_price: dollarsOf(onboarding.cents),
      agency_enable_coupon: onboarding.coupon ? 'T' : 'F',
      minspend_setting: {
        status: spend.status,
        first_month: dollarsOf(spend.first_month),
        second_month: dollarsOf(spend.second_month),
        monthly: dollarsOf(spend.monthly),
      },
      api_mode: apiMode ? 'T' : 'F',
      accessmodule_agency: sold.join('|'),
      agencyFilteredModules: sold.map((type) => ({ type, name: ctx.named(type).name })),
      agency_side_menu: sold.map((type) => ({ type, ...ctx.named(type) })),
    };
  },
};
