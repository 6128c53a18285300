import { type Ctx, defineExtensionPoint } from '../../../core/contract.ts';
import type { CampaignTrial } from '../../campaign-management/campaigns/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { LeadSource } from '../../lead-intake/leads/contract.ts';

/** Where the leads of a product come from. */
export interface ProductSource {
  product: Product;
  source: LeadSource;
}
export const ProductSources = defineExtensionPoint<ProductSource>('products.source');

/** What campaigns of a product observed in a local day, judged by the settings that are tried, and without who anybody is. */
export interface ObservedDay {
  /** Such as 2027-03-08. */
  day: string;
  /** Everybody who was observed, whatever came of it. */
  observed: number;
  /** How they end before it is asked whether they are new, by outcome. */
  ended: Readonly<Record<string, number>>;
  /** Of whom nothing is kept that the settings could be judged by. */
  notKnown: number;
  /** All others, whom the settings want: a number that tells people apart and microseconds since the year 2000, 8 bytes each, in any order. */
  wanted: Buffer | null;
}
export interface Observed {
  days: readonly ObservedDay[];
  /** The number of somebody with a key as in an observation of a lead source. */
  personAt(personKey: Buffer): number;
  /** Another campaign of the client whose observations these are, because the one that is tried has none. */
  standsFor?: { id: number; name: string };
}
/** How campaigns of a product are tried with other settings on what happened before. */
export interface BackTest {
  product: Product;
  /** The fields that may be tried, in the order of their form: those of every campaign and the product's own. */
  fields: readonly string[];
  /** Who finds no room under a cap is there again when there is some. */
  waits?: true;
  /** `sent`: what is tried, as the campaign's form sends it. Throws 422 on a field. Writes nothing. */
  observed(
    ctx: Ctx,
    trial: CampaignTrial,
    sent: Readonly<Record<string, unknown>>,
    span: { from: Date; to: Date; first: string; last: string },
  ): Promise<Observed>;
}
export const BackTests = defineExtensionPoint<BackTest>('products.back-test');
