import type { Product } from '../../foundation/companies/contract.ts';
import { type PricedProduct, type ProductCost, type Term, TERMS } from './contract.ts';

/** How the specification calls the parts of a product's cost. */
const PARTS = {
  PlatformFee: 'platformFeeCents',
  Costperlead: 'costPerLeadCents',
  CostperleadAdvanced: 'costPerLeadAdvancedCents',
  MinCostMonth: 'minCostMonthCents',
} as const satisfies Record<string, keyof ProductCost>;
type Part = keyof typeof PARTS;

/** One price as the specification names it. */
export interface CostField {
  /** `EnhanceCostperlead`. */
  name: string;
  key: keyof ProductCost;
  part: Part;
}
export const fieldsOf = ({ prefix, hasAdvancedPrice }: PricedProduct): CostField[] =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => hasAdvancedPrice || part !== 'CostperleadAdvanced')
    .map((part) => ({ name: prefix + part, key: PARTS[part], part }));

/** The costs of a product on each payment term. */
export interface CostsOfProduct {
  of: PricedProduct;
  costs: Record<Term, ProductCost>;
}
/** By product, in the order of the products. */
export type CostTable = ReadonlyMap<Product, CostsOfProduct>;
export const tableBy = (products: readonly PricedProduct[], make: (of: PricedProduct, term: Term) => ProductCost): CostTable =>
  new Map(
    products.map((of) => [
      of.product,
      { of, costs: Object.fromEntries(TERMS.map((term) => [term, make(of, term)])) as CostsOfProduct['costs'] },
    ]),
  );
/** A product's cost in a table of the same products. */
export const costIn = (table: CostTable, { product }: PricedProduct, term: Term): ProductCost => table.get(product)!.costs[term];

export const NOTHING: ProductCost = { platformFeeCents: 0, costPerLeadCents: 0, costPerLeadAdvancedCents: 0, minCostMonthCents: 0 };

/** Fields of a cost as they were sent over those that stand. Without an advanced price of its own a product has one for all leads. */
export function withFields(of: PricedProduct, standing: ProductCost, sent: Partial<Record<string, number>>): ProductCost {
  const cost = { ...standing };
  for (const field of fieldsOf(of)) cost[field.key] = sent[field.name] ?? cost[field.key];
  return of.hasAdvancedPrice ? cost : { ...cost, costPerLeadAdvancedCents: cost.costPerLeadCents };
}

export const isSame = (a: ProductCost, b: ProductCost): boolean => Object.values(PARTS).every((key) => a[key] === b[key]);
