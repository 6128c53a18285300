/** A company into which rows are put, and the word that stands in all its texts. */
export interface Company {
  id: number;
  agency_id: number;
  word: string;
}

/** Columns that name a row of another table, though no key says so: `column` or `table.column` -> that table. */
export const NAMED_BY_HABIT: Record<string, string> = {
  campaign_id: 'campaigns_campaign',
  'wallet_operation.id': 'payments_operation', // a top-up is its payment
};

const account = (agency: number): string => `account-${agency}`;
const customer = ({ id }: Company): string => `customer-${id}`;
const card = ({ id }: Company): string => `card-${id}`;
const isAgency = ({ id, agency_id }: Company): boolean => id === agency_id;

const PARTY = { line1: '', line2: '', city: '', region: '', postalCode: '', country: 'US', taxIdKind: '', taxId: '', email: '' };

/**
 * Columns whose values depend on one another: an agency whose account at the sandbox takes money, and a client that has a card there,
 * and has paid an invoice (an open one would be waited for, and nobody works in the background here). Amounts are cents.
 */
export const FITTING: Record<string, (company: Company) => Record<string, unknown>> = {
  campaigns_campaign: () => ({ timezone: 'America/Chicago' }),
  clients_profile: () => ({ timezone: 'America/Chicago' }),
  exclusions_upload: () => ({ refused_count: 0, refused_rows: null }),
  exclusions_opt_out: () => ({ kind: 'sha256', hash: Buffer.alloc(32, 7) }),
  deletion_lists_list: () => ({ type: 'email', state: 'review', finished_at: null }),
  deletion_lists_row: ({ id }) => ({ position: id, hash: Buffer.alloc(32, 7), code: null }),
  deletion_lists_match: ({ id }) => ({ position: id }),
  privacy_request: ({ word }) => ({ person: JSON.stringify({ emails: [`${word}@people.example`], leads: [], keys: [] }) }),
  reports_schedule: () => ({ report: 'spend', frequency: 'weekly', format: 'CSV', filters: '{}', is_paused: true, next_at: null }),
  reports_delivery: () => ({ state: 'sent', first: '2026-11-16', last: '2026-11-22' }),
  billing_details: () => ({ country: 'US', postal_code: '60601', tax_id_kind: '', tax_id: '' }),
  billing_tax_rate: () => ({ country: 'US' }),
  billing_paper: ({ word }) => ({
    seller: JSON.stringify({ ...PARTY, name: word }),
    buyer: JSON.stringify({ ...PARTY, name: word }),
  }),
  open_api_event: ({ id, word }) => ({ position: id, type: 'lead.created', data: JSON.stringify({ note: word }) }),
  open_api_endpoint: ({ word }) => ({ url: `https://${word}.example/`, types: '{}', state: 'active', position: 1 }),
  open_api_sandbox: ({ word }) => ({ kind: 'client', id: word, body: JSON.stringify({ id: 1, name: word }) }),
  capture_recognition: () => ({ state: 'IL', at: new Date() }),
  billing_invoice: () => ({ total_cents: 5_000, credit_cents: 500, fee_cents: 200, paid_cents: 4_500, paid_fee_cents: 200, state: 'paid' }),
  payments_account: ({ id }) => ({ gateway: 'sandbox', account: account(id), status: 'completed', charges_enabled: true }),
  payments_payer: (c) => ({
    gateway: 'sandbox',
    account: isAgency(c) ? '' : account(c.agency_id),
    customer: customer(c),
    card: isAgency(c) ? null : card(c),
    exp_month: 8,
    exp_year: 2034,
  }),
  payments_sandbox: (c) =>
    isAgency(c)
      ? { id: account(c.id), kind: 'account', data: JSON.stringify({ email: 'till@test.example', status: 'completed' }) }
      : { id: card(c), kind: 'card', data: JSON.stringify({ customer: customer(c), token: 'approved' }) },
  payments_operation: (c) => ({
    kind: 'wallet.top-up',
    gateway: 'sandbox',
    customer: customer(c),
    card: card(c),
    amount_cents: 25_000,
    fee_cents: 0,
    state: 'succeeded',
    payment_id: `${c.word}-payment-${c.id}`,
  }),
  integrations_connection: () => ({ fields: JSON.stringify({ email: 'email' }), rules: '{}' }),
  operations_snapshot: () => ({ reason: 'kept', parts: '{}' }),
  integrations_delivery: () => ({ thing: null }),
  integrations_backfill: () => ({ first: '2026-11-01', last: '2026-11-02', state: 'done', place_id: null, place_at: null }),
  integrations_erasure: ({ word }) => ({ person: '', refs: [word], state: 'manual' }),
  connector_google_sheets_sheet: ({ word }) => ({
    columns: JSON.stringify([{ field: 'email', heading: `${word} E-mail` }]),
    shared: JSON.stringify([{ email: `${word}@test.example`, role: 'reader' }]),
  }),
};
