import { defineEvent, definePort, T } from '../../core/contract.ts';
import type { Product } from '../campaigns/contract.ts';

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

export interface WalletApi {
  /**
   * What the agency pays the root for a lead of the product now: its cost on the payment term of the client, or without one on the
   * usual term.
   */
  wholesaleCents(product: Product, clientId?: number): Promise<number>;
  /**
   * How many leads of the price the agency can pay, at most `want`. Holds the wallet's row until the transaction ends, so what is
   * answered here can be charged. An agency that is not on a data wallet can always pay: it is billed later.
   */
  affordable(agencyId: number, centsEach: number, want: number): Promise<number>;
  /** Posts retail and wholesale transfers of all leads in one statement; repeats of a lead id change nothing. */
  chargeLeads(agencyId: number, charges: readonly LeadCharge[]): Promise<void>;
  balance(agencyId: number): Promise<{ cents: number; onWallet: boolean }>;
}
export const Wallet = definePort<WalletApi>('wallet.v1');

/** The wallet can pay again after having been empty. */
export const WalletFunded = defineEvent({ id: 'wallet.funded', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
/** The wallet could not pay for a lead. */
export const WalletEmptied = defineEvent({ id: 'wallet.emptied', version: 1, payload: T.Object({ agencyId: T.Integer() }) });
