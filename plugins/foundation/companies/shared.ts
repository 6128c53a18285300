/** What plugins above build their own lists and forms of companies from. */
export { betaFeature, betaFeatures, obstacles } from './entitlements/beta.ts';
export { PaymentTerms } from './entitlements/payment-terms.settings.ts';
export { installedProducts, productName, productsOn } from './entitlements/products.ts';
export * from './company-fields.ts';
export * from './company-list.ts';
export { companyRoutes } from './company-routes.ts';
export { COMPANY_USER_SORTS, FilterFields, PathSort } from './filters.ts';
export { listed } from './listed.ts';
export { MOST_NAMED, namesText, withMore } from './names-text.ts';
export { savedText } from './saved-text.ts';
