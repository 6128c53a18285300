/** For forms that set a price of their own. */
export { leadPriceOf } from './client-cost.service.ts';
export { lossQuestion, marginFor } from './margin.ts';
export { centsByProduct, pricedProduct, pricedProducts } from './products.ts';
