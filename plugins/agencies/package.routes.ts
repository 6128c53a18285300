import { type Ctx, defineRoute, invalid, notFound, T, type Tenant } from '../../core/contract.ts';
import { agencyOf } from './selections.service.ts';
import { flag, Id } from './company-fields.ts';
import { AGENCY_NEWS } from './contract.ts';
import { packageLabels, Packages, planOf } from './packages.ts';

const Flag = T.Enum(['T', 'F']);
const Done = T.Object({ result: T.String(), message: T.String() });

/** Gives an agency another plan; nothing happens where it has that one. */
async function changePlan(ctx: Ctx, agency: Tenant, packageId: string | null, how: 'chosen' | 'cancelled'): Promise<void> {
  const changed = await ctx
    .db('agencies_profile')
    .where({ company_id: agency.id })
    .whereRaw('package_id is distinct from ?', [packageId])
    .update({ package_id: packageId });
  if (changed === 0) return;
  await ctx.audit({
    action: how === 'chosen' ? 'agencies.package-changed' : 'agencies.subscription-cancelled',
    companyId: agency.id,
    description: how === 'chosen' ? `Plan of ${agency.name} changed` : `Subscription of ${agency.name} cancelled`,
    target: String(agency.id),
    detail: { package_id: packageId },
  });
  await ctx.live(AGENCY_NEWS, agency);
}

/** What an agency pays hangs on its plan: the root's operators say which one it has, and an agency may give its own up. */
export const packageRoutes = [
  defineRoute({
    id: 'agencies.package',
    method: 'GET',
    path: '/configuration/setting/package',
    summary: 'The plan of the own agency',
    ability: ['cancel', 'Subscription'],
    response: T.Object({ package_id: T.String(), package_label: T.String(), has_plan: Flag }),
    async handler(ctx) {
      const plan = (await planOf(ctx, ctx.tenant)) ?? '';
      const { free } = await ctx.setting(Packages);
      return { package_id: plan, package_label: (await packageLabels(ctx))(plan), has_plan: flag(plan !== '' && plan !== free) };
    },
  }),
  defineRoute({
    id: 'agencies.set-package',
    method: 'PUT',
    path: '/configuration/setting/package',
    summary: 'Set the plan of an agency',
    ability: ['update', 'Agency'],
    stepUp: true,
    body: T.Object({ companyID: Id, package_id: T.Union([T.String({ maxLength: 100 }), T.Null()]) }),
    response: Done,
    async handler(ctx, { body }) {
      const agency = await agencyOf(ctx, body.companyID, 'update');
      const plan = body.package_id || null;
      if (plan !== null && !Object.values(await ctx.setting(Packages)).includes(plan))
        throw invalid('package_id', 'agencies.problem.package');
      await changePlan(ctx, agency, plan, 'chosen');
      return { result: 'success', message: ctx.t('agencies.setting-saved') };
    },
  }),
  defineRoute({
    id: 'agencies.cancel-subscription',
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
      const root = await ctx.setting(Packages, agency);
      await changePlan(ctx, agency, root.free || null, 'cancelled');
      return { result: 'success', message: ctx.t('agencies.setting-saved') };
    },
  }),
];
