import type { Knex } from 'knex';
import type { InvoiceLine } from './contract.ts';
import type { LineRow } from './rows.gen.ts';

/** A line with what stands behind it between agency and root. Amounts in cents. */
export interface NewLine extends InvoiceLine {
  /** Of each lead, what the agency pays the root, and what of it is owed; of a fee or minimum the root's part. */
  wholesaleCents: number;
  owedCents: number;
  /** The calendar period that it belongs to. */
  periodFirst: string | null;
  /** It waits for the ledger. */
  unposted?: true;
}
/** What people read of a line. */
type Readable = Pick<LineRow, 'campaign_id' | 'kind' | 'text' | 'quantity' | 'unit_cents' | 'amount_cents' | 'price_version_id'>;
export interface StoredLine extends InvoiceLine {
  id: string;
  companyId: number;
  wholesaleCents: number;
  owedCents: number;
}

/** Writes lines of a bill, or with `invoiceId` null ones that wait for the next bill. A platform fee that stands already is left out. */
export async function insertLines(
  db: Knex,
  at: { companyId: number; invoiceId: string | null; madeAt: Date },
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await db('billing_line')
    .insert(
      lines.map((line) => ({
        company_id: at.companyId,
        invoice_id: at.invoiceId,
        campaign_id: line.campaignId,
        kind: line.kind,
        text: line.text,
        quantity: line.quantity,
        unit_cents: line.unitCents,
        amount_cents: line.amountCents,
        price_version_id: line.priceVersionId,
        wholesale_cents: line.wholesaleCents,
        owed_cents: line.owedCents,
        period_first: line.periodFirst,
        posted: !line.unposted,
        made_at: at.madeAt,
      })),
    )
    .onConflict(db.raw(`(campaign_id) where kind = 'platform_fee' and not voided`))
    .ignore();
}

/** Lines of a client that wait for the next bill. */
export async function waitingLines(db: Knex, companyId: number, campaignIds: readonly number[]): Promise<StoredLine[]> {
  const rows = (await db('billing_line')
    .where({ company_id: companyId })
    .whereNull('invoice_id')
    .whereIn('campaign_id', [...campaignIds])
    .orderBy('id')) as LineRow[];
  return rows.map(lineOf);
}

export async function putOnInvoice(db: Knex, lines: readonly StoredLine[], invoiceId: string): Promise<void> {
  const ids = lines.map((line) => line.id);
  await db('billing_line').whereIn('id', ids).whereNull('invoice_id').update({ invoice_id: invoiceId });
}

/** Whether the campaign's platform fee was charged before, and not taken back. */
export async function hasFee(db: Knex, campaignId: number): Promise<boolean> {
  return (await db('billing_line').where({ campaign_id: campaignId, kind: 'platform_fee', voided: false }).first('id')) !== undefined;
}

/** How many leads of the client's campaigns on a term were billed, by campaign and prices (`billedKey`). */
export async function billedLeads(db: Knex, companyId: number, term: string): Promise<Map<string, number>> {
  const rows = (await db('billing_line as l')
    .join('billing_terms as t', 't.campaign_id', 'l.campaign_id')
    .where({ 'l.company_id': companyId, 'l.kind': 'leads', 't.term': term })
    .where((q) => void q.whereNull('t.billed_from').orWhereRaw('l.made_at > t.billed_from'))
    .groupBy('l.campaign_id', 'l.unit_cents', 'l.wholesale_cents', 'l.owed_cents')
    .select('l.campaign_id', 'l.unit_cents', 'l.wholesale_cents', 'l.owed_cents', db.raw('sum(l.quantity)::int as leads'))) as (Pick<
    LineRow,
    'campaign_id' | 'unit_cents' | 'wholesale_cents' | 'owed_cents'
  > & { leads: number })[];
  return new Map(
    rows.map((r) => [billedKey(r.campaign_id!, Number(r.unit_cents), Number(r.wholesale_cents), Number(r.owed_cents)), r.leads]),
  );
}
export const billedKey = (campaignId: number, retail: number, wholesale: number, owed: number): string =>
  [campaignId, retail, wholesale, owed].join(':');

/** What bills charged a campaign for leads and minimum in a calendar period so far: the client's side and the root's. */
export async function chargedIn(db: Knex, campaignId: number, periodFirst: string): Promise<{ cents: number; wholesaleCents: number }> {
  const row = (await db('billing_line')
    .where({ campaign_id: campaignId, period_first: periodFirst })
    .whereIn('kind', ['leads', 'minimum'])
    .first(
      db.raw(`coalesce(sum(amount_cents), 0)::bigint as cents,
        coalesce(sum(wholesale_cents * case kind when 'leads' then quantity else 1 end), 0)::bigint as wholesale`),
    )) as { cents: string; wholesale: string };
  return { cents: Number(row.cents), wholesaleCents: Number(row.wholesale) };
}

/** Marks a bill's platform fees as taken back; answers what they were, in cents: the client's side and the root's. */
export async function voidFees(db: Knex, invoiceId: string): Promise<{ cents: number; wholesaleCents: number }> {
  const fees = db('billing_line').where({ invoice_id: invoiceId, kind: 'platform_fee', voided: false });
  const rows = (await fees.update({ voided: true }).returning(['amount_cents', 'wholesale_cents'])) as Pick<
    LineRow,
    'amount_cents' | 'wholesale_cents'
  >[];
  return {
    cents: rows.reduce((sum, row) => sum + Number(row.amount_cents), 0),
    wholesaleCents: rows.reduce((sum, row) => sum + Number(row.wholesale_cents), 0),
  };
}

/** Takes some lines that wait for the ledger; whoever has them posts them in this transaction. */
export async function takeUnposted(db: Knex, limit: number, invoiceId?: string): Promise<StoredLine[]> {
  const query = db('billing_line').where({ posted: false });
  if (invoiceId) void query.where({ invoice_id: invoiceId });
  return ((await query.orderBy('id').limit(limit).forUpdate().skipLocked()) as LineRow[]).map(lineOf);
}
export async function markPosted(db: Knex, lines: readonly StoredLine[]): Promise<void> {
  const ids = lines.map((line) => line.id);
  await db('billing_line').whereIn('id', ids).update({ posted: true });
}
export async function agenciesWithUnposted(platform: Knex): Promise<number[]> {
  return (await platform('billing_line').whereRaw('not posted').distinct('agency_id').pluck('agency_id')) as number[];
}

/** Lines as people read them: leads of a campaign at one price are one line, whatever they cost the agency. */
export async function linesOf(db: Knex, invoiceIds: readonly string[]): Promise<Map<string, InvoiceLine[]>> {
  const rows = (await db('billing_line')
    .whereIn('invoice_id', [...invoiceIds])
    .groupBy('invoice_id', 'campaign_id', 'kind', 'text', 'unit_cents', 'price_version_id')
    .orderByRaw('min(id)')
    .select(
      'invoice_id',
      'campaign_id',
      'kind',
      'text',
      'unit_cents',
      'price_version_id',
      db.raw('sum(quantity)::int as quantity, sum(amount_cents)::bigint as amount_cents'),
    )) as (Readable & { invoice_id: string })[];
  const found = new Map<string, InvoiceLine[]>(invoiceIds.map((id) => [id, []]));
  for (const row of rows) found.get(row.invoice_id)!.push(readable(row));
  return found;
}

const readable = (row: Readable): InvoiceLine => ({
  campaignId: row.campaign_id,
  kind: row.kind,
  text: row.text,
  quantity: row.quantity,
  unitCents: Number(row.unit_cents),
  amountCents: Number(row.amount_cents),
  priceVersionId: row.price_version_id,
});
const lineOf = (row: LineRow): StoredLine => ({
  ...readable(row),
  id: row.id,
  companyId: row.company_id,
  wholesaleCents: Number(row.wholesale_cents),
  owedCents: Number(row.owed_cents),
});
