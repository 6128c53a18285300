import type { Knex } from 'knex';
import type { ClientRow } from './rows.gen.ts';

/** Holds a client's billing until the transaction ends and answers its credit in cents. */
export async function holdClient(db: Knex, companyId: number): Promise<number> {
  await db('billing_client').insert({ company_id: companyId }).onConflict('company_id').ignore();
  const row = (await db('billing_client').where({ company_id: companyId }).forUpdate().first()) as ClientRow;
  return Number(row.credit_cents);
}

/** Raises a client's credit by cents, or lowers it; never below nothing. To be done while the client is held. */
export async function moveCredit(db: Knex, companyId: number, cents: number): Promise<void> {
  if (cents !== 0) await db('billing_client').where({ company_id: companyId }).increment('credit_cents', cents);
}

export async function creditOf(db: Knex, companyId: number): Promise<number> {
  const row = (await db('billing_client').where({ company_id: companyId }).first()) as ClientRow | undefined;
  return Number(row?.credit_cents ?? 0);
}

export interface CreditNote {
  key: string;
  companyId: number;
  number: string;
  campaignId: number | null;
  /** The invoice that it gives back, where there is one. */
  invoiceId: string | null;
  cents: number;
  /** Of them what is tax. */
  taxCents: number;
  feeCents: number;
  reason: string;
  madeAt: Date;
  madeOn: string;
}
export async function insertCreditNote(db: Knex, note: CreditNote): Promise<string> {
  const [{ id }] = (await db('billing_credit')
    .insert({
      company_id: note.companyId,
      key: note.key,
      number: note.number,
      campaign_id: note.campaignId,
      invoice_id: note.invoiceId,
      cents: note.cents,
      tax_cents: note.taxCents,
      fee_cents: note.feeCents,
      reason: note.reason,
      made_at: note.madeAt,
      made_on: note.madeOn,
    })
    .returning('id')) as [{ id: string }];
  return id;
}
export async function hasCreditNote(db: Knex, companyId: number, key: string): Promise<boolean> {
  return (await db('billing_credit').where({ company_id: companyId, key }).first('id')) !== undefined;
}

/** What credit notes made for a bill give back so far, with tax, and how many they are. */
export async function creditedFor(
  db: Knex,
  { id, companyId }: { id: string; companyId: number },
): Promise<{ cents: number; notes: number }> {
  const row = (await db('billing_credit')
    .where({ company_id: companyId })
    // Those from before they named their invoice have it in their keys.
    .where((q) => void q.where({ invoice_id: id }).orWhereLike('key', `invoice:${id}:%`))
    .first(db.raw('count(*)::int as notes, coalesce(sum(cents), 0)::bigint as cents'))) as { notes: number; cents: string };
  return { cents: Number(row.cents), notes: row.notes };
}
