// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `billing_asked_terms`. */
export interface AskedTermsRow {
  campaign_id: number;
  platform_fee_cents: string | null;
  minimum_cents: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_client`. */
export interface ClientRow {
  credit_cents: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_client_terms`. */
export interface ClientTermsRow {
  tax: 'automatic' | 'exempt' | 'chosen';
  tax_rate_id: number | null;
  exemption: string;
  payment_days: number | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_counter`. */
export interface CounterRow {
  series: string;
  year: number;
  last: number;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_credit`. */
export interface CreditRow {
  id: string;
  key: string;
  number: string;
  campaign_id: number | null;
  cents: string;
  fee_cents: string;
  reason: string;
  made_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  made_on: string | null;
  invoice_id: string | null;
  tax_cents: string;
}

/** A row of `billing_details`. */
export interface DetailsRow {
  legal_name: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postal_code: string;
  country: string;
  tax_id_kind: string;
  tax_id: string;
  invoice_email: string;
  payment_days: number;
  footer: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_invoice`. */
export interface InvoiceRow {
  id: string;
  number: string;
  term: 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid';
  period_first: string;
  period_last: string;
  total_cents: string;
  credit_cents: string;
  fee_cents: string;
  paid_cents: string;
  paid_fee_cents: string;
  state: 'open' | 'paying' | 'failed' | 'paid' | 'external' | 'written_off' | 'void';
  round: number;
  operation_id: string | null;
  try_at: Date | null;
  note: string;
  issued_at: Date;
  paid_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  issued_on: string | null;
  tax_cents: string;
  due_on: string | null;
  refunded_cents: string;
  over_cents: string;
}

/** A row of `billing_line`. */
export interface LineRow {
  id: string;
  invoice_id: string | null;
  campaign_id: number | null;
  kind: 'leads' | 'platform_fee' | 'minimum' | 'pack' | 'credit';
  text: string;
  quantity: number;
  unit_cents: string;
  amount_cents: string;
  price_version_id: number | null;
  wholesale_cents: string;
  owed_cents: string;
  period_first: string | null;
  posted: boolean;
  made_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
  voided: boolean;
}

/** A row of `billing_moment`. */
export interface MomentRow {
  campaign_id: number;
  at: Date;
  active: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_paper`. */
export interface PaperRow {
  document_id: string;
  seller: unknown;
  buyer: unknown;
  footer: string;
  payment_days: number;
  exemption: string;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_period`. */
export interface PeriodRow {
  term: 'Weekly' | 'Monthly';
  first: string;
  last: string;
  start_at: Date;
  end_at: Date;
  due_at: Date;
  closed_at: Date | null;
  invoice_id: string | null;
  company_id: number;
  agency_id: number;
  root_id: number;
  zone: string;
}

/** A row of `billing_tax_line`. */
export interface TaxLineRow {
  id: string;
  document_id: string;
  tax_rate_id: number;
  name: string;
  ppm: number;
  inclusive: boolean;
  net_cents: string;
  tax_cents: string;
  posted: boolean;
  voided: boolean;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_tax_rate`. */
export interface TaxRateRow {
  id: number;
  name: string;
  ppm: number;
  inclusive: boolean;
  applies_to: 'all' | 'place' | 'chosen';
  country: string;
  region: string;
  made_at: Date;
  archived_at: Date | null;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_terms`. */
export interface TermsRow {
  campaign_id: number;
  product: string;
  term: 'Weekly' | 'Monthly' | 'OneTime' | 'Prepaid';
  price_version_id: number | null;
  platform_fee_cents: string;
  minimum_cents: string;
  wholesale_fee_cents: string;
  wholesale_minimum_cents: string;
  activated_at: Date;
  billed_from: Date | null;
  term_from: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}

/** A row of `billing_transaction`. */
export interface TransactionRow {
  id: string;
  invoice_id: string;
  operation_id: string;
  kind: 'payment' | 'refund' | 'chargeback' | 'won_back';
  reversal: string;
  cents: string;
  card_brand: string;
  card_last4: string;
  made_at: Date;
  company_id: number;
  agency_id: number;
  root_id: number;
}
