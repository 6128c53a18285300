import type { Knex } from 'knex';
import { defineJob, T } from '../../core/contract.ts';

/** What must hold of the ledger at every moment; each statement answers the rows that break it. */
const INVARIANTS = {
  'every transfer sums to zero': `
    select agency_id, transfer_id::text as what, sum(amount_cents)::text as cents from wallet_entry
    group by agency_id, transfer_id having sum(amount_cents) <> 0`,
  'a balance is the sum of its entries': `
    select w.agency_id, 'wallet ' || w.company_id as what, (w.balance_cents - coalesce(s.cents, 0))::text as cents
    from wallet_balance w left join lateral (
      select sum(e.amount_cents) as cents from wallet_entry e join wallet_account a on a.id = e.account_id
      where a.company_id = w.company_id and a.kind = 'wallet') s on true
    where w.balance_cents <> coalesce(s.cents, 0)`,
  'every paid top-up was credited once, and nothing else was': `
    select coalesce(o.agency_id, t.agency_id) as agency_id, coalesce(o.id, t.operation_id)::text as what, coalesce(o.amount_cents, 0)::text as cents
    from (select * from wallet_operation where state = 'succeeded') o
    full join (
      select t.agency_id, t.operation_id, e.amount_cents from wallet_transfer t
      join wallet_entry e on e.transfer_id = t.id join wallet_account a on a.id = e.account_id and a.kind = 'wallet'
      where t.kind = 'topup') t on t.operation_id = o.id
    where o.amount_cents is distinct from t.amount_cents`,
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
  id: 'wallet.ledger-check',
  payload: T.Object({}),
  timeoutMs: 300_000,
  every: '1 hour',
  async run(ctx) {
    await ctx.db.raw(`set local statement_timeout = '4min'`);
    for (const breach of await breaches(ctx.db)) ctx.log.error(breach, 'the ledger does not add up');
  },
});
