/** What the plugin of a product is made with. */
export { campaignProduct } from './campaign-product.ts';
export { choiceColumn, type Column, countColumn, flagColumn, listColumn, textColumn } from './columns.ts';
export { TRIED_FIELDS } from './tried-fields.ts';
