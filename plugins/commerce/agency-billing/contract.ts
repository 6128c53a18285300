import { type Ctx, definePort, defineExtensionPoint, type Tenant } from '../../../core/contract.ts';

/** What the root charges an agency for. */
export const CHARGE_KINDS = ['wholesale', 'onboarding', 'developer_fee', 'minimum_spend'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** `settled`: by the root, outside the system; `withdrawn`: nothing came of it, and nothing is owed for it. */
export const CHARGE_STATES = ['paying', 'paid', 'failed', 'settled', 'withdrawn'] as const;
export type ChargeState = (typeof CHARGE_STATES)[number];

/** What one charge is for and how it stands; amounts in cents. */
export interface AgencyCharge {
  id: string;
  agencyId: number;
  kind: ChargeKind;
  /** One charge for a key of an agency. */
  key: string;
  description: string;
  /** Before the coupon, and what is to be paid. */
  priceCents: number;
  cents: number;
  coupon: string | null;
  state: ChargeState;
  /** Why the last try failed: the provider's reason, or `no_card`. */
  reason: string | null;
  operationId: string | null;
  createdAt: Date;
}

/** What developer mode costs an agency, in cents. */
export interface DeveloperTerms {
  feeCents: number;
  /** What is to be spent a month at the end of the ramp, and the months before it. */
  minimumMaxCents: number;
  minimumListCents: readonly number[];
  agreedAt: Date;
}

export interface AgencyBillingApi {
  /**
   * Writes a charge of the agency and begins its payment, in the caller's transaction; a repeat of the key answers the charge that is
   * there. Without a usable card it is failed at once, and tried again when the card changes. Less than half a dollar is not charged
   * and counts as paid. `wholesale` is what the agency owes already; the other kinds are owed from now on.
   */
  charge(agency: Tenant, wish: { key: string; kind: ChargeKind; cents: number; description: string }): Promise<AgencyCharge>;
  find(chargeId: string): Promise<AgencyCharge | null>;
  /** Charges of the agency whose payment failed, oldest first. */
  failed(agencyId: number): Promise<AgencyCharge[]>;
  /**
   * Counts the agency's failed charges as paid outside the system, of one kind or all. Answers how many, and the cents of its debt for
   * which a payment is under way.
   */
  settle(agency: Tenant, kind?: ChargeKind): Promise<{ settled: number; payingCents: number }>;
  /**
   * Ends manual bill: what the agency owes to date is charged to its card, then all its campaigns stop. Never inside a transaction.
   * Throws 409 when that charge fails, and nothing has changed then, or when its outcome is not known yet: what is left follows by
   * itself.
   */
  endManualBill(agency: Tenant): Promise<void>;
  /** What ending manual bill now would charge, in cents. Never inside a transaction; changes nothing. */
  toDateCents(agency: Tenant): Promise<number>;
  /**
   * The developer agreement was accepted: the fee is charged, and its minimum counts from then on. One who was away goes on where they left
   * the ramp. Called as the agency; a repeat changes nothing.
   */
  beginDeveloperMode(terms: DeveloperTerms): Promise<void>;
  /** Developer mode is off: its minimum counts until the calendar's next look, within minutes. */
  developerModeOff(agency: Tenant): Promise<void>;
}
/** What agencies pay the operator: fees, minimum spend and their payments. */
export const AgencyBilling = definePort<AgencyBillingApi>('agency-billing.v1');

/** What billing has to know and tell of developer mode; the plugin that keeps the mode fills it. */
export interface DeveloperModeOf {
  /** Whether the mode is on and its agreement accepted. */
  isOn(ctx: Ctx, agencyId: number): Promise<boolean>;
  /** Nothing of the fee is owed any more. */
  settled(ctx: Ctx, agencyId: number): Promise<void>;
}
export const DeveloperModes = defineExtensionPoint<DeveloperModeOf>('agency-billing.developer-mode', { once: true });
