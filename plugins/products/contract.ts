import { defineExtensionPoint } from '../../core/contract.ts';
import type { Product } from '../companies/contract.ts';
import type { LeadSource } from '../leads/contract.ts';

/** Where the leads of a product come from. */
export interface ProductSource {
  product: Product;
  source: LeadSource;
}
export const ProductSources = defineExtensionPoint<ProductSource>('products.source');
