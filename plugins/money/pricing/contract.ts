import { type Ctx, definePort, defineExtensionPoint, type Question, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';

/** How leads are paid for; the values of `PaymentTerm` and the keys of `costagency`. */
export const TERMS = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'] as const;
export type Term = (typeof TERMS)[number];
/** Where nothing else is said. */
export const DEFAULT_TERM: Term = 'Weekly';

/** A product that has prices, and what is particular about them. */
export interface PricedProduct {
  product: Product;
  /** With it the specification's names of its prices begin: `Enhance` of `EnhanceCostperlead`. */
  prefix: string;
  /** Leads with advanced information have a price of their own. */
  hasAdvancedPrice: boolean;
  /** Its cost per lead may not go below the root's minimum. */
  hasMinimum: boolean;
  /** Which of a client's prices a lead of it costs. */
  leadPrice: 'costSetCents' | 'costSetB2bCents';
  /** A lead for which advanced information came back may cost the client more: `CostSetAdvanced`. */
  sellsAdvanced?: true;
  /** What a lead costs while nobody has set a price: the agency, and its client. Cents. */
  usual: { wholesaleCents: number; retailCents: number };
}
export const PricedProducts = defineExtensionPoint<PricedProduct>('pricing.product');

/** What a product costs on one payment term, in cents. */
export interface ProductCost {
  platformFeeCents: number;
  costPerLeadCents: number;
  /** Only products with an advanced price tell it apart; elsewhere it is `costPerLeadCents`. */
  costPerLeadAdvancedCents: number;
  minCostMonthCents: number;
}
export interface PricedCost extends ProductCost {
  /** The version, for freezing it at activation; null: nobody has set a price yet, and the usual one counts. */
  versionId: number | null;
}

export const LIMIT_FREQUENCIES = ['day', 'week', 'month', 'total'] as const;

/** The module cost of a client for one product: what its new campaigns start with. Amounts in cents. */
export interface ClientCost {
  costSetCents: number;
  costSetAdvancedCents: number;
  costSetB2bCents: number;
  costMonthCents: number;
  costMaxLeadCents: number;
  platformFeeCents: number;
  /** 0: no cap. */
  limitLead: number;
  limitLeadFreq: (typeof LIMIT_FREQUENCIES)[number];
  /** `YYYY-MM-DD`, or null. */
  limitLeadStart: string | null;
  limitLeadEnd: string | null;
  paymentTerm: Term;
  contiDurationSelection: 'weekly' | 'monthly';
  topupoptions: 'onetime' | 'continual';
  leadsbuy: number;
}
export interface VersionedClientCost extends ClientCost {
  versionId: number;
  /** From then on it counts: a local midnight of the client. */
  validFrom: Date;
}

export interface PricingApi {
  /**
   * What the agency pays the root for the product at a moment (default now). The caller may be the agency, a client of it or
   * somebody above. Throws 404 for another agency.
   */
  wholesale(agencyId: number, product: Product, term: Term, at?: Date): Promise<PricedCost>;
  /** The least that the root lets agencies pay, per product and term; null where it has not said. */
  minimum(rootId: number, product: Product, term: Term): Promise<ProductCost | null>;
  /** Module cost of a client in force at a moment (default now), or the one last set with `at: 'latest'`; null when none was set. */
  clientCost(companyId: number, product: Product, at?: Date | 'latest'): Promise<VersionedClientCost | null>;
  /** Module costs last set for clients, by company and product. */
  latestCosts(companyIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<Product, VersionedClientCost>>>;
  /** The payment term of a client's campaigns of the product. */
  termOf(companyId: number, product: Product): Promise<Term>;
}
/** What a lead costs: the client, the agency, from which moment on. */
export const Pricing = definePort<PricingApi>('pricing.v1');

/** What an agency pays for a lead while nobody has set its cost, where that is not the product's usual; one plugin fills it. Cents by product. */
export interface UsualWholesale {
  of(ctx: Ctx, agency: Tenant): Promise<Partial<Record<Product, number>>>;
}
export const UsualWholesales = defineExtensionPoint<UsualWholesale>('pricing.usual-wholesale');

/** What a client pays for a lead of a new campaign while its module cost is not set, where that is not the product's usual; one plugin fills it. Cents by product. */
export interface UsualRetail {
  of(ctx: Ctx, client: Tenant): Promise<Partial<Record<Product, number>>>;
}
export const UsualRetails = defineExtensionPoint<UsualRetail>('pricing.usual-retail');

/**
 * Told when a client's payment term for a product was changed, after the new prices were written and in that transaction; throwing
 * refuses the change.
 */
export type TermChange = (ctx: Ctx, client: Tenant, product: Product, to: Term) => Promise<void>;
export const TermChanges = defineExtensionPoint<TermChange>('pricing.term-change');
/** What is asked before such a change, where it charges somebody. Never inside a transaction; changes nothing. */
export type TermQuestion = (ctx: Ctx, client: Tenant, product: Product, to: Term) => Promise<Question | null>;
export const TermQuestions = defineExtensionPoint<TermQuestion>('pricing.term-question');
