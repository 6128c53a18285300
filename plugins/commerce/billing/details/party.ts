import type { Ctx, Locale } from '../../../../core/contract.ts';

/** Kinds of tax numbers, with what each looks like once spaces and dots are gone. The unlisted ones are `other`. */
export const TAX_ID_KINDS = {
  us_ein: /^\d{2}-?\d{7}$/,
  ca_bn: /^\d{9}(RT\d{4})?$/,
  gb_vat: /^(GB)?(\d{9}|\d{12}|(GD|HA)\d{3})$/,
  eu_vat: /^[A-Z]{2}[0-9A-Z+*]{2,12}$/,
  ae_trn: /^\d{15}$/,
  sa_vat: /^3\d{13}3$/,
  au_abn: /^\d{11}$/,
  in_gst: /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/,
  other: /^[^\p{Cc}]{2,40}$/u,
} as const;
export type TaxIdKind = keyof typeof TAX_ID_KINDS;
export const isTaxIdKind = (kind: string): kind is TaxIdKind => Object.hasOwn(TAX_ID_KINDS, kind);

/** A side of an invoice as it is printed. `taxIdKind` is empty where there is no number. */
export interface Party {
  name: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  taxIdKind: TaxIdKind | '';
  taxId: string;
  /** Of a seller, where questions about its invoices go. */
  email: string;
}

/** A side's tax number with what it is, such as `US EIN: 12-3456789`; null without one. Its groups of digits stay in their order in Arabic. */
export function taxIdText({ taxIdKind, taxId }: Party, { t, locale }: Pick<Ctx, 't' | 'locale'>): string | null {
  if (!taxIdKind) return null;
  return `${t(`billing.details.tax_id_kind.${taxIdKind}`)}: ${locale === 'ar' ? `\u2066${taxId}\u2069` : taxId}`;
}

/** A side's address in lines, the country by its name in the reader's language. */
export function addressLines({ line1, line2, city, region, postalCode, country }: Party, locale: Locale): string[] {
  const place = [[city, region].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ');
  const lines = [line1, line2, place].filter(Boolean);
  // A country alone is nobody's address.
  return lines.length > 0 && country ? [...lines, countryName(country, locale)] : lines;
}

export const countryName = (code: string, locale: Locale): string => new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
