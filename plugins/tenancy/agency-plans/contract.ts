import { definePort, type State, type Tenant } from '../../../core/contract.ts';

/** Each plan by the short name that lists put behind an agency's name. */
export const PLAN_STATES: Record<string, State> = Object.fromEntries(
  (
    [
      ['(NWM)', 'nonwhitelabelmonthly'],
      ['(NWY)', 'nonwhitelabelyearly'],
      ['(WM)', 'whitelabelmonthly'],
      ['(WY)', 'whitelabelyearly'],
      ['(FREE)', 'free'],
    ] as const
  ).map(([short, plan]) => [short, { title: `agency-plans.plan.${plan}`, severity: 'neutral' }]),
);

/** Amounts in US cents. */
export interface AgencyCharges {
  minimumSpend: {
    on: boolean;
    /** The root lets this agency off. */
    excluded: boolean;
    firstMonthCents: number;
    secondMonthCents: number;
    monthlyCents: number;
  };
  onboarding: {
    cents: number;
    /** Whether the agency may take something off with a coupon. */
    coupon: boolean;
    excluded: boolean;
    charged: boolean;
  };
}

/** The plan that an agency has from the root, and what it is charged beside its leads. */
export interface AgencyPlansApi {
  /** Whether an agency has none of the operator's plans; false where there are none to have. */
  lacksPlan(agency: Tenant): Promise<boolean>;
  /** The number of its plan at the payment provider. */
  planOf(agencyId: number): Promise<string | null>;
  /** The configured plans, for a chooser. */
  options(): Promise<{ value: string; label: string }[]>;
  /** Gives an agency a plan or none; throws 422 on `package_id` for one that is not configured, unless the agency has it already. */
  choose(agency: Tenant, packageId: string | null): Promise<void>;
  charges(agency: Tenant): Promise<AgencyCharges>;
  /** Those of the agencies of whom a minimum spend is asked. */
  withMinimum(agencies: readonly Tenant[]): Promise<Set<number>>;
  /** Notes that the agency's onboarding charge is paid, or is free. */
  onboarded(agency: Tenant): Promise<void>;
}
export const AgencyPlans = definePort<AgencyPlansApi>('agency-plans.v1');
