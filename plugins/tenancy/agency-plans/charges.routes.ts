import { defineRoute, Flag, T } from '../../../core/contract.ts';
import { CompanyId, Id } from '../../foundation/companies/shared.ts';
import { agencyOf, billingOf, excludeMinimumSpend, onboardingSetting, setMinimumSpend, setOnboarding } from './charges.service.ts';
import { MinimumSpend } from './charges.settings.ts';

const Bit = T.Enum([0, 1]);
const Text = T.Optional(T.String({ maxLength: 100 }));
const Done = { status: T.String(), result: T.String(), message: T.String() };

/** What the form and the specification's call say about the onboarding charge; the amount in US dollars. */
export const Onboarding = {
  amount: T.Union([T.Number(), T.String({ maxLength: 20 })]),
  enable_coupon: T.Optional(T.Union([Flag, T.Boolean()])),
  exclude_onboard_charge: T.Optional(T.Union([Flag, Bit, T.Boolean()])),
};

/** What root charges an agency beside its leads. */
export const chargeRoutes = [
  defineRoute({
    id: 'agency-plans.billing',
    method: 'GET',
    path: '/agencies/:companyId/billing',
    summary: 'How an agency is billed and what it is charged beside its leads',
    ability: ['read', 'AgencyPlan'],
    params: CompanyId,
    response: T.Object({
      company_id: T.Integer(),
      company_name: T.String(),
      manual_bill: Flag,
      payment_status: T.String(),
      plan: T.String(),
      onboard_cents: T.Integer(),
      is_onboard_charged: T.Boolean(),
      minimum_status: T.String(),
      first_month: T.Integer(),
      second_month: T.Integer(),
      monthly: T.Integer(),
    }),
    handler: async (ctx, { params }) => billingOf(ctx, await agencyOf(ctx, params.companyId)),
  }),
  defineRoute({
    id: 'agency-plans.exclude-minimum-spend',
    method: 'PUT',
    path: '/configuration/agencies/exclude-minimum-spend',
    summary: 'Let an agency off its minimum spend, or no longer (setAgencyExcludeMinimumSpend)',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    body: T.Object({ CompanyID: Id, exclude_minimum_spend: T.Optional(Bit) }),
    response: T.Object({ ...Done, exclude_minimum_spend: T.Integer() }),
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.CompanyID);
      const wish = body.exclude_minimum_spend;
      const excluded = await excludeMinimumSpend(ctx, agency, wish === undefined ? undefined : wish === 1);
      const message = ctx.t(excluded ? 'agency-plans.minimum-spend.excluded' : 'agency-plans.minimum-spend.included', {
        name: agency.name,
      });
      return { status: 'success', result: 'success', message, exclude_minimum_spend: Number(excluded) };
    },
  }),
  defineRoute({
    id: 'agency-plans.onboarding',
    method: 'GET',
    path: '/configuration/agencies/onboarding',
    summary: 'The onboarding charge of an agency (getOnboardAgencySettings)',
    ability: ['read', 'AgencyPlan'],
    query: T.Object({ companyID: Id, companyRootID: T.Optional(Id), settingname: Text }),
    response: T.Object({
      amount: T.Number(),
      enable_coupon: Flag,
      exclude_onboard_charge: Flag,
      is_onboard_charged: T.Integer(),
      data: T.Object({ amount: T.Number(), enable_coupon: Flag }),
    }),
    async handler(ctx, { query }) {
      const setting = await onboardingSetting(ctx, await agencyOf(ctx, query.companyID));
      const { amount, enable_coupon } = setting;
      return { ...setting, data: { amount, enable_coupon } };
    },
  }),
  defineRoute({
    id: 'agency-plans.set-onboarding',
    method: 'PUT',
    path: '/configuration/agencies/onboarding',
    summary: 'Set the onboarding charge of an agency (setAgencyOnboardingCharge)',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    body: T.Object({ CompanyID: Id, ...Onboarding }),
    response: T.Object(Done),
    async handler(ctx, { body }) {
      await setOnboarding(ctx, await agencyOf(ctx, body.CompanyID), body);
      return { status: 'success', result: 'success', message: ctx.t('agency-plans.saved') };
    },
  }),
  defineRoute({
    id: 'agency-plans.minimum-default',
    method: 'GET',
    path: '/configuration/agencies/minimum-spend',
    summary: 'The minimum spend of agencies that have none of their own',
    ability: ['read', 'AgencyPlan'],
    response: MinimumSpend.schema,
    handler: (ctx) => ctx.setting(MinimumSpend),
  }),
  defineRoute({
    id: 'agency-plans.set-minimum-default',
    method: 'PUT',
    path: '/configuration/agencies/minimum-spend',
    summary: 'Set the minimum spend of agencies that have none of their own',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    audit: 'agency-plans.minimum-default-set',
    body: MinimumSpend.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.saveSetting(MinimumSpend, body);
      return { message: ctx.t('agency-plans.saved') };
    },
  }),
  defineRoute({
    id: 'agency-plans.minimum-spend',
    method: 'GET',
    path: '/configuration/agencies/:companyId/minimum-spend',
    summary: 'The minimum spend of an agency',
    ability: ['read', 'AgencyPlan'],
    params: CompanyId,
    response: MinimumSpend.schema,
    handler: async (ctx, { params }) => ctx.setting(MinimumSpend, await agencyOf(ctx, params.companyId)),
  }),
  defineRoute({
    id: 'agency-plans.set-minimum-spend',
    method: 'PUT',
    path: '/configuration/agencies/:companyId/minimum-spend',
    summary: 'Set the minimum spend of an agency',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    params: CompanyId,
    body: MinimumSpend.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      await setMinimumSpend(ctx, await agencyOf(ctx, params.companyId), body);
      return { message: ctx.t('agency-plans.saved') };
    },
  }),
];
