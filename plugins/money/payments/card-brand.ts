/** Brands whose name is more than the provider's word with a capital. */
const NAMES: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  link: 'Link',
  unionpay: 'UnionPay',
  unknown: '',
};

/** What people call a brand that the provider names: `visa` is Visa. */
export const brandName = (brand: string): string => NAMES[brand] ?? `${brand[0]?.toUpperCase() ?? ''}${brand.slice(1)}`;
