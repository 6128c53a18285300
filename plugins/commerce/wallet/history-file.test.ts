import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PREPAID, WalletFixtures } from '../../../tests/money/wallet-fixtures.ts';

/** More than a file has ever held at a time. */
const POSTINGS = 6_000;

let fixtures: WalletFixtures;
beforeAll(async () => {
  fixtures = await WalletFixtures.start();
  await fixtures.topUp();
});
afterAll(() => fixtures.app.close());

/** Postings of a cent each: the newest a moment ago, the oldest about ten months. */
const BUSY_YEAR = `
  with posting as (
    insert into ledger_posting (company_id, agency_id, root_id, key, code, content_hash, created_at)
    select a.company_id, a.agency_id, a.root_id, 'busy:' || n, 'wallet.refund', '\\x00', now() - n * interval '73 minutes'
    from ledger_account a, generate_series(1, :postings) n where a.company_id = :company and a.kind = 'wallet'
    returning id, company_id, agency_id, root_id, created_at
  ), side as (
    select id, case kind when 'wallet' then -1 else 1 end as cents from ledger_account
    where company_id = :company and kind in ('wallet', 'cash')
  )
  insert into ledger_entry (posting_id, account_id, company_id, agency_id, root_id, amount_cents, created_at)
  select p.id, s.id, p.company_id, p.agency_id, p.root_id, s.cents, p.created_at from posting p cross join side s`;

test('the file of a year has every line once, newest first, however many there are', async () => {
  const { id } = fixtures.a.tenant;
  await fixtures.app.kernel.platform.raw(BUSY_YEAR, { postings: POSTINGS, company: id });
  const path = `${PREPAID}/download-transaction-history-direct-payment/${id}/-`;
  const file = await fixtures.app.call('GET', path, fixtures.a.owner);
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('data-wallet-')]);
  const [head, ...lines] = parse(file.text, { bom: true });
  expect(head).toEqual(['Date', 'Transaction', 'Type', 'Amount']);
  const amounts = Map.groupBy(lines, (line) => line[3]);
  expect([amounts.get('-0.01')?.length, amounts.get('250.00')?.length, lines.length]).toEqual([POSTINGS, 1, POSTINGS + 1]);
  const moments = lines.map(([at]) => at!);
  expect(moments).toEqual(moments.toSorted().toReversed());
  // One month alone, and the same month in the year.
  const month = moments[3_000]!.slice(0, 7);
  const alone = await fixtures.app.call('GET', path.replace(/-$/, month), fixtures.a.owner);
  const rows = parse(alone.text, { bom: true });
  expect(rows.length).toBeGreaterThan(100);
  expect(lines.slice(lines.findIndex(([at]) => at === rows[1]![0])).slice(0, rows.length - 1)).toEqual(rows.slice(1));
});
