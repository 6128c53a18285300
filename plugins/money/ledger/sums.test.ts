import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { closedUntil, fillBooks, POSTINGS, reopenTime, STEP_MS, sumUp, vault } from './busy-books.fake.ts';
import { breaches } from './check.store.ts';
import { Books, Ledger } from './contract.ts';

/** Those whose days begin at a half and at three quarters of an hour, and days of 23 and 25 hours. */
const ZONES = ['UTC', 'America/Chicago', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'];
let app: TestApp;
let clientId: number;
let agencyId: number;
beforeAll(async () => {
  app = await startTestApp({ plugins: [vault] });
  agencyId = app.fixtures.a.tenant.id;
  clientId = app.fixtures.a.clients[0]!.tenant.id;
  await fillBooks(app, clientId);
});
afterAll(() => app.close());

const inside = <R>(work: (ctx: Ctx) => Promise<R>): Promise<R> => app.inside(app.fixtures.a.tenant, 'vault', work);
const asClient = <R>(work: (ctx: Ctx) => Promise<R>): Promise<R> => app.inside(app.fixtures.a.clients[0]!.tenant, 'vault', work);
const sell = (key: string, cents: number) =>
  inside((ctx) =>
    ctx.use(Ledger).post(agencyId, {
      key,
      code: 'vault.out',
      companyId: clientId,
      entries: [
        { companyId: clientId, account: 'receivable', cents },
        { companyId: agencyId, account: 'revenue', cents: -cents },
      ],
    }),
  );
const summed = async (): Promise<{ until: Date; entries: number }[]> => {
  const { rows } = await app.kernel.platform.raw(
    `select t.until, (select sum(entries)::int from ledger_sum s where s.account_id = t.account_id) as entries from ledger_summed t order by 1`,
  );
  return rows;
};
/** An entry of the past, by somebody who writes to the tables directly. */
const late = (ago: string): string => `
  insert into ledger_entry (posting_id, account_id, company_id, agency_id, root_id, amount_cents, created_at)
  select p.id, a.id, a.company_id, a.agency_id, a.root_id, side, now() - interval '${ago}' from ledger_posting p
  cross join ledger_account a cross join unnest('{1,-1}'::int[]) side where p.key = 'busy:1' and a.company_id = ${clientId} and a.kind = 'receivable'`;

interface Question {
  from: Date;
  to: Date;
  zone: string;
}
/** Everything that can be asked of a stretch of the books. */
const answers = ({ from, to, zone }: Question) =>
  inside(async (ctx) => {
    const books = ctx.use(Books);
    const read = async (of: { companyId: number; account: string }) => ({
      now: await books.cents(of),
      before: [await books.cents(of, from), await books.cents(of, to)],
      moved: await books.moved({ ...of, from, to }),
      out: await books.moved({ ...of, from, to, codes: ['vault.out'] }),
      months: await books.months(of, { from, to, zone }),
      lines: await books.lines(of, { from, to, zone, byDay: ['vault.out'], newestFirst: true }),
      page: await books.lines(of, { from, to, zone, byDay: ['vault.out'], limit: 7, offset: 3 }),
      alone: await books.lines(of, { from, to, zone, byDay: [], limit: 20 }),
      centers: await books.lines(of, { from, to, zone, byDay: ['vault.out'], perCostCenter: true }),
    });
    return [await read({ companyId: clientId, account: 'receivable' }), await read({ companyId: agencyId, account: 'revenue' })];
  });

test('whatever is asked of the books has one answer, before and after their entries are summed', async () => {
  const { newest } = (await app.kernel.platform('ledger_entry').max('created_at as newest').first()) as { newest: Date };
  /** At, before or after an entry, mostly in its quarter of an hour, or where a quarter begins. */
  const near = (n: number, seconds: number): Date => {
    const at = newest.getTime() - n * STEP_MS + seconds * 1_000;
    return new Date(seconds < 0 ? at - (at % 900_000) : at);
  };
  const question = fc.record({
    zone: fc.constantFrom(...ZONES),
    n: fc.integer({ min: 0, max: POSTINGS }),
    entries: fc.integer({ min: 0, max: 800 }),
    seconds: fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
  });
  const questions = fc.sample(question, 20).map(({ zone, n, entries, seconds }): Question => {
    return { from: near(n, seconds[0]), to: near(Math.max(0, n - entries), seconds[1]), zone };
  });
  questions.push({ from: near(2 * POSTINGS, 0), to: new Date(Date.now() + 1_000), zone: 'America/Chicago' });
  const ask = async () => {
    const all = [];
    for (const each of questions) all.push(await answers(each));
    return all;
  };
  const before = await ask();
  expect(before.at(-1)![0]!.lines.total).toBeGreaterThan(500);
  expect(await summed()).toEqual([]);
  await sumUp(app, async () => (await summed()).length === 2);
  expect((await summed()).map(({ entries }) => entries > POSTINGS - 5 && entries <= POSTINGS)).toEqual([true, true]);
  expect(await ask()).toEqual(before);
  expect(await breaches(app.kernel.platform)).toEqual([]);
}, 240_000);

test('what is posted after that counts at once, and is summed when its time is closed', async () => {
  const of = { companyId: clientId, account: 'receivable' };
  const cents = () => asClient((ctx) => ctx.use(Books).cents(of));
  const [before, closed] = [await cents(), await closedUntil(app)];
  await sell('after', 33);
  expect(await cents()).toBe(before + 33);
  await reopenTime(app);
  expect(await cents()).toBe(before + 33);
  await sumUp(app, async () => (await closedUntil(app)) >= closed);
  expect(await cents()).toBe(before + 33);
  expect(await breaches(app.kernel.platform)).toEqual([]);
}, 240_000);

test('a client sees the sums of its own account alone', async () => {
  const mine = await asClient(async ({ db }) => (await db('ledger_sum').distinct('company_id').pluck('company_id')) as number[]);
  expect(mine).toEqual([clientId]);
  const { b } = app.fixtures;
  expect(
    await app.inside(b.tenant, 'vault', async ({ db }) => (await db('ledger_sum').select()).concat(await db('ledger_summed').select())),
  ).toEqual([]);
});

test('nothing can be entered in time that is closed, and what is entered before it closes is waited for', async () => {
  await expect(app.asOwner(late('3 hours'))).rejects.toThrow('an entry stands in time that is closed');
  await app.asOwner(late('30 minutes'));
  const closed = await closedUntil(app);
  await reopenTime(app);
  let slow = Promise.resolve();
  let ticking = Promise.resolve();
  await app.kernel.platform.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(4711)');
    slow = app.asOwner(
      `set lock_timeout = 0; set statement_timeout = 0; begin; ${late('100 minutes')}; select pg_advisory_xact_lock(4711); commit`,
    );
    const isWaiting = async () => (await trx('pg_locks').where({ locktype: 'advisory', objid: 4711, granted: false }).select()).length > 0;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    ticking = app.tick('ledger.sums');
    const enter = () => app.asOwner(late('100 minutes')).catch(String);
    await expect.poll(enter, { timeout: 20_000 }).toContain('an entry stands in time that is closed');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await closedUntil(app)).toBeLessThan(closed);
  });
  await slow;
  await ticking;
  await sumUp(app, async () => (await closedUntil(app)) >= closed);
  expect(await breaches(app.kernel.platform)).toEqual([]);
}, 240_000);
