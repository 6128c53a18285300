import { type Ctx, defineSetting, invalid, subscribe, T, type Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS, AgencyCreated } from '../../foundation/companies/contract.ts';
import { lockPlan, planOf, savePlan } from './plans.store.ts';

const PackageId = T.Optional(T.String({ maxLength: 100 }));

/** The plans an agency can buy, by their number at the payment provider. */
export const Packages = defineSetting({
  id: 'agency-plans.packages',
  title: 'agency-plans.settings.packages',
  level: 'platform',
  schema: T.Object({
    nonwhitelabelmonthly: PackageId,
    nonwhitelabelyearly: PackageId,
    whitelabelmonthly: PackageId,
    whitelabelyearly: PackageId,
    free: PackageId,
  }),
  default: {},
  read: ['read', 'AgencyPlan'],
  write: ['update', 'AgencyPlan'],
});

const LABELS = [
  ['nonwhitelabelmonthly', '(NWM)'],
  ['nonwhitelabelyearly', '(NWY)'],
  ['whitelabelmonthly', '(WM)'],
  ['whitelabelyearly', '(WY)'],
  ['free', '(FREE)'],
] as const;

/** Answers the label behind an agency's name by the number of its plan: empty for none, and for one that is not configured. */
export async function packageLabels(ctx: Ctx): Promise<(packageId: string | null | undefined) => string> {
  const packages = await ctx.setting(Packages);
  return (packageId) => (packageId ? (LABELS.find(([plan]) => packages[plan] === packageId)?.[1] ?? '') : '');
}

/** The configured plans, for a chooser. */
export async function packageOptions(ctx: Ctx): Promise<{ value: string; label: string }[]> {
  const packages = await ctx.setting(Packages);
  return LABELS.flatMap(([plan, label]) =>
    packages[plan] ? [{ value: packages[plan], label: `${ctx.t(`agency-plans.plan.${plan}`)} ${label}` }] : [],
  );
}

/** The plan of an agency that chose none, by its number; null where the operator gives none away. */
export const freePlan = async (ctx: Ctx, agency: Tenant): Promise<string | null> => (await ctx.setting(Packages, agency)).free || null;

/** Whether an agency has none of the plans; where the operator sells none, nobody lacks one. */
export async function lacksPlan(ctx: Ctx, agency: Tenant): Promise<boolean> {
  const sold = Object.values(await ctx.setting(Packages)).some(Boolean);
  return sold && (await planOf(ctx, agency.id)).package_id === null;
}

/** A new agency begins with the free plan, unless one was chosen for it already. */
export const onAgencyCreated = subscribe({
  id: 'agency-plans.begin',
  event: AgencyCreated,
  async run(ctx, { agencyId }) {
    const agency = await ctx.company(agencyId);
    if (!agency || (await lockPlan(ctx, agencyId)).package_id !== null) return;
    await changePlan(ctx, agency, await freePlan(ctx, agency), 'chosen');
  },
});

/**
 * Gives an agency another plan; nothing happens where it has that one. Throws 422 on `package_id` for a plan that is not configured.
 * The caller says who may.
 */
export async function changePlan(ctx: Ctx, agency: Tenant, packageId: string | null, how: 'chosen' | 'cancelled'): Promise<void> {
  const before = await lockPlan(ctx, agency.id);
  if (before.package_id === packageId) return;
  if (packageId !== null && !Object.values(await ctx.setting(Packages, agency)).includes(packageId))
    throw invalid('package_id', 'agency-plans.problem.package');
  await savePlan(ctx, agency.id, { package_id: packageId });
  await ctx.audit({
    action: how === 'chosen' ? 'agency-plans.package-changed' : 'agency-plans.subscription-cancelled',
    companyId: agency.id,
    description: how === 'chosen' ? `Plan of ${agency.name} changed` : `Subscription of ${agency.name} cancelled`,
    target: String(agency.id),
    detail: { package_id: packageId },
  });
  await ctx.live(AGENCY_NEWS, agency);
}
