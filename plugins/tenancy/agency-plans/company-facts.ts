import type { CompanyFactsOf } from '../../foundation/companies/contract.ts';
import type { UserFieldsOf } from '../../foundation/accounts/contract.ts';
import { packageLabels } from './plans.ts';
import { planOf, plansOf } from './plans.store.ts';

/** The plan and the charges of agencies, in their rows. */
export const planFacts: CompanyFactsOf = {
  id: 'agency-plans',
  async of(ctx, companyIds) {
    const [label, plans] = await ctx.together([() => packageLabels(ctx), () => plansOf(ctx, companyIds)]);
    return new Map(
      [...plans].map(([id, plan]) => [
        id,
        {
          package_id: plan.package_id,
          package_label: label(plan.package_id),
          exclude_minimum_spend: Number(plan.exclude_minimum_spend),
          exclude_onboard_charge: Number(plan.exclude_onboard_charge),
          is_onboard_charged: Number(plan.is_onboard_charged),
        },
      ]),
    );
  },
};

/** The plan that the signed-in user's agency bought. */
export const planUserFields: UserFieldsOf = {
  id: 'agency-plans',
  of: async (ctx) => ({ package_id: ctx.tenant.kind === 'agency' ? (await planOf(ctx, ctx.tenant.id)).package_id : null }),
};
