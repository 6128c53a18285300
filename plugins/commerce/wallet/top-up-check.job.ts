import type { Knex } from 'knex';
import { defineJob, T } from '../../../core/contract.ts';

/** Every paid top-up was credited once, with its amount, and nothing else was. */
const UNEQUAL = `
  select coalesce(o.agency_id, c.agency_id) as agency_id, coalesce(o.id::text, c.reference) as what, coalesce(o.amount_cents, 0)::text as cents
  from (select * from wallet_operation where state = 'succeeded') o
  full join ledger_moved('wallet', 'wallet.top-up') c on c.reference = o.id::text
  where o.amount_cents is distinct from c.cents limit 100`;

/** The first hundred top-ups whose credit in the ledger differs from them. */
export async function unequalTopUps(db: Knex): Promise<{ agency_id: number; what: string; cents: string }[]> {
  const { rows } = (await db.raw(UNEQUAL)) as { rows: { agency_id: number; what: string; cents: string }[] };
  return rows;
}

/** Looks over all top-ups once an hour. What differs fails it at once, so that it stands among what operators have to look into. */
export const topUpCheck = defineJob({
  id: 'wallet.top-up-check',
  payload: T.Object({}),
  timeoutMs: 300_000,
  retries: 0,
  every: '1 hour',
  async run(ctx) {
    await ctx.db.raw(`set local statement_timeout = '4min'`);
    const unequal = await unequalTopUps(ctx.db);
    for (const topUp of unequal) ctx.log.error(topUp, 'a top-up and its credit in the ledger differ');
    const [first] = unequal;
    if (!first) return;
    const more = unequal.length > 1 ? `, and ${unequal.length - 1} more` : '';
    throw new Error(`A top-up and its credit in the ledger differ: ${first.what}${more}`);
  },
});
