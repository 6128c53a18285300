import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { CARD } from './bills.ts';
import { collect, type PastPosting } from './books.ts';

/** What the first top-up and each automatic one add, in cents. */
const FIRST_CENTS = 50_000;
const AUTO_CENTS = 25_000;
/** With less at its end the history ends with one more by hand: who tries the demo finds room for leads in every client's share of the day. */
const LEFT_CENTS = 40_000;

interface TopUp {
  at: Date;
  cents: number;
  source: 'manual' | 'auto';
}

interface Draw {
  agency_id: number;
  at: Date;
  cents: string;
}

/**
 * Top-ups as the product would have made them: one by hand before the first lead, then an automatic one whenever less than a tenth of the last
 * balance is left, and one by hand at the end where little is left. Answers them with what is in the wallet after the last.
 */
export function topUpsFor(
  draws: readonly Pick<Draw, 'at' | 'cents'>[],
  before: { balance: number; last: number },
): { topUps: TopUp[]; last: number } {
  const topUps: TopUp[] = [];
  let { balance, last } = before;
  const add = (at: Date, cents: number, source: TopUp['source']): void => {
    topUps.push({ at, cents, source });
    balance += cents;
    last = balance;
  };
  for (const { at, cents } of draws) {
    if (last === 0) add(new Date(at.getTime() - 3_600_000), FIRST_CENTS, 'manual');
    balance -= Number(cents);
    if (balance < last / 10) add(new Date(at.getTime() + 2_000), AUTO_CENTS, 'auto');
  }
  const newest = draws.at(-1);
  if (newest && balance < LEFT_CENTS) add(new Date(newest.at.getTime() + 4_000), FIRST_CENTS, 'manual');
  return { topUps, last };
}

/** Funds the wallets that the laid leads were paid from, and collects the postings of it. */
export async function fundWallets(trx: Knex): Promise<void> {
  const { rows: draws } = (await trx.raw(
    `select c.agency_id, l.at, c.wholesale as cents from h_lead l join h_campaign c on c.id = l.campaign_id where c.on_wallet order by l.at, l.key`,
  )) as { rows: Draw[] };
  for (const [agencyId, ofAgency] of Map.groupBy(draws, (draw) => draw.agency_id)) await fund(trx, agencyId, ofAgency);
}

async function fund(trx: Knex, agencyId: number, draws: readonly Draw[]): Promise<void> {
  const payer = (await trx('payments_payer')
    .where({ company_id: agencyId })
    .first(...CARD, 'root_id')) as (Record<(typeof CARD)[number], string> & { root_id: number }) | undefined;
  if (!payer) throw new Error(`agency ${agencyId} has no card to fund its wallet with`);
  const { root_id: rootId, ...card } = payer;
  const state = (await trx('wallet_state').where({ company_id: agencyId }).first('last_balance_cents', 'operations')) as Record<
    string,
    string | number
  >;
  const { rows } = (await trx.raw(`select coalesce(ledger_cents(?, 'wallet'), 0) as cents`, [agencyId])) as { rows: [{ cents: string }] };
  const [{ name, owner }] = (await trx('core_tenant as t')
    .leftJoin('core_account as a', (on) => void on.on('a.company_id', 't.id').andOnVal('a.user_type', 'userdownline'))
    .where('t.id', agencyId)
    .select('t.name', 'a.id as owner')) as [{ name: string; owner: number | null }];
  const { topUps, last } = topUpsFor(draws, { balance: Number(rows[0].cents), last: Number(state['last_balance_cents']) });
  const postings: PastPosting[] = [];
  for (const [n, { at, cents, source }] of topUps.entries()) {
    const number = Number(state['operations']) + n + 1;
    const times = { created_at: at, finished_at: new Date(at.getTime() + 1_500) };
    const of = { id: randomUUID(), company_id: agencyId, number, amount_cents: cents };
    const actor_id = source === 'manual' ? (owner ?? 0) : 0;
    await trx('wallet_operation').insert({
      ...of,
      ...times,
      source,
      state: 'succeeded',
      actor_id,
      ...(source === 'manual' ? { custom_amount: false, stop_continual: false } : {}),
    });
    await trx('payments_operation').insert({
      ...card,
      ...times,
      id: of.id,
      company_id: agencyId,
      kind: 'wallet.top-up',
      subject: `${agencyId}-${number}`,
      number: 1,
      amount_cents: cents,
      description: `Data wallet of ${name}, top-up ${number}`,
      state: 'succeeded',
      payment_id: `sandbox_charge_${of.id}`,
      actor_id,
      submitted_at: at,
      check_at: times.finished_at,
    });
    postings.push({
      key: `topup:${of.id}`,
      code: 'wallet.top-up',
      at: times.finished_at,
      company_id: agencyId,
      agency_id: agencyId,
      root_id: rootId,
      reference: of.id,
      cost_center: null,
      entries: [
        { company: agencyId, account: 'wallet', cents },
        { company: agencyId, account: 'cash', cents: -cents },
      ],
    });
  }
  await collect(trx, postings);
  await trx('wallet_state')
    .where({ company_id: agencyId })
    .update({
      operations: Number(state['operations']) + topUps.length,
      last_balance_cents: last,
      amount_cents: AUTO_CENTS,
      stop_continual: false,
      retry_at: trx.fn.now(),
    });
}
