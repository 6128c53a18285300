import { centsOf, type Ctx, flagOf, invalid, isYes, notFound, type Static, type Tenant } from '../../../core/contract.ts';
import { AGENCY_NEWS, Companies } from '../../foundation/companies/contract.ts';
import { MinimumSpend } from './charges.settings.ts';
import type { AgencyCharges } from './contract.ts';
import { packageLabels } from './plans.ts';
import { type AgencyPlan, lockPlan, planOf, savePlan } from './plans.store.ts';

/** An agency below the caller's root. Throws 404. */
export async function agencyOf(ctx: Ctx, companyId: number): Promise<Tenant> {
  const agency = await ctx.company(companyId);
  if (agency?.kind !== 'agency') throw notFound();
  return agency;
}

/** Above nothing, a card payment needs more than this. */
const LEAST_CENTS = 50;
const MOST_CENTS = 100_000_000;

/**
 * Reads the amount of the onboarding charge as it was typed, in US dollars, into cents. 0 charges nothing. Throws 422 on `amount` with
 * the specification's three texts.
 */
export function onboardingCents(typed: string | number): number {
  const text = String(typed).trim();
  const amount = text === '' ? NaN : Number(text);
  if (!Number.isFinite(amount)) throw invalid('amount', 'agency-plans.problem.amount');
  if (amount < 0) throw invalid('amount', 'agency-plans.problem.amount-negative');
  const cents = /^\d+(\.\d{1,2})?$/.test(text) ? centsOf(text) : null;
  if (cents === null || cents > MOST_CENTS) throw invalid('amount', 'agency-plans.problem.amount');
  if (cents > 0 && cents <= LEAST_CENTS) throw invalid('amount', 'agency-plans.problem.amount-small');
  return cents;
}

export interface OnboardingChange {
  amount: string | number;
  enable_coupon?: 'T' | 'F' | boolean | undefined;
  exclude_onboard_charge?: 0 | 1 | 'T' | 'F' | boolean | undefined;
}

/** Sets what root charges the agency once. */
export async function setOnboarding(ctx: Ctx, agency: Tenant, change: OnboardingChange): Promise<void> {
  const cents = onboardingCents(change.amount);
  const stored = {
    onboard_cents: cents,
    ...(change.enable_coupon === undefined ? {} : { onboard_coupon: isYes(change.enable_coupon) }),
    ...(change.exclude_onboard_charge === undefined ? {} : { exclude_onboard_charge: isYes(change.exclude_onboard_charge) }),
  };
  await savePlan(ctx, agency.id, stored);
  await ctx.audit({
    action: 'agency-plans.onboarding-changed',
    companyId: agency.id,
    description: `Onboarding charge of ${agency.name} set`,
    target: String(agency.id),
    detail: stored,
  });
  await ctx.live(AGENCY_NEWS);
}

/** Lets the agency off its minimum spend, or no longer; without a wish it becomes the other way round. Answers what is so now. */
export async function excludeMinimumSpend(ctx: Ctx, agency: Tenant, wish: boolean | undefined): Promise<boolean> {
  const before = (await lockPlan(ctx, agency.id)).exclude_minimum_spend;
  const after = wish ?? !before;
  if (after === before) return after;
  await savePlan(ctx, agency.id, { exclude_minimum_spend: after });
  await ctx.audit({
    action: 'agency-plans.minimum-spend-excluded',
    companyId: agency.id,
    description: `${agency.name} ${after ? 'let off' : 'held to'} the minimum spend`,
    target: String(agency.id),
    detail: { exclude_minimum_spend: after },
  });
  await ctx.live(AGENCY_NEWS);
  return after;
}

/** Sets the agency's own minimum spend. Takes effect with the next month that is charged. */
export async function setMinimumSpend(ctx: Ctx, agency: Tenant, value: Static<typeof MinimumSpend.schema>): Promise<void> {
  await ctx.saveSetting(MinimumSpend, value, agency);
  await ctx.audit({
    action: 'agency-plans.minimum-spend-set',
    companyId: agency.id,
    description: `Minimum spend of ${agency.name} set`,
    target: String(agency.id),
    detail: value,
  });
  await ctx.live(AGENCY_NEWS);
}

/** What root charges an agency once. */
const onboardingOf = (plan: AgencyPlan): AgencyCharges['onboarding'] => ({
  cents: plan.onboard_cents,
  coupon: plan.onboard_coupon,
  excluded: plan.exclude_onboard_charge,
  charged: plan.is_onboard_charged,
});

/** What billing is told of an agency's charges. */
export async function chargesOf(ctx: Ctx, agency: Tenant): Promise<AgencyCharges> {
  const { status, ...spend } = await ctx.setting(MinimumSpend, agency);
  const plan = await planOf(ctx, agency.id);
  return {
    minimumSpend: {
      on: status === 'T',
      excluded: plan.exclude_minimum_spend,
      firstMonthCents: spend.first_month,
      secondMonthCents: spend.second_month,
      monthlyCents: spend.monthly,
    },
    onboarding: onboardingOf(plan),
  };
}

/** Those of the agencies of whom a minimum spend is asked. */
export async function withMinimum(ctx: Ctx, agencies: readonly Tenant[]): Promise<Set<number>> {
  const values = await ctx.settings(MinimumSpend, agencies);
  return new Set([...values].filter(([, { status }]) => status === 'T').map(([id]) => id));
}

/** Notes that the onboarding charge is paid. */
export async function noteOnboarded(ctx: Ctx, agency: Tenant): Promise<void> {
  await savePlan(ctx, agency.id, { is_onboard_charged: true });
  await ctx.live(AGENCY_NEWS, agency);
}

/** What the root's screen tells of an agency's billing; amounts in cents. */
export async function billingOf(ctx: Ctx, agency: Tenant) {
  const plan = await planOf(ctx, agency.id);
  const facts = (await ctx.use(Companies).facts([agency.id])).get(agency.id);
  const onboarding = onboardingOf(plan);
  const { status, ...spend } = await ctx.setting(MinimumSpend, agency);
  return {
    company_id: agency.id,
    company_name: agency.name,
    manual_bill: facts?.manual_bill ?? ('F' as const),
    payment_status: facts?.payment_status ?? 'active',
    plan: (await packageLabels(ctx))(plan.package_id),
    onboard_cents: onboarding.excluded ? 0 : onboarding.cents,
    is_onboard_charged: onboarding.charged,
    minimum_status: plan.exclude_minimum_spend ? 'F' : status,
    ...spend,
  };
}

/** Fields of the specification's onboarding setting. */
export async function onboardingSetting(ctx: Ctx, agency: Tenant) {
  const { cents, coupon, excluded, charged } = onboardingOf(await planOf(ctx, agency.id));
  return {
    amount: asNumber(cents),
    enable_coupon: flagOf(coupon),
    exclude_onboard_charge: flagOf(excluded),
    is_onboard_charged: charged ? (1 as const) : (0 as const),
  };
}

/** Cents as dollars without needless zeros: 1050 is 10.5. */
const asNumber = (cents: number): number => cents / 100;

/** What the specification's role call tells of an agency's charges. */
export async function roleFieldsOf(ctx: Ctx, agency: Tenant): Promise<Record<string, unknown>> {
  const { onboarding, minimumSpend } = await chargesOf(ctx, agency);
  return {
    agency_onboarding_status: flagOf(onboarding.cents > 0 && !onboarding.excluded && !onboarding.charged),
    agency_onboarding_price: asNumber(onboarding.cents),
    agency_enable_coupon: flagOf(onboarding.coupon),
    minspend_setting: {
      status: flagOf(minimumSpend.on),
      first_month: asNumber(minimumSpend.firstMonthCents),
      second_month: asNumber(minimumSpend.secondMonthCents),
      monthly: asNumber(minimumSpend.monthlyCents),
    },
  };
}
