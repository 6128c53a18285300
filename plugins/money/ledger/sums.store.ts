import type { Knex } from 'knex';

/** Chooses accounts to be summed: those with more entries than this, of which some stand in closed time. Fewer are read as quickly as their sums. */
export async function chooseBusy(db: Knex, entries: number): Promise<void> {
  await db.raw(
    `insert into ledger_summed (account_id, company_id)
     select a.id, a.company_id from ledger_account a
     where not exists (select from ledger_summed s where s.account_id = a.id)
       and exists (select from ledger_entry e where e.account_id = a.id offset :entries)
       and exists (select from ledger_entry e, ledger_closing c where e.account_id = a.id and e.created_at < c.until)
     on conflict (account_id) do nothing`,
    { entries },
  );
}

/** Accounts with closed time that is not summed yet. */
export async function unsummed(db: Knex): Promise<number[]> {
  return (await db('ledger_summed as s')
    .join('ledger_closing as c', 's.until', '<', 'c.until')
    .orderBy('s.account_id')
    .pluck('s.account_id')) as number[];
}

/** Sums an account's entries up to where time is closed. Two at once sum them once. */
export async function sumAccount(db: Knex, accountId: number): Promise<void> {
  await db.raw(
    `with stretch as (
       select s.*, c.until as before from ledger_summed s cross join ledger_closing c where s.account_id = :account and s.until < c.until for update of s
     ), moved as (
       select ledger_quarter(e.created_at) as quarter, p.code, count(*) as entries, max(e.created_at) as newest_at,
         coalesce(sum(e.amount_cents) filter (where e.amount_cents > 0), 0) as debit, coalesce(-sum(e.amount_cents) filter (where e.amount_cents < 0), 0) as credit
       from stretch s join ledger_entry e on e.account_id = s.account_id and e.created_at >= s.until and e.created_at < s.before
         join ledger_posting p on p.id = e.posting_id and p.agency_id = e.agency_id
       group by 1, 2
     ), added as (
       insert into ledger_sum (account_id, company_id, agency_id, root_id, quarter, code, debit_cents, credit_cents, entries, newest_at, balance_cents)
       select s.account_id, s.company_id, s.agency_id, s.root_id, m.quarter, m.code, m.debit, m.credit, m.entries, m.newest_at,
         ledger_balance_at(s.account_id, s.until) + sum(m.debit - m.credit) over (order by m.quarter)
       from moved m cross join stretch s
     )
     update ledger_summed set until = stretch.before from stretch where ledger_summed.account_id = stretch.account_id`,
    { account: accountId },
  );
}
