import type { Knex } from 'knex';

/**
 * Books what an agency owes beside its wallet as settled outside the system, but for `payingCents`, for which a payment is under way.
 * Answers the cents, 0 when nothing was owed.
 */
export async function settlePayable(db: Knex, agencyId: number, key: string, payingCents: number): Promise<number> {
  const { rows } = (await db.raw(
    `with owed as (
       select -sum(e.amount_cents) - :paying as cents from wallet_account a join wallet_entry e on e.account_id = a.id
       where a.company_id = :agency and a.kind = 'payable' having -sum(e.amount_cents) > :paying
     ), posted as (
       insert into wallet_transfer (company_id, idem_key, kind) select :agency, :key, 'manual_settlement' from owed returning id
     ), entry as (
       insert into wallet_entry (transfer_id, account_id, company_id, amount_cents)
       select t.id, a.id, a.company_id, case a.kind when 'payable' then o.cents else -o.cents end
       from posted t, owed o, wallet_account a where a.company_id = :agency and a.kind in ('payable', 'cash')
     )
     select coalesce((select cents from owed), 0)::bigint as cents`,
    { agency: agencyId, key, paying: payingCents },
  )) as { rows: [{ cents: string }] };
  return Number(rows[0].cents);
}
