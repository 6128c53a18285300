import { type Ctx, defineExtensionPoint } from '../../../../core/contract.ts';
import type { Product } from '../../../foundation/companies/contract.ts';
import type { OutcomeDef } from './intake.ts';

/** Leads of one client and product that could be sold now. */
export interface Wanted {
  companyId: number;
  product: Product;
  leads: number;
}
export interface Reserved {
  /** How many can be paid for. */
  leads: number;
  /** What each of them costs the agency. */
  wholesaleCents: number;
  /** One of the funding's outcomes, for the rest; null where there is none. */
  short: string | null;
}
/** One lead's two sides, in cents. */
export interface SoldLead {
  leadId: string;
  campaignId: number;
  /** The client, who owes the agency `retailCents`. */
  companyId: number;
  retailCents: number;
  /** What the agency owes the root. */
  wholesaleCents: number;
}
/** Who pays for leads. Called as the agency, in the transaction of the batch. */
export interface Funding {
  /** Why a lead could not be paid for. */
  outcomes: Readonly<Record<string, OutcomeDef>>;
  /** Holds what it answers until the transaction ends, so that it can be charged. */
  reserve(ctx: Ctx, wanted: Wanted): Promise<Reserved>;
  charge(ctx: Ctx, sold: readonly SoldLead[]): Promise<void>;
}
/** Filled by exactly one plugin; without it no lead is made. */
export const LeadFunding = defineExtensionPoint<Funding>('leads.funding', { once: true });
