import { defineRoute, Flag, flagOf, notFound, T } from '../../../core/contract.ts';
import { Id } from '../../foundation/companies/shared.ts';
import { agencyOf } from './charges.service.ts';
import { changePlan, freePlan, packageLabels, packageOptions, Packages } from './plans.ts';
import { planOf } from './plans.store.ts';

const Done = T.Object({ result: T.String(), message: T.String() });

/** What an agency pays hangs on its plan: the root's operators say which one it has, and an agency may give its own up. */
export const planRoutes = [
  defineRoute({
    id: 'agency-plans.package',
    method: 'GET',
    path: '/configuration/setting/package',
    summary: 'The plan of the own agency',
    ability: ['cancel', 'Subscription'],
    response: T.Object({ package_id: T.String(), package_label: T.String(), has_plan: Flag }),
    async handler(ctx) {
      const plan = (await planOf(ctx, ctx.tenant.id)).package_id ?? '';
      const { free } = await ctx.setting(Packages);
      return { package_id: plan, package_label: (await packageLabels(ctx))(plan), has_plan: flagOf(plan !== '' && plan !== free) };
    },
  }),
  defineRoute({
    id: 'agency-plans.set-package',
    method: 'PUT',
    path: '/configuration/setting/package',
    summary: 'Set the plan of an agency',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    body: T.Object({ companyID: Id, package_id: T.Union([T.String({ maxLength: 100 }), T.Null()]) }),
    response: Done,
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.companyID);
      await changePlan(ctx, agency, body.package_id || null, 'chosen');
      return { result: 'success', message: ctx.t('agency-plans.setting-saved') };
    },
  }),
  defineRoute({
    id: 'agency-plans.cancel-subscription',
    method: 'PUT',
    path: '/configuration/cancel-subscription',
    summary: 'Give up the plan of an agency; the free one takes its place where there is one',
    ability: ['cancel', 'Subscription'],
    stepUp: true,
    body: T.Object({ companyID: T.Optional(Id) }),
    response: Done,
    async handler(ctx, { body }) {
      const agency = body.companyID === undefined ? ctx.tenant : await ctx.company(body.companyID);
      if (agency?.kind !== 'agency') throw notFound();
      await changePlan(ctx, agency, await freePlan(ctx, agency), 'cancelled');
      return { result: 'success', message: ctx.t('agency-plans.setting-saved') };
    },
  }),
  defineRoute({
    id: 'agency-plans.options',
    method: 'GET',
    path: '/agencies/plan-options',
    summary: 'Plans that are configured',
    ability: ['read', 'AgencyPlan'],
    response: T.Object({ options: T.Array(T.Object({ value: T.String(), label: T.String() })) }),
    handler: async (ctx) => ({ options: await packageOptions(ctx) }),
  }),
  defineRoute({
    id: 'agency-plans.plans',
    method: 'GET',
    path: '/configuration/agencies/packages',
    summary: 'Numbers of the plans that agencies can buy',
    ability: ['read', 'AgencyPlan'],
    response: Packages.schema,
    handler: (ctx) => ctx.setting(Packages),
  }),
  defineRoute({
    id: 'agency-plans.set-plans',
    method: 'PUT',
    path: '/configuration/agencies/packages',
    summary: 'Set the numbers of the plans that agencies can buy',
    ability: ['update', 'AgencyPlan'],
    stepUp: true,
    audit: 'agency-plans.packages-set',
    body: Packages.schema,
    response: T.Object({ message: T.String() }),
    async handler(ctx, { body }) {
      await ctx.saveSetting(Packages, body);
      return { message: ctx.t('agency-plans.saved') };
    },
  }),
];
