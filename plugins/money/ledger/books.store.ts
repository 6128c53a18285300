import type { Knex } from 'knex';
import type { AccountOf, Amounts, Line, LinesWish, Month, Stretch, Tally } from './contract.ts';

const total = (row: { cents: string | null } | undefined): number => Number(row?.cents ?? 0);
const entriesOf = (db: Knex, { companyId, account }: AccountOf) =>
  db('ledger_account as a')
    .join('ledger_entry as e', 'e.account_id', 'a.id')
    .where({ 'a.company_id': companyId, 'a.kind': account })
    .sum('e.amount_cents as cents');

/** What stood in an account just before a moment. */
export async function centsBefore(db: Knex, of: AccountOf, at: Date): Promise<number> {
  return total((await entriesOf(db, of).where('e.created_at', '<', at).first()) as { cents: string | null } | undefined);
}

/** What moved in an account, by postings of some codes or of all. */
export async function movedIn(db: Knex, { from, to, codes, ...of }: AccountOf & Stretch & { codes?: readonly string[] }): Promise<number> {
  const query = entriesOf(db, of).where('e.created_at', '>=', from).where('e.created_at', '<', to);
  if (codes) query.join('ledger_posting as p', 'p.id', 'e.posting_id').whereIn('p.code', codes);
  return total((await query.first()) as { cents: string | null } | undefined);
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

const ENTRIES = `
  select p.id, p.code, p.reference, p.cost_center, e.created_at, e.amount_cents, e.created_at at time zone :zone as local
  from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_posting p on p.id = e.posting_id
  where a.company_id = :company and a.kind = :account and e.created_at >= :from and e.created_at < :to`;

/** The lines of an account, and how many there are in all. */
export async function linesOf(db: Knex, of: AccountOf, wish: LinesWish): Promise<{ rows: Line[]; total: number }> {
  const order = wish.newestFirst ? `at desc, id` : `day, at, cost_center, id`;
  const { rows } = (await db.raw(
    `with entry as (${ENTRIES}), line as (
       select code || ':' || to_char(local, 'YYYY-MM-DD') || coalesce(':' || center, '') as id, code, null as reference, center as cost_center,
         to_char(local, 'YYYY-MM-DD') as day, max(created_at) as at, count(*)::int as together, sum(amount_cents) as cents
       from entry cross join lateral (select case when cast(:per_center as boolean) then cost_center end as center) of
       where code = any(cast(:by_day as text[])) group by code, to_char(local, 'YYYY-MM-DD'), center
       union all
       select cast(id as text), code, reference, cost_center, to_char(local, 'YYYY-MM-DD'), created_at, 0, amount_cents
       from entry where code <> all(cast(:by_day as text[]))
     ) select *, count(*) over ()::int as total from line order by ${order} limit :limit offset :offset`,
    {
      company: of.companyId,
      account: of.account,
      from: wish.from,
      to: wish.to,
      zone: wish.zone,
      by_day: wish.byDay,
      per_center: wish.perCostCenter ?? false,
      limit: wish.limit ?? null,
      offset: wish.offset ?? 0,
    },
  )) as { rows: (Omit<Line, 'costCenter' | 'cents'> & { cost_center: number | null; cents: string; total: number })[] };
  const lines = rows.map(({ id, code, reference, cost_center: costCenter, at, day, together, cents }): Line => {
    return { id, code, reference, costCenter, at, day, together, cents: Number(cents) };
  });
  return { rows: lines, total: rows[0]?.total ?? 0 };
}

/** What moved in each month in which anything did: a sum over a stretch of entries for each, which needs neither their postings nor a sort. */
export async function monthsOf(db: Knex, of: AccountOf, stretch: Stretch & { zone: string }): Promise<Month[]> {
  const { rows } = (await db.raw(
    `select to_char(first, 'YYYY-MM') as month, coalesce(debit, 0) as debit, coalesce(-credit, 0) as credit
     from generate_series(date_trunc('month', cast(:from as timestamptz) at time zone :zone), cast(:to as timestamptz) at time zone :zone, interval '1 month') first
     cross join lateral (
       select count(*) as entries, sum(amount_cents) filter (where amount_cents > 0) as debit, sum(amount_cents) filter (where amount_cents < 0) as credit
       from ledger_account a join ledger_entry e on e.account_id = a.id
       where a.company_id = :company and a.kind = :account
         and e.created_at >= greatest(cast(:from as timestamptz), first at time zone :zone)
         and e.created_at < least(cast(:to as timestamptz), (first + interval '1 month') at time zone :zone)
     ) moved where entries > 0 order by first`,
    { company: of.companyId, account: of.account, zone: stretch.zone, from: stretch.from, to: stretch.to },
  )) as { rows: { month: string; debit: string; credit: string }[] };
  return rows.map(({ month, debit, credit }) => ({ month, debitCents: Number(debit), creditCents: Number(credit) }));
}
