import { definePlugin, fill } from '../../core/contract.ts';
import { Products } from '../../plugins/companies/contract.ts';
import { type PricedProduct, PricedProducts } from '../../plugins/pricing/contract.ts';

const product = (id: string, title: string, order: number, priced: Omit<PricedProduct, 'hasAdvancedPrice'>) =>
  definePlugin({
    manifest: {
      id,
      version: '1.0.0',
      core: '^1',
      scope: 'agency',
      title,
      requires: { companies: '^1', pricing: '^1' },
    },
    names: { [priced.product]: { name: title, url: id.replace('-', '') } },
    fills: [
      fill(Products, { product: priced.product, plugin: id, title, order }),
      fill(PricedProducts, { ...priced, hasAdvancedPrice: false }),
    ],
  });

/** Products beside Site ID, for tests of what is said of each product: prices above all. */
export const furtherProducts = [
  product('search-id', 'Search ID', 20, {
    product: 'locator',
    prefix: 'Locator',
    hasMinimum: false,
    leadPrice: 'costSetCents',
    usual: { wholesaleCents: 80, retailCents: 200 },
  }),
  product('enhance-id', 'Enhance ID', 30, {
    product: 'enhance',
    prefix: 'Enhance',
    hasMinimum: true,
    leadPrice: 'costSetCents',
    usual: { wholesaleCents: 120, retailCents: 250 },
  }),
  product('b2b-id', 'B2B ID', 40, {
    product: 'b2b',
    prefix: 'B2b',
    hasMinimum: true,
    leadPrice: 'costSetB2bCents',
    usual: { wholesaleCents: 150, retailCents: 300 },
  }),
];
