import { type FieldError, Problem, T } from '../../../../core/contract.ts';
import { isState, nameOfState } from '../../../foundation/places/shared.ts';
import type { Details } from './details.store.ts';
import { isTaxIdKind, TAX_ID_KINDS } from './party.ts';

const text = (maxLength: number) => T.Optional(T.String({ maxLength }));

/** A buyer's details as forms and calls send them; what is left out is empty. */
export const BuyerBody = {
  legal_name: T.String({ minLength: 1, maxLength: 200 }),
  country: T.String({ pattern: '^[A-Z]{2}$' }),
  line1: text(200),
  line2: text(200),
  city: text(100),
  region: text(100),
  postal_code: text(20),
  tax_id_kind: T.Optional(T.Enum(['', ...(Object.keys(TAX_ID_KINDS) as (keyof typeof TAX_ID_KINDS)[])])),
  tax_id: text(40),
  invoice_email: T.Optional(T.String({ format: 'email', maxLength: 254 })),
};
/** Days until an invoice is due that no card pays. */
export const PaymentDays = T.Integer({ minimum: 0, maximum: 365 });
/** A seller's: the days and the text count for invoices that are issued from then on. */
export const SellerBody = {
  ...BuyerBody,
  payment_days: T.Optional(PaymentDays),
  footer: text(600),
};

interface Sent {
  legal_name: string;
  country: string;
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postal_code?: string;
  tax_id_kind?: string;
  tax_id?: string;
  invoice_email?: string;
  payment_days?: number;
  footer?: string;
}

/** Control characters, and those that turn the direction of the text around them. */
const UNWANTED = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/u;

/** What was sent, tidied. Throws 422 with every fault on its field. */
export function detailsFrom(sent: Sent): Details {
  const errors: FieldError[] = [];
  const tidy = (field: keyof Sent, value = ''): string => {
    const trimmed = value.trim();
    if (UNWANTED.test(trimmed)) errors.push({ field, message: 'billing.problem.characters' });
    return trimmed;
  };
  const region = tidy('region', sent.region);
  const state = region.toUpperCase();
  const isUs = sent.country === 'US';
  if (isUs && state && !isState(state)) errors.push({ field: 'region', message: 'billing.problem.state' });
  const kind = sent.tax_id_kind ?? '';
  const taxId = tidy('tax_id', sent.tax_id).toUpperCase();
  const bare = kind === 'other' ? taxId : taxId.replaceAll(/[\s.]/g, '');
  if (kind && !(isTaxIdKind(kind) && TAX_ID_KINDS[kind].test(bare))) errors.push({ field: 'tax_id', message: 'billing.problem.tax-id' });
  if (!kind && taxId) errors.push({ field: 'tax_id_kind', message: 'billing.problem.tax-id-kind' });
  const name = tidy('legal_name', sent.legal_name);
  if (name === '') errors.push({ field: 'legal_name', message: 'core.validation.required' });
  const details: Details = {
    name,
    line1: tidy('line1', sent.line1),
    line2: tidy('line2', sent.line2),
    city: tidy('city', sent.city),
    region: isUs ? state : region,
    postalCode: tidy('postal_code', sent.postal_code),
    country: sent.country,
    taxIdKind: isTaxIdKind(kind) ? kind : '',
    taxId: kind ? bare : '',
    invoiceEmail: tidy('invoice_email', sent.invoice_email),
    paymentDays: sent.payment_days ?? 0,
    footer: footerFrom(sent.footer ?? ''),
  };
  if (errors.length > 0) throw new Problem(422, 'core.problem.invalid', { errors });
  return details;
}

/** Lines of a text, without characters that no reader sees. */
const footerFrom = (typed: string): string =>
  typed
    .split(/\r?\n/)
    .map((line) => line.replaceAll(new RegExp(UNWANTED, 'gu'), ' ').trim())
    .join('\n')
    .trim();

/** Details as forms are filled with them. */
export const sentOf = (details: Details) => ({
  legal_name: details.name,
  country: details.country,
  line1: details.line1,
  line2: details.line2,
  city: details.city,
  region: details.region,
  postal_code: details.postalCode,
  tax_id_kind: details.taxIdKind,
  tax_id: details.taxId,
  ...(details.invoiceEmail && { invoice_email: details.invoiceEmail }),
});
export const sellerSentOf = (details: Details) => ({ ...sentOf(details), payment_days: details.paymentDays, footer: details.footer });

/** `Dubai` as it was typed, `IL` as `Illinois`. */
export const regionName = (country: string, region: string): string => (country === 'US' && isState(region) ? nameOfState(region) : region);
