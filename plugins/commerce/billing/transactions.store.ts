import type { Knex } from 'knex';
import type { Ctx } from '../../../core/contract.ts';
import type { Operation } from '../../money/payments/contract.ts';
import type { TransactionRow } from './rows.gen.ts';

/** Money that moved for an invoice, in cents. `reversal` is the provider's id of what went back; empty for the payment itself. */
export interface Transaction {
  kind: 'payment' | 'refund' | 'chargeback' | 'won_back';
  cents: number;
  reversal: string;
}
export interface StoredTransaction extends Transaction {
  id: string;
  card: Operation['card'];
  madeAt: Date;
}

/** Notes what moved, once for a payment and each of its reversals. */
export async function noteTransaction(
  ctx: Ctx,
  invoice: { id: string; companyId: number },
  { id, card }: Operation,
  { kind, cents, reversal }: Transaction,
): Promise<void> {
  await ctx
    .db('billing_transaction')
    .insert({
      company_id: invoice.companyId,
      invoice_id: invoice.id,
      operation_id: id,
      kind,
      reversal,
      cents,
      card_brand: card.brand,
      card_last4: card.last4,
      made_at: ctx.now,
    })
    .onConflict()
    .ignore();
}

/** What moved for an invoice, oldest first. */
export async function transactionsOf(db: Knex, invoiceId: string): Promise<StoredTransaction[]> {
  const rows = (await db('billing_transaction').where({ invoice_id: invoiceId }).orderBy('id')) as TransactionRow[];
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    cents: Number(row.cents),
    reversal: row.reversal,
    card: { brand: row.card_brand, last4: row.card_last4 },
    madeAt: row.made_at,
  }));
}
