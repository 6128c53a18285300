import type { Knex } from 'knex';
import type { ClientTermsRow, DetailsRow } from '../rows.gen.ts';
import type { Party, TaxIdKind } from './party.ts';

/** What a company says of itself for invoices; the last two count for a seller. */
export interface Details extends Omit<Party, 'email'> {
  /** Of a buyer, it gets a copy of the mails about new invoices; of a seller, it is printed on them. May be empty. */
  invoiceEmail: string;
  /** Days until an invoice is due that is settled without a card. */
  paymentDays: number;
  footer: string;
}

export async function readDetails(db: Knex, companyId: number): Promise<Details | null> {
  const row = (await db('billing_details').where({ company_id: companyId }).first()) as DetailsRow | undefined;
  return row ? detailsOf(row) : null;
}

/** An agency's name and details, for itself and for its clients, who do not see its rows. */
export async function readSeller(db: Knex, agencyId: number): Promise<{ name: string; details: Details | null }> {
  const named = (await db.raw('select billing_seller_name(?) as name', [agencyId])) as { rows: [{ name: string | null }] };
  const { rows } = (await db.raw('select * from billing_seller_of(?)', [agencyId])) as { rows: DetailsRow[] };
  return { name: named.rows[0].name ?? '', details: rows[0] ? detailsOf(rows[0]) : null };
}

export async function saveDetails(db: Knex, companyId: number, details: Details): Promise<void> {
  const columns = {
    legal_name: details.name,
    line1: details.line1,
    line2: details.line2,
    city: details.city,
    region: details.region,
    postal_code: details.postalCode,
    country: details.country,
    tax_id_kind: details.taxIdKind,
    tax_id: details.taxId,
    invoice_email: details.invoiceEmail,
    payment_days: details.paymentDays,
    footer: details.footer,
  };
  await db('billing_details')
    .insert({ company_id: companyId, ...columns })
    .onConflict('company_id')
    .merge(columns);
}

/** What an agency agreed with a client besides its prices. */
export interface ClientTerms {
  tax: 'automatic' | 'exempt' | 'chosen';
  taxRateId: number | null;
  /** Why the client is exempt, such as the number of its certificate; printed on its invoices. */
  exemption: string;
  /** Null: as the agency has it. */
  paymentDays: number | null;
}
const USUAL: ClientTerms = { tax: 'automatic', taxRateId: null, exemption: '', paymentDays: null };

export async function readClientTerms(db: Knex, companyId: number): Promise<ClientTerms> {
  const row = (await db('billing_client_terms').where({ company_id: companyId }).first()) as ClientTermsRow | undefined;
  if (!row) return USUAL;
  const { tax, tax_rate_id: taxRateId, exemption, payment_days: paymentDays } = row;
  return { tax, taxRateId, exemption, paymentDays };
}

export async function saveClientTerms(db: Knex, companyId: number, terms: ClientTerms): Promise<void> {
  const columns = { tax: terms.tax, tax_rate_id: terms.taxRateId, exemption: terms.exemption, payment_days: terms.paymentDays };
  await db('billing_client_terms')
    .insert({ company_id: companyId, ...columns })
    .onConflict('company_id')
    .merge(columns);
}

const detailsOf = (row: DetailsRow): Details => ({
  name: row.legal_name,
  line1: row.line1,
  line2: row.line2,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
  country: row.country,
  taxIdKind: row.tax_id_kind as TaxIdKind | '',
  taxId: row.tax_id,
  invoiceEmail: row.invoice_email,
  paymentDays: row.payment_days,
  footer: row.footer,
});
