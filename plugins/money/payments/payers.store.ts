import type { Knex } from 'knex';
import type { Card } from './gateway/gateway.ts';
import type { OperationRow, PayerRow } from './rows.gen.ts';

export const payerRow = (db: Knex, companyId: number, gateway: string): Knex.QueryBuilder =>
  db('payments_payer').where({ company_id: companyId, gateway }).first();

/** The payer at the given provider; one who was known only to another provider is unknown. */
export const payerOf = async (db: Knex, companyId: number, gateway: string): Promise<PayerRow | undefined> =>
  (await payerRow(db, companyId, gateway)) as PayerRow | undefined;

export const hasCard = (db: Knex, column: string, gateway: string): Knex.Raw =>
  db.raw('exists (select from payments_payer p where p.company_id = ?? and p.gateway = ? and p.card is not null)', [column, gateway]);

/** Those of the companies that have a card at the given provider. */
export async function withCard(db: Knex, companyIds: readonly number[], gateway: string): Promise<Set<number>> {
  const rows = db('payments_payer').whereIn('company_id', companyIds).where({ gateway }).whereNotNull('card');
  return new Set((await rows.pluck('company_id')) as number[]);
}

/** By company the customer that the given provider knows it as. */
export async function customersOf(db: Knex, companyIds: readonly number[], gateway: string): Promise<Map<number, string>> {
  const rows = (await db('payments_payer')
    .whereIn('company_id', companyIds)
    .where({ gateway })
    .select('company_id', 'customer')) as PayerRow[];
  return new Map(rows.map((row) => [row.company_id, row.customer]));
}

/** Notes the provider's customer for a company; a customer on another account or provider is replaced, and its card with it. */
export async function saveCustomer(db: Knex, at: Pick<PayerRow, 'company_id' | 'gateway' | 'account' | 'customer'>): Promise<void> {
  const none = { card: null, brand: null, last4: null, exp_month: null, exp_year: null, card_failed: false };
  await db('payments_payer')
    .insert(at)
    .onConflict('company_id')
    .merge({ ...at, ...none });
}

export async function saveCard(db: Knex, companyId: number, card: Card): Promise<void> {
  await db('payments_payer').where({ company_id: companyId }).update({
    card: card.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    card_failed: false,
    changed_at: db.fn.now(),
  });
}

/** Nobody changes the company's card until the transaction ends. */
export async function holdPayer(db: Knex, companyId: number): Promise<void> {
  await db('payments_payer').where({ company_id: companyId }).forNoKeyUpdate().first('company_id');
}

/** The card is of no use any more, if it is still the one that was refused. */
export async function markCardFailed(db: Knex, companyId: number, card: string): Promise<void> {
  await db('payments_payer').where({ company_id: companyId, card }).update({ card_failed: true });
}

/** Whether the last payment that the card was asked for, since it is kept, was declined. */
export async function wasDeclined(db: Knex, { company_id, card, changed_at }: PayerRow): Promise<boolean> {
  const last = (await db('payments_operation')
    .where({ company_id, card })
    .whereIn('state', ['succeeded', 'failed'])
    .where('finished_at', '>=', changed_at)
    .orderBy('finished_at', 'desc')
    .first('state', 'reason')) as Pick<OperationRow, 'state' | 'reason'> | undefined;
  return last?.state === 'failed' && last.reason !== 'not_charged';
}

export const cardOf = (payer: PayerRow | undefined): (Card & { failed: boolean }) | null =>
  payer?.card
    ? {
        id: payer.card,
        brand: payer.brand ?? '',
        last4: payer.last4 ?? '',
        expMonth: payer.exp_month ?? 0,
        expYear: payer.exp_year ?? 0,
        failed: payer.card_failed,
      }
    : null;
