import type { Knex } from 'knex';

/** Entries by their ids: those behind `after`, up to and with `to`. */
export interface Slice {
  after: string;
  to: string;
}
export interface Breach {
  rule: string;
  agency_id: number;
  what: string;
  /** By how much. */
  cents: string;
}

/** What must hold of the entries of a slice, whatever else is posted meanwhile; each statement answers the rows that break it. */
const OF_ENTRIES = {
  'every posting sums to zero': `
    with entry as materialized (select agency_id, posting_id from ledger_entry where id > :after and id <= :to)
    select p.agency_id, p.posting_id::text as what, e.cents::text from (select distinct agency_id, posting_id from entry) p
    cross join lateral (select sum(amount_cents) as cents from ledger_entry e where e.posting_id = p.posting_id and e.agency_id = p.agency_id) e
    where e.cents <> 0`,
  'an entry stands in the books of its posting': `
    select e.agency_id, e.id::text as what, e.amount_cents::text as cents from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.id > :after and e.id <= :to and (a.agency_id <> e.agency_id or a.company_id <> e.company_id)`,
  'what is summed of a quarter of an hour is what its entries come to': `
    with quarter as materialized (
      select distinct e.account_id, ledger_quarter(e.created_at) as quarter from ledger_entry e
      join ledger_summed t on t.account_id = e.account_id and e.created_at < t.until where e.id > :after and e.id <= :to
    ), move as materialized (
      select q.account_id, q.quarter, p.code, 1 as entries, greatest(e.amount_cents, 0) as debit, greatest(-e.amount_cents, 0) as credit, e.amount_cents as moved, null as balance
      from quarter q cross join lateral (
        select * from ledger_entry e where e.account_id = q.account_id and e.created_at >= q.quarter and e.created_at < q.quarter + interval '15 minutes' offset 0
      ) e join ledger_posting p on p.id = e.posting_id and p.agency_id = e.agency_id
      union all
      select account_id, quarter, code, -entries, -debit_cents, -credit_cents, 0, balance_cents from quarter join ledger_sum using (account_id, quarter)
    ), stood as (
      select account_id, quarter, min(balance) as least, max(balance) as most, sum(moved) + coalesce((select b.balance_cents from ledger_sum b
        where b.account_id = move.account_id and b.quarter < move.quarter order by b.quarter desc limit 1), 0) as cents
      from move group by account_id, quarter having max(balance) is not null
    )
    select a.agency_id, account_id || ' ' || to_char(quarter at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as what, d.cents::text
    from (
      select account_id, quarter, sum(credit) - sum(debit) as cents from move
      group by account_id, quarter, code having sum(entries) <> 0 or sum(debit) <> 0 or sum(credit) <> 0
      union all
      select account_id, quarter, most - cents from stood where least <> cents or most <> cents
    ) d join ledger_account a on a.id = account_id`,
} as const;

/** And of each account with a floor. */
const OF_BALANCES = {
  'a balance is the sum of its entries': `
    select agency_id, kind || ' ' || company_id as what, (balance_cents - cents)::text as cents
    from ledger_balance cross join lateral ledger_balance_at(account_id, 'infinity') as cents where balance_cents <> cents`,
  'no account stands below its floor, unless money was taken back': `
    select agency_id, kind || ' ' || company_id as what, (floor_cents - balance_cents)::text as cents
    from ledger_balance where balance_cents < floor_cents and not overdrawn`,
} as const;

/** The first hundred breaches of each rule, of the companies that `db` may see. */
async function broken(db: Knex, rules: Record<string, string>, slice: Slice | null): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const [rule, sql] of Object.entries(rules)) {
    const { rows } = (await db.raw(`${sql} limit 100`, slice ? { ...slice } : [])) as { rows: Omit<Breach, 'rule'>[] };
    found.push(...rows.map((row) => ({ rule, ...row })));
  }
  return found;
}
export const brokenEntries = (db: Knex, slice: Slice): Promise<Breach[]> => broken(db, OF_ENTRIES, slice);
export const brokenBalances = (db: Knex): Promise<Breach[]> => broken(db, OF_BALANCES, null);

/** Breaches of any rule in the whole ledger; none in a sound one. */
export async function breaches(db: Knex): Promise<Breach[]> {
  const { rows } = (await db.raw('select coalesce(max(id), 0)::text as to from ledger_entry')) as { rows: [{ to: string }] };
  return [...(await brokenEntries(db, { after: '0', to: rows[0].to })), ...(await brokenBalances(db))];
}

/**
 * The first entries behind those that were checked, of time that is closed and summed; null for none. Whatever has a lower id than an entry of closed time was written
 * before it closed, so none is missed.
 */
export const freshSlice = (db: Knex, most: number): Promise<Slice | null> =>
  sliceOf(
    db,
    `with closed as materialized (
       select least(c.until, coalesce((select min(until) from ledger_summed), 'infinity')) as until from ledger_closing c
     )
     select entry_id::text as after, least(entry_id + :most, coalesce((
       select e.id from ledger_entry e where e.id > entry_id and e.created_at < (select until from closed) order by e.id desc limit 1
     ), entry_id))::text as to from ledger_checked for update`,
    most,
  );

/** The next entries of the round over all that were checked; null at its end. */
export const roundSlice = (db: Knex, most: number): Promise<Slice | null> =>
  sliceOf(db, `select round_id::text as after, least(round_id + :most, entry_id)::text as to from ledger_checked for update`, most);

async function sliceOf(db: Knex, sql: string, most: number): Promise<Slice | null> {
  const { rows } = (await db.raw(sql, { most })) as { rows: [Slice] };
  return rows[0].after === rows[0].to ? null : rows[0];
}

/** Notes how far entries have been checked. */
export async function noteChecked(db: Knex, reached: { entry_id?: string; round_id?: string }): Promise<void> {
  await db('ledger_checked').update(reached);
}
