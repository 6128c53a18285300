/** What the plugin of a product is made with. */
export { campaignProduct } from './campaign-product.ts';
export { flagColumn, listColumn, textColumn } from './columns.ts';
