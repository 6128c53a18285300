import { type Ctx, defineSetting, T, type Tenant } from '../../core/contract.ts';

const PackageId = T.Optional(T.String({ maxLength: 100 }));

/** The plans an agency can buy, by their number at the payment provider. */
export const Packages = defineSetting({
  id: 'agencies.packages',
  title: 'agencies.settings.packages',
  scope: 'platform',
  schema: T.Object({
    nonwhitelabelmonthly: PackageId,
    nonwhitelabelyearly: PackageId,
    whitelabelmonthly: PackageId,
    whitelabelyearly: PackageId,
    free: PackageId,
  }),
  default: {},
  read: ['oversee', 'Agency'],
  write: ['update', 'Agency'],
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
    packages[plan] ? [{ value: packages[plan], label: `${ctx.t(`agencies.plan.${plan}`)} ${label}` }] : [],
  );
}

/** The plan that an agency has, by its number. */
export async function planOf(ctx: Ctx, agency: Tenant): Promise<string | null> {
  const row = (await ctx.db('agencies_profile').where({ company_id: agency.id }).first('package_id')) as
    | { package_id: string | null }
    | undefined;
  return row?.package_id ?? null;
}

/** Whether an agency has none of the plans; where the operator sells none, nobody lacks one. */
export async function lacksPlan(ctx: Ctx, agency: Tenant): Promise<boolean> {
  const sold = Object.values(await ctx.setting(Packages)).some(Boolean);
  return sold && (await planOf(ctx, agency)) === null;
}
