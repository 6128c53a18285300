import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { closedUntil, fillBooks, POSTINGS, sumUp, vault } from './busy-books.fake.ts';
import { checkBooks } from './check.service.ts';
import { breaches } from './check.store.ts';

/** Of two entries for each posting, so that the books are three slices. */
const SLICE = 5_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [vault] });
  await fillBooks(app, app.fixtures.a.clients[0]!.tenant.id);
});
afterAll(() => app.close());

const check = () => checkBooks((step) => app.kernel.platform.transaction(step), SLICE);
const reached = async (): Promise<number[]> => {
  const row = await app.kernel.platform('ledger_checked').first();
  return [Number(row.entry_id), Number(row.round_id)];
};
/** Changes the n-th entry, as only the owner of the schema can. */
const spoilEntry = (n: number, cents: number) =>
  app.asOwner(
    `alter table ledger_entry disable trigger user;
     update ledger_entry set amount_cents = amount_cents + ${cents} where id = (select id from ledger_entry order by id offset ${n} limit 1);
     alter table ledger_entry enable trigger user`,
  );
/** And what is summed of its quarter of an hour. */
const spoilSum = (n: number, column: string, by: number) =>
  app.asOwner(
    `update ledger_sum s set ${column} = s.${column} + ${by} from (select * from ledger_entry order by id offset ${n} limit 1) e
     where s.account_id = e.account_id and s.quarter = ledger_quarter(e.created_at)`,
  );
const QUARTER = 'what is summed of a quarter of an hour is what its entries come to';

test('entries are checked once their time is closed and summed', async () => {
  expect(await check()).toEqual([]);
  expect(await reached()).toEqual([0, 0]);
  await sumUp(app, async () => (await closedUntil(app)) > 0 && (await app.kernel.platform('ledger_summed').select()).length === 2);
  expect(await check()).toEqual([]);
  const [entry, round] = await reached();
  expect(entry).toBeGreaterThan(2 * (POSTINGS - 5));
  expect(round).toBe(SLICE);
});

test('what was checked is checked again in rounds, one slice after the other', async () => {
  expect(await check()).toEqual([]);
  expect((await reached())[1]).toBe(2 * SLICE);
  expect(await check()).toEqual([]);
  const [entry, round] = await reached();
  expect(round).toBe(entry);
  expect(await check()).toEqual([]);
  expect((await reached())[1]).toBe(0);
});

test('what does not hold is found when it is its turn, and until it is put right', async () => {
  await spoilSum(7_000, 'credit_cents', 1);
  expect(await check()).toEqual([]);
  const [entry, round] = await reached();
  expect(round).toBe(SLICE);
  expect(await check()).toMatchObject([{ rule: QUARTER, cents: '-1' }]);
  expect(await check()).toMatchObject([{ rule: QUARTER, cents: '-1' }]);
  expect(await reached()).toEqual([entry, round]);
  await spoilSum(7_000, 'credit_cents', -1);
  expect(await check()).toEqual([]);
  expect((await reached())[1]).toBe(2 * SLICE);
});

test('new entries that do not hold are not noted as checked, and fail the job at once', async () => {
  await app.asOwner('update ledger_checked set entry_id = 0, round_id = 0');
  await spoilEntry(2_000, 3);
  await expect(app.tick('ledger.check')).rejects.toThrow(
    /The ledger breaks the rule "every posting sums to zero": .*, by 3 cents, and \d more$/,
  );
  expect(await reached()).toEqual([0, 0]);
  await spoilEntry(2_000, -3);
  await app.tick('ledger.check');
  expect((await reached())[0]).toBeGreaterThan(2 * (POSTINGS - 5));
});

test.each([
  ['an amount', 'debit_cents', 5, '5'],
  ['a balance', 'balance_cents', -2, '-2'],
  ['a number of entries', 'entries', 1, '0'],
])('%s of the sums that is not that of the entries is found', async (_what, column, by, cents) => {
  await spoilSum(9_000, column, by);
  // A balance that is wrong makes the next one wrong too, by as much the other way; they come in any order.
  expect(await breaches(app.kernel.platform)).toContainEqual(expect.objectContaining({ rule: QUARTER, cents }));
  await spoilSum(9_000, column, -by);
  expect(await breaches(app.kernel.platform)).toEqual([]);
});
