import type { Knex } from 'knex';
import type { AccountOf, Amounts, Line, LinesWish, Month, Stretch, Tally } from './contract.ts';

/** What moved in an account, by postings of some codes or of all. */
export async function movedIn(db: Knex, { from, to, codes, ...of }: AccountOf & Stretch & { codes?: readonly string[] }): Promise<number> {
  const { rows } = (await db.raw(
    `select coalesce(sum(m.debit_cents - m.credit_cents), 0) as cents
     from ledger_account a cross join lateral ledger_moves(a.id, :from, :to, :coded) m
     where a.company_id = :company and a.kind = :account and (not :coded or m.code = any(cast(:codes as text[])))`,
    { company: of.companyId, account: of.account, from, to, coded: codes !== undefined, codes: codes ?? [] },
  )) as { rows: [{ cents: string }] };
  return Number(rows[0].cents);
}

/** For each of the accounts, in their order, what a posting moved in it. */
const AMOUNTS = `array(select coalesce(sum(e.amount_cents), 0)::bigint from unnest(cast(:accounts as text[])) with ordinality as w (kind, n)
  left join (ledger_entry e join ledger_account a on a.id = e.account_id) on a.kind = w.kind and e.posting_id = p.id
  group by w.n order by w.n)`;
const numbers = (cents: readonly string[]): number[] => cents.map(Number);

/** Postings of a code about a company, those alike together. */
export async function talliesOf(
  db: Knex,
  of: Stretch & { companyId: number; code: string; accounts: readonly string[] },
): Promise<Tally[]> {
  const { rows } = (await db.raw(
    `select cost_center as "costCenter", cents, count(*)::int as postings from (
       select p.cost_center, ${AMOUNTS} as cents from ledger_posting p
       where p.company_id = :company and p.code = :code and p.created_at >= :from and p.created_at < :to
     ) posting group by 1, 2 order by 1, 2`,
    { company: of.companyId, code: of.code, accounts: of.accounts, from: of.from, to: of.to },
  )) as { rows: (Omit<Tally, 'cents'> & { cents: string[] })[] };
  return rows.map((row) => ({ ...row, cents: numbers(row.cents) }));
}

/** What single postings moved in the accounts, by reference. */
export async function amountsOf(
  db: Knex,
  agencyId: number,
  keys: readonly string[],
  accounts: readonly string[],
): Promise<Map<string, Amounts>> {
  const { rows } = (await db.raw(
    `select p.reference, ${AMOUNTS} as cents from ledger_posting p
     where p.agency_id = :agency and p.key = any(cast(:keys as text[])) and p.reference is not null`,
    { agency: agencyId, keys, accounts },
  )) as { rows: { reference: string; cents: string[] }[] };
  return new Map(rows.map(({ reference, cents }) => [reference, { cents: numbers(cents) }]));
}

/** What moved, as far as it makes lines of days: sums, or the entries themselves where cost centers are told apart. */
const MOVES = `select m.*, null::int as cost_center from account a cross join lateral ledger_moves(a.id, :from, :to, true) m`;
const MOVES_PER_CENTER = `
  select p.code, ledger_quarter(e.created_at) as quarter, greatest(e.amount_cents, 0) as debit_cents, greatest(-e.amount_cents, 0) as credit_cents,
    1 as entries, e.created_at as newest_at, p.cost_center
  from account a join ledger_entry e on e.account_id = a.id and e.created_at >= :from and e.created_at < :to
    join ledger_posting p on p.id = e.posting_id and p.agency_id = e.agency_id`;

/** The lines of an account, and how many there are in all. Entries that make lines by themselves are looked for in quarters that have any. */
export async function linesOf(db: Knex, of: AccountOf, wish: LinesWish): Promise<{ rows: Line[]; total: number }> {
  const order = wish.newestFirst ? `at desc, id` : `day, at, cost_center, id`;
  const { rows } = (await db.raw(
    `with account as (
       select id from ledger_account where company_id = :company and kind = :account
     ), move as materialized (${wish.perCostCenter ? MOVES_PER_CENTER : MOVES}), line as (
       select code || ':' || to_char(day, 'YYYY-MM-DD') || coalesce(':' || cost_center, '') as id, code, null as reference, cost_center,
         to_char(day, 'YYYY-MM-DD') as day, max(newest_at) as at, sum(entries)::int as together, sum(debit_cents - credit_cents) as cents
       from (select *, cast(quarter at time zone :zone as date) as day from move where code = any(cast(:by_day as text[]))) m
       group by code, m.day, cost_center
       union all
       select cast(p.id as text), p.code, p.reference, p.cost_center, to_char(e.created_at at time zone :zone, 'YYYY-MM-DD'), e.created_at, 0, e.amount_cents
       from (select distinct quarter, quarter + interval '15 minutes' as ends from move where code <> all(cast(:by_day as text[]))) q cross join account a
         cross join lateral (
           select * from ledger_entry e
           where e.account_id = a.id and e.created_at >= greatest(q.quarter, :from) and e.created_at < least(q.ends, :to) offset 0
         ) e
         join ledger_posting p on p.id = e.posting_id and p.agency_id = e.agency_id and p.code <> all(cast(:by_day as text[]))
     ) select *, count(*) over ()::int as total from line order by ${order} limit :limit offset :offset`,
    {
      company: of.companyId,
      account: of.account,
      from: wish.from,
      to: wish.to,
      zone: wish.zone,
      by_day: wish.byDay,
      limit: wish.limit ?? null,
      offset: wish.offset ?? 0,
    },
  )) as { rows: (Omit<Line, 'costCenter' | 'cents'> & { cost_center: number | null; cents: string; total: number })[] };
  const lines = rows.map(({ id, code, reference, cost_center: costCenter, at, day, together, cents }): Line => {
    return { id, code, reference, costCenter, at, day, together, cents: Number(cents) };
  });
  return { rows: lines, total: rows[0]?.total ?? 0 };
}

/** What moved in each month in which anything did. */
export async function monthsOf(db: Knex, of: AccountOf, stretch: Stretch & { zone: string }): Promise<Month[]> {
  const { rows } = (await db.raw(
    `select to_char(first, 'YYYY-MM') as month, debit, credit
     from generate_series(date_trunc('month', cast(:from as timestamptz) at time zone :zone), cast(:to as timestamptz) at time zone :zone, interval '1 month') first
     cross join lateral (
       select sum(m.debit_cents) as debit, sum(m.credit_cents) as credit from ledger_account a cross join lateral ledger_moves(a.id,
         greatest(cast(:from as timestamptz), first at time zone :zone),
         least(cast(:to as timestamptz), (first + interval '1 month') at time zone :zone), false) m
       where a.company_id = :company and a.kind = :account
     ) moved where debit is not null order by first`,
    { company: of.companyId, account: of.account, zone: stretch.zone, from: stretch.from, to: stretch.to },
  )) as { rows: { month: string; debit: string; credit: string }[] };
  return rows.map(({ month, debit, credit }) => ({ month, debitCents: Number(debit), creditCents: Number(credit) }));
}
