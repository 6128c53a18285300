import { type Ctx, defineEvent, definePort, defineExtensionPoint, T, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { SoldLead } from '../../lead-intake/leads/contract.ts';

/** Leads of a campaign at the same two prices. */
export interface LeadCharges {
  campaignId: number;
  retailCents: number;
  wholesaleCents: number;
  /** What of the wholesale price of each is owed: all of it, or nothing where the wallet paid. */
  owedCents: number;
  leads: number;
}

export interface Affordable {
  leads: number;
  /** What there is too little of for the rest of what was wanted; null where all of it can be paid. */
  short: 'wallet' | 'share' | null;
}

export interface WalletApi {
  /**
   * What the agency pays the root for a lead of the product now: its cost on the payment term of the client, or without one on the
   * usual term.
   */
  wholesaleCents(product: Product, clientId?: number): Promise<number>;
  /**
   * How many leads of the price the agency can pay for the client now, at most `want`: what the wallet holds, and what the client's share of
   * the day leaves. Holds the wallet's row until the transaction ends, so what is answered here can be charged. An agency that is not on a
   * data wallet can always pay: it is billed later.
   */
  affordable(agencyId: number, clientId: number, centsEach: number, want: number): Promise<Affordable>;
  /** Posts retail and wholesale of all leads in one statement; repeats of a lead id change nothing. Throws 409 where the wallet is short. */
  chargeLeads(agencyId: number, charges: readonly SoldLead[]): Promise<void>;
  balance(agencyId: number): Promise<{ cents: number; onWallet: boolean }>;
  /** Manual bill: the agency's clients are not charged by the system. Also asked by clients. */
  billsOutside(agencyId: number): Promise<boolean>;
  /** Switches manual bill; off, all campaigns of the agency stop. */
  setBillsOutside(agencyId: number, on: boolean): Promise<void>;
  /** A client's billed leads from `from` up to but not including `to`, by campaign and price. */
  leadCharges(client: Tenant, from: Date, to: Date): Promise<LeadCharges[]>;
  /** Wholesale cost of the agency's leads from `from` up to but not including `to`, in cents, whoever paid it. */
  leadSpend(agencyId: number, from: Date, to: Date): Promise<number>;
}
/** An agency's data wallet: what is in it, and what may be taken from it. */
export const Wallet = definePort<WalletApi>('wallet.v1');

/** What single leads were billed at, for those who give them back. */
export interface LeadPricesApi {
  /** Both sides as they stand in the agency's books, by lead id; leads that were never billed are left out. */
  of(agencyId: number, leadIds: readonly string[]): Promise<Map<string, { retailCents: number; wholesaleCents: number }>>;
}
export const LeadPrices = definePort<LeadPricesApi>('wallet.lead-prices.v1');

/**
 * Who bills an agency that is on manual bill, or for something beside its leads; one plugin fills it. Without one the switch charges
 * nothing, and nothing else is owed.
 */
export interface AgencyBillOf {
  /** What ending manual bill now would charge, in cents. Never inside a transaction; changes nothing. */
  toDateCents(ctx: Ctx, agency: Tenant): Promise<number>;
  /** Ends manual bill with the payment of what is owed to date. Never inside a transaction; throws 409 while that is not made. */
  endManualBill(ctx: Ctx, agency: Tenant): Promise<void>;
  /** Counts the agency's failed charges as paid. Answers how many, and the cents of its debt for which a payment is under way. */
  settle(ctx: Ctx, agency: Tenant): Promise<{ settled: number; payingCents: number }>;
}
export const AgencyBills = defineExtensionPoint<AgencyBillOf>('wallet.agency-bill', { once: true });

/** The wallet can pay again after having been empty. */
export const WalletFunded = defineEvent({ id: 'wallet.funded', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
/** The wallet could not pay for a lead. */
export const WalletEmptied = defineEvent({ id: 'wallet.emptied', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
