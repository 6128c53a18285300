import { definePlugin, contribute } from '../../core/contract.ts';
import { Products } from '../../plugins/companies/contract.ts';
import { type PricedProduct, PricedProducts } from '../../plugins/pricing/contract.ts';

const product = (id: string, title: string, order: number, priced: Omit<PricedProduct, 'hasAdvancedPrice'>) =>
  definePlugin({
    manifest: {
      id,
      version: '1.0.0',
      core: '^1',
      level: 'agency',
      title,
      requires: { companies: '^1', pricing: '^1' },
    },
    names: { [priced.product]: { name: title, url: id.replace('-', '') } },
    contributions: [
      contribute(Products, { product: priced.product, plugin: id, title, order }),
      contribute(PricedProducts, { ...priced, hasAdvancedPrice: false }),
    ],
  });

/** Products that are not installed yet, for tests of what is said of each product: prices above all. */
export const furtherProducts = [
  product('b2b-id', 'B2B ID', 40, {
    product: 'b2b',
    prefix: 'B2b',
    hasMinimum: true,
    leadPrice: 'costSetB2bCents',
    usual: { wholesaleCents: 150, retailCents: 300 },
  }),
];
