import type { Knex } from 'knex';
import type { AccountOf } from './contract.ts';

/** Opens what is missing of some accounts. */
export async function openAccounts(db: Knex, accounts: readonly AccountOf[]): Promise<void> {
  const rows = accounts
    .map(({ companyId, account }) => ({ company_id: companyId, kind: account }))
    .toSorted((a, b) => a.company_id - b.company_id || a.kind.localeCompare(b.kind));
  if (rows.length > 0) await db('ledger_account').insert(rows).onConflict(['company_id', 'kind']).ignore();
}

/** Opens an account whose balance is kept, not in use yet; one that is open stays as it is. */
export async function openBalance(db: Knex, of: AccountOf, floorCents: number): Promise<void> {
  await openAccounts(db, [of]);
  await db.raw(
    `insert into ledger_balance (account_id, company_id, kind, floor_cents, in_use)
     select id, company_id, kind, :floor, false from ledger_account where company_id = :company and kind = :kind
     on conflict (company_id, kind) do nothing`,
    { company: of.companyId, kind: of.account, floor: floorCents },
  );
}

/** The balance of an account that keeps one, locked until the transaction ends. */
export async function holdBalance(db: Knex, of: AccountOf): Promise<{ cents: number; isInUse: boolean } | null> {
  const row = (await db('ledger_balance')
    .where({ company_id: of.companyId, kind: of.account })
    .forNoKeyUpdate()
    .first('balance_cents', 'in_use')) as { balance_cents: string; in_use: boolean } | undefined;
  return row ? { cents: Number(row.balance_cents), isInUse: row.in_use } : null;
}

export async function arrangeBalance(db: Knex, of: AccountOf, as: { isInUse: boolean; lowCents: number | null }): Promise<void> {
  const changed = await db('ledger_balance')
    .where({ company_id: of.companyId, kind: of.account })
    .update({ in_use: as.isInUse, low_cents: as.lowCents });
  if (changed !== 1) throw new Error(`account ${of.account} of ${of.companyId} is not open`);
}

/** What stands in an account, debits positive: its balance where one is kept, else what its entries come to. */
export async function centsIn(db: Knex, of: AccountOf): Promise<number> {
  const { rows } = (await db.raw(
    `select coalesce(ledger_cents(:company, :kind), (
       select ledger_balance_at(id, 'infinity') from ledger_account where company_id = :company and kind = :kind), 0) as cents`,
    { company: of.companyId, kind: of.account },
  )) as { rows: [{ cents: string }] };
  return Number(rows[0].cents);
}

/** What stood in an account just before a moment. */
export async function centsBefore(db: Knex, of: AccountOf, at: Date): Promise<number> {
  const { rows } = (await db.raw(
    `select coalesce((select ledger_balance_at(id, :at) from ledger_account where company_id = :company and kind = :kind), 0) as cents`,
    { company: of.companyId, kind: of.account, at },
  )) as { rows: [{ cents: string }] };
  return Number(rows[0].cents);
}

/** What postings about each company took of an agency's account on a day. */
export async function drawnOn(db: Knex, of: AccountOf, day: string): Promise<Map<number, number>> {
  const rows = (await db('ledger_drawn as d')
    .join('ledger_balance as b', 'b.account_id', 'd.account_id')
    .where({ 'b.company_id': of.companyId, 'b.kind': of.account, 'd.day': day })
    .select('d.company_id', 'd.cents')) as { company_id: number; cents: string }[];
  return new Map(rows.map((row) => [row.company_id, Number(row.cents)]));
}

/** What was taken of an agency's account with a floor on each day from `first` to `last`, all companies together; days without are left out. */
export async function drawnByDay(db: Knex, of: AccountOf, first: string, last: string): Promise<Map<string, number>> {
  const rows = (await db('ledger_drawn as d')
    .join('ledger_account as a', 'a.id', 'd.account_id')
    .where({ 'a.company_id': of.companyId, 'a.kind': of.account, 'd.agency_id': of.companyId })
    .whereBetween('d.day', [first, last])
    .groupBy('d.day')
    .select(db.raw(`to_char(d.day, 'YYYY-MM-DD') as day, sum(d.cents)::bigint as cents`))) as { day: string; cents: string }[];
  return new Map(rows.map(({ day, cents }) => [day, Number(cents)]));
}
