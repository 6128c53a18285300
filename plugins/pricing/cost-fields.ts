import { PRODUCTS, type Product } from '../companies/contract.ts';
import { type ProductCost, type Term, TERMS } from './contract.ts';

/** How the specification calls the parts of a product's cost. */
const PREFIX: Record<Product, string> = { local: 'Leadspeek', locator: 'Locator', enhance: 'Enhance', b2b: 'B2b' };
const PARTS = {
  PlatformFee: 'platformFeeCents',
  Costperlead: 'costPerLeadCents',
  CostperleadAdvanced: 'costPerLeadAdvancedCents',
  MinCostMonth: 'minCostMonthCents',
} as const satisfies Record<string, keyof ProductCost>;
type Part = keyof typeof PARTS;

/** Only Local sells leads with advanced information at a price of their own. */
const partsOf = (product: Product): Part[] =>
  (Object.keys(PARTS) as Part[]).filter((part) => product === 'local' || part !== 'CostperleadAdvanced');

/** One price as the specification names it. */
export interface CostField {
  /** `EnhanceCostperlead`. */
  name: string;
  product: Product;
  key: keyof ProductCost;
  part: Part;
}
export const COST_FIELDS: readonly CostField[] = PRODUCTS.flatMap((product) =>
  partsOf(product).map((part) => ({ name: PREFIX[product] + part, product, key: PARTS[part], part })),
);
export const fieldsOf = (product: Product): CostField[] => COST_FIELDS.filter((field) => field.product === product);

/** Products whose cost per lead may not go below the root's minimum. */
export const HAS_MINIMUM: ReadonlySet<Product> = new Set<Product>(['enhance', 'b2b']);

export type CostTable = Record<Product, Record<Term, ProductCost>>;
export const tableBy = (make: (product: Product, term: Term) => ProductCost): CostTable =>
  Object.fromEntries(
    PRODUCTS.map((product) => [product, Object.fromEntries(TERMS.map((term) => [term, make(product, term)]))]),
  ) as CostTable;

export const NOTHING: ProductCost = { platformFeeCents: 0, costPerLeadCents: 0, costPerLeadAdvancedCents: 0, minCostMonthCents: 0 };

/** Fields of a cost as they were sent over those that stand. Without an advanced price of its own a product has one for all leads. */
export function withFields(product: Product, standing: ProductCost, sent: Partial<Record<string, number>>): ProductCost {
  const cost = { ...standing };
  for (const field of fieldsOf(product)) cost[field.key] = sent[field.name] ?? cost[field.key];
  return product === 'local' ? cost : { ...cost, costPerLeadAdvancedCents: cost.costPerLeadCents };
}

export const isSame = (a: ProductCost, b: ProductCost): boolean => Object.values(PARTS).every((key) => a[key] === b[key]);
