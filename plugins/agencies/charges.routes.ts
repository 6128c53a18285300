import { defineRoute, T } from '../../core/contract.ts';
import { CompanyId, Id } from './company-fields.ts';
import { billingOf, excludeMinimumSpend, onboardingSetting, setMinimumSpend, setOnboarding } from './charges.service.ts';
import { MinimumSpend } from './charges.settings.ts';
import { AGENCY_NEWS } from './contract.ts';
import { Packages } from './packages.ts';
import { setDeveloperMode } from './profile-input.ts';
import { agencyOf } from './selections.service.ts';

const Flag = T.Enum(['T', 'F']);
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
    id: 'agencies.billing',
    method: 'GET',
    path: '/agencies/:companyId/billing',
    summary: 'How an agency is billed and what it is charged beside its leads',
    ability: ['oversee', 'Agency'],
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
    handler: async (ctx, { params }) => billingOf(ctx, await agencyOf(ctx, params.companyId, 'oversee')),
  }),
  defineRoute({
    id: 'agencies.api-mode',
    method: 'PUT',
    path: '/configuration/agencies/api-mode',
    summary: 'Switch developer mode of an agency',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ companyID: Id, ApiMode: Flag }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.companyID, 'update');
      await setDeveloperMode(ctx, agency.id, body.ApiMode);
      await ctx.live(AGENCY_NEWS);
      return { result: 'success', message: ctx.t('agencies.saved') };
    },
  }),
  defineRoute({
    id: 'agencies.exclude-minimum-spend',
    method: 'PUT',
    path: '/configuration/agencies/exclude-minimum-spend',
    summary: 'Let an agency off its minimum spend, or no longer (setAgencyExcludeMinimumSpend)',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ CompanyID: Id, exclude_minimum_spend: T.Optional(Bit) }),
    response: T.Object({ ...Done, exclude_minimum_spend: T.Integer() }),
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.CompanyID, 'update');
      const wish = body.exclude_minimum_spend;
      const excluded = await excludeMinimumSpend(ctx, agency, wish === undefined ? undefined : wish === 1);
      const message = ctx.t(excluded ? 'agencies.minimum-spend.excluded' : 'agencies.minimum-spend.included', { name: agency.name });
      return { status: 'success', result: 'success', message, exclude_minimum_spend: Number(excluded) };
    },
  }),
  defineRoute({
    id: 'agencies.onboarding',
    method: 'GET',
    path: '/configuration/agencies/onboarding',
    summary: 'The onboarding charge of an agency (getOnboardAgencySettings)',
    ability: ['oversee', 'Agency'],
    query: T.Object({ companyID: Id, companyRootID: T.Optional(Id), settingname: Text }),
    response: T.Object({
      amount: T.Number(),
      enable_coupon: Flag,
      exclude_onboard_charge: Flag,
      is_onboard_charged: T.Integer(),
      data: T.Object({ amount: T.Number(), enable_coupon: Flag }),
    }),
    async handler(ctx, { query }) {
      const setting = await onboardingSetting(ctx, await agencyOf(ctx, query.companyID, 'oversee'));
      const { amount, enable_coupon } = setting;
      return { ...setting, data: { amount, enable_coupon } };
    },
  }),
  defineRoute({
    id: 'agencies.set-onboarding',
    method: 'PUT',
    path: '/configuration/agencies/onboarding',
    summary: 'Set the onboarding charge of an agency (setAgencyOnboardingCharge)',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ CompanyID: Id, ...Onboarding }),
    response: T.Object(Done),
    async handler(ctx, { body }) {
      await setOnboarding(ctx, await agencyOf(ctx, body.CompanyID, 'update'), body);
      return { status: 'success', result: 'success', message: ctx.t('agencies.saved') };
    },
  }),
  defineRoute({
    id: 'agencies.minimum-default',
    method: 'GET',
    path: '/configuration/agencies/minimum-spend',
    summary: 'The minimum spend of agencies that have none of their own',
    ability: ['oversee', 'Agency'],
    response: MinimumSpend.schema,
    handler: (ctx) => ctx.setting(MinimumSpend),
  }),
  defineRoute({
    id: 'agencies.set-minimum-default',
    method: 'PUT',
    path: '/configuration/agencies/minimum-spend',
    summary: 'Set the minimum spend of agencies that have none of their own',
    ability: ['update', 'Agency'],
    stepUp: true,
    audit: 'agencies.minimum-default-set',
    body: MinimumSpend.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.saveSetting(MinimumSpend, body);
      return { message: ctx.t('agencies.saved') };
    },
  }),
  defineRoute({
    id: 'agencies.minimum-spend',
    method: 'GET',
    path: '/configuration/agencies/:companyId/minimum-spend',
    summary: 'The minimum spend of an agency',
    ability: ['oversee', 'Agency'],
    params: CompanyId,
    response: MinimumSpend.schema,
    handler: async (ctx, { params }) => ctx.setting(MinimumSpend, await agencyOf(ctx, params.companyId, 'oversee')),
  }),
  defineRoute({
    id: 'agencies.set-minimum-spend',
    method: 'PUT',
    path: '/configuration/agencies/:companyId/minimum-spend',
    summary: 'Set the minimum spend of an agency',
    ability: ['update', 'Agency'],
    stepUp: true,
    params: CompanyId,
    body: MinimumSpend.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      await setMinimumSpend(ctx, await agencyOf(ctx, params.companyId, 'update'), body);
      return { message: ctx.t('agencies.saved') };
    },
  }),
  defineRoute({
    id: 'agencies.packages',
    method: 'GET',
    path: '/configuration/agencies/packages',
    summary: 'Numbers of the plans that agencies can buy',
    ability: ['oversee', 'Agency'],
    response: Packages.schema,
    handler: (ctx) => ctx.setting(Packages),
  }),
  defineRoute({
    id: 'agencies.set-packages',
    method: 'PUT',
    path: '/configuration/agencies/packages',
    summary: 'Set the numbers of the plans that agencies can buy',
    ability: ['update', 'Agency'],
    stepUp: true,
    audit: 'agencies.packages-set',
    body: Packages.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.saveSetting(Packages, body);
      return { message: ctx.t('agencies.saved') };
    },
  }),
];
