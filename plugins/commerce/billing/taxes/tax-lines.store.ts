import type { Knex } from 'knex';
import type { TaxLineRow } from '../rows.gen.ts';
import type { TaxLine } from './tax.ts';

export interface StoredTaxLine extends TaxLine {
  id: string;
  companyId: number;
  documentId: string;
}

/** Writes the taxes of a document. Those of a credit note are `posted` with it; those of an invoice wait for the ledger. */
export async function insertTaxLines(
  db: Knex,
  of: { companyId: number; documentId: string; posted: boolean },
  taxes: readonly TaxLine[],
): Promise<void> {
  if (taxes.length === 0) return;
  await db('billing_tax_line').insert(
    taxes.map((tax) => ({
      company_id: of.companyId,
      document_id: of.documentId,
      tax_rate_id: tax.taxRateId,
      name: tax.name,
      ppm: tax.ppm,
      inclusive: tax.inclusive,
      net_cents: tax.netCents,
      tax_cents: tax.taxCents,
      posted: of.posted,
    })),
  );
}

/** The taxes of documents, in the order in which they stand on them. */
export async function taxLinesOf(db: Knex, documentIds: readonly string[]): Promise<Map<string, TaxLine[]>> {
  const rows = (await db('billing_tax_line')
    .whereIn('document_id', [...documentIds])
    .orderBy('id')) as TaxLineRow[];
  const found = new Map<string, TaxLine[]>(documentIds.map((id) => [id, []]));
  for (const row of rows) found.get(row.document_id)!.push(plain(row));
  return found;
}

/** Takes some taxes that wait for the ledger; whoever has them posts them in this transaction. */
export async function takeUnpostedTaxes(db: Knex, limit: number, documentId?: string): Promise<StoredTaxLine[]> {
  const query = db('billing_tax_line').where({ posted: false });
  if (documentId) void query.where({ document_id: documentId });
  return ((await query.orderBy('id').limit(limit).forUpdate().skipLocked()) as TaxLineRow[]).map(lineOf);
}
export async function markTaxesPosted(db: Knex, taxes: readonly StoredTaxLine[]): Promise<void> {
  const ids = taxes.map(({ id }) => id);
  await db('billing_tax_line').whereIn('id', ids).update({ posted: true });
}
export async function agenciesWithUnpostedTaxes(platform: Knex): Promise<number[]> {
  return (await platform('billing_tax_line').whereRaw('not posted').distinct('agency_id').pluck('agency_id')) as number[];
}

/** Marks an invoice's taxes as taken back, once; answers them. */
export async function voidTaxes(db: Knex, documentId: string): Promise<StoredTaxLine[]> {
  const taxes = db('billing_tax_line').where({ document_id: documentId, voided: false });
  return ((await taxes.update({ voided: true }).returning('*')) as TaxLineRow[]).map(lineOf);
}

const plain = (row: TaxLineRow): TaxLine => ({
  taxRateId: row.tax_rate_id,
  name: row.name,
  ppm: row.ppm,
  inclusive: row.inclusive,
  netCents: Number(row.net_cents),
  taxCents: Number(row.tax_cents),
});
const lineOf = (row: TaxLineRow): StoredTaxLine => ({ ...plain(row), id: row.id, companyId: row.company_id, documentId: row.document_id });
