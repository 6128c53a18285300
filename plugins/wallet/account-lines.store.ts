import type { Knex } from 'knex';
import type { Months } from './month.ts';

/** The accounts that their owners get statements of: an agency's wallet, and what a client owes its agency. */
export type StatedAccount = 'wallet' | 'receivable';

/** One line of an account: a transfer, or the leads of a campaign on one day together. Debits positive. */
export interface AccountLine {
  /** `YYYY-MM-DD` on the zone's calendar. */
  day: string;
  kind: string;
  campaignId: number | null;
  leads: number;
  cents: number;
}
export interface AccountMonth {
  /** `YYYY-MM`. */
  month: string;
  debitCents: number;
  creditCents: number;
}

const ENTRIES = `
  select t.id, t.kind, t.campaign_id, e.created_at, e.amount_cents, e.created_at at time zone :zone as local
  from wallet_account a join wallet_entry e on e.account_id = a.id join wallet_transfer t on t.id = e.transfer_id
  where a.company_id = :company and a.kind = :account and e.created_at >= :from and e.created_at < :to`;

/** The lines of some months, oldest first. */
export async function accountLines(
  db: Knex,
  company: number,
  account: StatedAccount,
  months: Months,
  zone: string,
): Promise<AccountLine[]> {
  const { rows } = (await db.raw(
    `with entry as (${ENTRIES}), line as (
       select to_char(local, 'YYYY-MM-DD') as day, max(created_at) as at, null as id, kind, campaign_id, count(*)::int as leads, sum(amount_cents) as cents
       from entry where kind = 'lead' group by 1, kind, campaign_id
       union all
       select to_char(local, 'YYYY-MM-DD'), created_at, id, kind, campaign_id, 0, amount_cents from entry where kind <> 'lead'
     ) select day, kind, campaign_id, leads, cents from line order by day, at, campaign_id, id`,
    { company, account, zone, from: months.from, to: months.to },
  )) as { rows: { day: string; kind: string; campaign_id: number | null; leads: number; cents: string }[] };
  return rows.map(({ campaign_id: campaignId, cents, ...line }) => ({ ...line, campaignId, cents: Number(cents) }));
}

/** What moved in each of some months in which anything did. */
export async function accountMonths(
  db: Knex,
  company: number,
  account: StatedAccount,
  months: Months,
  zone: string,
): Promise<AccountMonth[]> {
  const { rows } = (await db.raw(
    `select to_char(local, 'YYYY-MM') as month, coalesce(sum(amount_cents) filter (where amount_cents > 0), 0) as debit,
       coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0) as credit
     from (${ENTRIES}) entry group by 1 order by 1`,
    { company, account, zone, from: months.from, to: months.to },
  )) as { rows: { month: string; debit: string; credit: string }[] };
  return rows.map(({ month, debit, credit }) => ({ month, debitCents: Number(debit), creditCents: Number(credit) }));
}

/** What stood in an account at an instant. */
export async function centsAt(db: Knex, company: number, account: StatedAccount, at: Date): Promise<number> {
  const row = (await db('wallet_account as a')
    .join('wallet_entry as e', 'e.account_id', 'a.id')
    .where({ 'a.company_id': company, 'a.kind': account })
    .where('e.created_at', '<', at)
    .first(db.raw('sum(e.amount_cents) as cents'))) as { cents: string | null } | undefined;
  return Number(row?.cents ?? 0);
}
