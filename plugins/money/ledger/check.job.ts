import type { Knex } from 'knex';
import { defineJob, T } from '../../../core/contract.ts';

/** What must hold of the ledger at every moment; each statement answers the rows that break it. */
const INVARIANTS = {
  'every posting sums to zero': `
    select agency_id, posting_id::text as what, sum(amount_cents)::text as cents from ledger_entry
    group by agency_id, posting_id having sum(amount_cents) <> 0`,
  'a balance is the sum of its entries': `
    select b.agency_id, b.kind || ' ' || b.company_id as what, (b.balance_cents - coalesce(s.cents, 0))::text as cents
    from ledger_balance b left join lateral (select sum(e.amount_cents) as cents from ledger_entry e where e.account_id = b.account_id) s on true
    where b.balance_cents <> coalesce(s.cents, 0)`,
  'what is summed of an account is what its entries come to': `
    select t.agency_id, t.account_id::text as what, (s.cents - e.cents)::text as cents from ledger_summed t
    cross join lateral (
      select coalesce(sum(debit_cents - credit_cents), 0) as cents, coalesce(sum(entries), 0) as entries, ledger_balance_at(t.account_id, t.until) as balance
      from ledger_sum where account_id = t.account_id
    ) s cross join lateral (
      select coalesce(sum(amount_cents), 0) as cents, count(*) as entries from ledger_entry where account_id = t.account_id and created_at < t.until
    ) e where (s.cents, s.balance, s.entries) is distinct from (e.cents, e.cents, e.entries)`,
  'no account stands below its floor, unless money was taken back': `
    select agency_id, kind || ' ' || company_id as what, (floor_cents - balance_cents)::text as cents
    from ledger_balance where balance_cents < floor_cents and not overdrawn`,
  'an entry stands in the books of its posting': `
    select e.agency_id, e.id::text as what, e.amount_cents::text as cents
    from ledger_entry e join ledger_account a on a.id = e.account_id where a.agency_id <> e.agency_id or a.company_id <> e.company_id`,
} as const;

export interface Breach {
  rule: string;
  agency_id: number;
  what: string;
  /** By how much. */
  cents: string;
}

/** The first hundred breaches of each rule, of the companies that `db` may see; none in a sound ledger. */
export async function breaches(db: Knex): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const [rule, sql] of Object.entries(INVARIANTS)) {
    const { rows } = (await db.raw(`${sql} limit 100`)) as { rows: Omit<Breach, 'rule'>[] };
    found.push(...rows.map((row) => ({ rule, ...row })));
  }
  return found;
}

/** Looks over the whole ledger once an hour and shouts. */
export const ledgerCheck = defineJob({
  id: 'ledger.check',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '1 hour',
  async run(ctx) {
    await ctx.db.raw(`set local statement_timeout = '4min'`);
    for (const breach of await breaches(ctx.db)) ctx.log.error(breach, 'the ledger does not add up');
  },
});
