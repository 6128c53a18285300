import type { Knex } from 'knex';

/** The fee that undelivered leads of a pack are booked as before a credit takes it back: of the two nothing is to be left. */
const UNDELIVERED = 'prepaid:undelivered-part:%';

/**
 * What the leads of a stretch of time cost the agency, in cents: what was charged for them less what was given back for leads.
 * Fees and what they are paid with do not count.
 */
export async function leadSpend(db: Knex, agencyId: number, from: Date, to: Date): Promise<number> {
  const row = (await db('wallet_transfer as t')
    .join('wallet_entry as e', 'e.transfer_id', 't.id')
    .join('wallet_account as a', 'a.id', 'e.account_id')
    .where({ 'a.company_id': agencyId, 'a.kind': 'cost' })
    .where((q) => void q.whereIn('t.kind', ['lead', 'credit']).orWhereLike('t.idem_key', UNDELIVERED))
    .where('t.created_at', '>=', from)
    .where('t.created_at', '<', to)
    .first(db.raw('coalesce(sum(e.amount_cents), 0)::bigint as cents'))) as { cents: string };
  return Number(row.cents);
}
