import type { Knex } from 'knex';
import { breaches } from '../../plugins/money/ledger/check.store.ts';
import { unequalTopUps } from '../../plugins/commerce/wallet/top-up-check.job.ts';

/** What must hold of money whenever nothing is under way; each statement answers sentences about what breaks it. */
const AT_REST = `
  select 'payment ' || o.id || ' was credited ' || count(t.id) || ' times' as fault from payments_operation o
    left join ledger_posting t on t.reference = o.id::text and t.code = 'wallet.top-up' where o.kind = 'wallet.top-up'
    group by o.id having count(t.id) <> case o.state when 'succeeded' then 1 else 0 end
  union all select 'the ledger sums to ' || sum(amount_cents) from ledger_entry having sum(amount_cents) <> 0
  union all select 'key ' || key || ' was posted ' || count(*) || ' times' from ledger_posting group by agency_id, key having count(*) > 1
  union all select count(*) || ' open top-ups of wallet ' || company_id from wallet_operation where state = 'open'
    group by company_id having count(*) > 1
  union all select 'event ' || outbox_id || ' waits for ' || subscriber from core_outbox_delivery where state = 'pending'`;

/**
 * The invariants I1 (entries sum to zero, keys are unique, no account is below its floor), I2 (a balance is its entries), I3 (each payment of a top-up is credited once, and nothing
 * else is), I5 (one open top-up of a wallet) and I6 (no event is left lying), where they do not hold; I4 is about what may be spent.
 */
export async function brokenInvariants(platform: Knex): Promise<string[]> {
  const found = [...(await breaches(platform)), ...(await unequalTopUps(platform))];
  const { rows } = (await platform.raw(AT_REST)) as { rows: { fault: string }[] };
  return [...found.map((breach) => JSON.stringify(breach)), ...rows.map(({ fault }) => fault)];
}
