import { defineEvent, definePort, T, type Tenant } from '../../core/contract.ts';
import type { Product } from '../campaigns/contract.ts';

export { ALARM_LEVELS, alarmAt, alarmReached, namesText } from './alarms.ts';

/** One lead's two sides, in cents. */
export interface LeadCharge {
  leadId: string;
  campaignId: number;
  /** The client, who owes the agency `retailCents`. */
  companyId: number;
  retailCents: number;
  /** What the agency owes the root. */
  wholesaleCents: number;
}

/**
 * The accounts of the books, debits positive. A client has a `receivable`: what it owes its agency. The others are the agency's:
 * `revenue` (what its clients were billed), `cost` (what the root billed it), `wallet` (its prepaid money, a debit balance),
 * `payable` (what it owes the root beside the wallet, a credit balance) and `cash` (the other end of every payment).
 */
export const ACCOUNTS = ['receivable', 'revenue', 'cost', 'wallet', 'payable', 'cash'] as const;
export type Account = (typeof ACCOUNTS)[number];

/** A transfer beside leads and top-ups. The wallet itself is moved by its own calls alone. */
export interface Transfer {
  /** One posting for a key of an agency; a repeat changes nothing. Begins with the plugin's id. */
  key: string;
  /** `fee`, `payment` and `credit` are between client and agency, the other two between agency and root. */
  kind: 'fee' | 'payment' | 'credit' | 'agency_fee' | 'agency_payment';
  /** The company that it is about: a client, or the agency. */
  companyId: number;
  /** The payment behind it. */
  operationId?: string;
  campaignId?: number;
  /** They sum to zero. */
  entries: readonly { companyId: number; account: Exclude<Account, 'wallet'>; cents: number }[];
}
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
  /** Posts retail and wholesale transfers of all leads in one statement; repeats of a lead id change nothing. */
  chargeLeads(agencyId: number, charges: readonly LeadCharge[]): Promise<void>;
  balance(agencyId: number): Promise<{ cents: number; onWallet: boolean }>;
  /** Manual bill: the agency's clients are not charged by the system. Also asked by clients. */
  billsOutside(agencyId: number): Promise<boolean>;
  /** Switches manual bill; off, all campaigns of the agency stop. */
  setBillsOutside(agencyId: number, on: boolean): Promise<void>;
  /** Posts a transfer in the agency's books; answers whether it was posted now. Throws when it does not sum to zero. */
  post(agencyId: number, transfer: Transfer): Promise<boolean>;
  /** A client's billed leads from `from` up to but not including `to`, by campaign and price. */
  leadCharges(client: Tenant, from: Date, to: Date): Promise<LeadCharges[]>;
  /** Wholesale cost of the agency's leads from `from` up to but not including `to`, in cents, whoever paid it. */
  leadSpend(agencyId: number, from: Date, to: Date): Promise<number>;
  /** What stands in an account, in cents, debits positive. */
  accountCents(agencyId: number, companyId: number, account: Account): Promise<number>;
}
export const Wallet = definePort<WalletApi>('wallet.v1');

/** What single leads were billed at, for those who give them back. */
export interface LeadPricesApi {
  /** Both sides as they stand in the agency's books, by lead id; leads that were never billed are left out. */
  of(agencyId: number, leadIds: readonly string[]): Promise<Map<string, { retailCents: number; wholesaleCents: number }>>;
}
export const LeadPrices = definePort<LeadPricesApi>('wallet.lead-prices.v1');

/** The wallet can pay again after having been empty. */
export const WalletFunded = defineEvent({ id: 'wallet.funded', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
/** The wallet could not pay for a lead. */
export const WalletEmptied = defineEvent({ id: 'wallet.emptied', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
