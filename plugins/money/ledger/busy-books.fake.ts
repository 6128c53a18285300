import { expect } from 'vitest';
import { contribute, definePlugin } from '../../../core/contract.ts';
import type { TestApp } from '../../../core/testing/app.ts';
import { AccountKinds, PostingCodes } from './contract.ts';

/** Posts what the tests want to see in the books. */
export const vault = definePlugin({
  manifest: { id: 'vault', version: '1.0.0', core: '^1', level: 'platform', requires: { ledger: '^1' } },
  contributions: [
    contribute(AccountKinds, { name: 'vault', of: 'agency', floor: { cents: 0, codes: ['vault.in', 'vault.out'] } }),
    contribute(
      PostingCodes,
      ['in', 'out', 'bill'].map((code) => ({ code: `vault.${code}`, title: 'ledger.line.other' })),
    ),
  ],
});

/** More than `ledger.sums` leaves alone. */
export const POSTINGS = 6_000;
/** About nine months, so that clocks are put forward and back. */
const STEP = '67 minutes 11.123 seconds';
export const STEP_MS = 4_031_123;

/** Receivable of a client and revenue of its agency, one line in twenty by itself, the newest a moment ago. */
const BUSY = `
  with whose as (
    select t.id as client, t.agency_id as agency, t.root_id as root from core_tenant t where t.id = :client
  ), account as (
    insert into ledger_account (company_id, kind) select client, 'receivable' from whose union all select agency, 'revenue' from whose
    on conflict (company_id, kind) do update set kind = excluded.kind returning id, company_id, agency_id, root_id, kind
  ), posting as (
    insert into ledger_posting (company_id, agency_id, root_id, key, code, reference, cost_center, content_hash, created_at)
    select client, agency, root, 'busy:' || n, case n % 20 when 0 then 'vault.bill' else 'vault.out' end, n::text, n % 3, '\\x00', now() - n * interval '${STEP}'
    from whose, generate_series(1, ${POSTINGS}) n returning id, reference::int as n, created_at
  )
  insert into ledger_entry (posting_id, account_id, company_id, agency_id, root_id, amount_cents, created_at)
  select p.id, a.id, a.company_id, a.agency_id, a.root_id,
    (case a.kind when 'revenue' then -1 else 1 end) * (case n % 20 when 0 then -700 else n % 90 + 1 end), p.created_at
  from posting p cross join account a`;

/** Fills the books with so many postings of the past that they are summed. */
export async function fillBooks(app: TestApp, clientId: number): Promise<void> {
  await app.kernel.platform.raw(BUSY, { client: clientId });
}

/** Other tests' transactions in the same server may hold up what is closed. */
export async function sumUp(app: TestApp, until: () => Promise<boolean>): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    await app.tick('ledger.sums');
    return until();
  };
  await expect.poll(isDone, { timeout: 120_000, interval: 500 }).toBe(true);
}

/** Until when time is closed, in milliseconds. */
export async function closedUntil(app: TestApp): Promise<number> {
  return (await app.kernel.platform('ledger_closing').first('until'))!.until.getTime();
}

/** Where time was closed two hours ago. */
const BACK = `update ledger_closing set until = until - interval '2 hours'; update ledger_summed set until = until - interval '2 hours';
  delete from ledger_sum where quarter >= (select until from ledger_closing)`;
/** As if time had been closed and summed two hours less. */
export const reopenTime = (app: TestApp): Promise<void> => app.asOwner(BACK);
