import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { breaches } from './check.store.ts';
import { AccountKinds, Books, Ledger, type Posting, PostingCodes, type Run } from './contract.ts';
import plugin from './index.ts';
import { checkChain } from './statement-chain.ts';

conformance(plugin);

/** Declares two accounts with a floor: one that may not fall below nothing, and one that may owe a dollar. */
const vault = definePlugin({
  manifest: { id: 'vault', version: '1.0.0', core: '^1', level: 'platform', requires: { ledger: '^1' } },
  contributions: [
    contribute(AccountKinds, { name: 'vault', of: 'agency', floor: { cents: 0, codes: ['vault.in', 'vault.out'] } }),
    contribute(AccountKinds, { name: 'overdraft', of: 'agency', floor: { cents: -100, codes: ['vault.out'] } }),
    contribute(
      PostingCodes,
      ['in', 'out', 'bill'].map((code) => ({ code: `vault.${code}`, title: 'ledger.line.other' })),
    ),
  ],
});

let app: TestApp;
let agencyId: number;
let clientId: number;
let serial = 0;
beforeAll(async () => {
  app = await startTestApp({ plugins: [vault] });
});
afterAll(() => app.close());

const inside = <R>(work: (ctx: Ctx) => Promise<R>): Promise<R> => app.inside(app.fixtures.a.tenant, 'vault', work);
const post = (posting: Posting) => inside((ctx) => ctx.use(Ledger).post(agencyId, posting));
const run = (postings: readonly Posting[], pastFloor = false): Promise<Run> =>
  inside((ctx) => ctx.use(Ledger).postRun(agencyId, postings, { pastFloor }));
const cents = (account: string, companyId = agencyId) => inside((ctx) => ctx.use(Books).cents({ companyId, account }));
const arrange = (account: string, isInUse: boolean, lowCents: number | null = null) =>
  inside(async (ctx) => {
    await ctx.use(Ledger).open(agencyId, account);
    await ctx.use(Ledger).arrange(agencyId, account, { isInUse, lowCents });
  });
const rows = async (): Promise<number> => Number((await app.kernel.platform('ledger_posting').count('* as n').first())!.n);

const key = (): string => `key ${(serial += 1)}`;
const fill250 = (): Posting => ({
  key: key(),
  code: 'vault.in',
  companyId: agencyId,
  entries: [
    { companyId: agencyId, account: 'vault', cents: 250 },
    { companyId: agencyId, account: 'cash', cents: -250 },
  ],
});
/** Something that costs the agency so much, and its client twice as much. */
const sold = (price: number, more: Partial<Posting> = {}): Posting => ({
  key: key(),
  code: 'vault.out',
  reference: 'thing',
  costCenter: 7,
  companyId: clientId,
  entries: [
    { companyId: clientId, account: 'receivable', cents: 2 * price },
    { companyId: agencyId, account: 'revenue', cents: -2 * price },
    { companyId: agencyId, account: 'cost', cents: price },
    { companyId: agencyId, account: 'vault', orElse: 'payable', cents: -price },
  ],
  ...more,
});

beforeEach(async () => {
  ({ id: agencyId } = app.fixtures.a.tenant);
  clientId = app.fixtures.a.clients[0]!.tenant.id;
  await arrange('vault', true);
  const left = await cents('vault');
  if (left > 0) await run([sold(left)]);
});

test('ids of postings sort by time, so that the indexes over them grow at one end', async () => {
  await arrange('vault', true);
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const posting = fill250();
    await post(posting);
    ids.push((await app.kernel.platform('ledger_posting').where({ key: posting.key }).first('id'))!.id as string);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(ids).toEqual(ids.toSorted());
});

describe('a key', () => {
  test('is posted once: a repeat posts nothing, in the same batch and in another', async () => {
    await post(fill250());
    const posting = sold(10);
    expect((await run([posting, { ...posting, entries: posting.entries.toReversed() }])).posted).toEqual([posting.key]);
    const before = await rows();
    expect(await post(posting)).toBe(false);
    expect([await rows(), await cents('vault')]).toEqual([before, 240]);
  });

  const other: [string, (posting: Posting) => Partial<Posting>][] = [
    ['amounts', () => ({ entries: sold(20).entries })],
    ['accounts', ({ entries }) => ({ entries: entries.map((e) => (e.account === 'cost' ? { ...e, account: 'fees' } : e)) })],
    ['code', () => ({ code: 'vault.in' })],
    ['reference', () => ({ reference: 'other thing' })],
    ['cost center', () => ({ costCenter: 8 })],
    ['company', () => ({ companyId: agencyId })],
  ];
  test.each(other)('that comes again with other %s is refused, and nothing that comes with it is posted', async (_, change) => {
    await post(fill250());
    const first = sold(10);
    await post(first);
    const before = await rows();
    const clash = { ...first, ...change(first) };
    for (const batch of [[sold(1), clash, sold(1)], [clash]])
      await expect(run(batch)).rejects.toMatchObject({ status: 409, code: 'ledger.problem.other-content' });
    expect([await rows(), await cents('vault')]).toEqual([before, 240]);
  });

  test('with two contents at once is posted with one of them, and the other is refused', async () => {
    await post(fill250());
    const first = sold(10);
    const wishes = Array.from({ length: 8 }, (_, n) => ({ ...first, entries: sold(n % 2 ? 10 : 20).entries }));
    const answers = await Promise.allSettled(wishes.map(post));
    expect(answers.filter((a) => a.status === 'rejected').every((a) => a.reason.code === 'ledger.problem.other-content')).toBe(true);
    expect(answers.filter((a) => a.status === 'fulfilled' && a.value)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 'rejected')).toHaveLength(4);
  });
});

describe('a floor', () => {
  test('is kept: the longest run from the front is posted, and nothing behind it', async () => {
    await post(fill250());
    const wishes = [sold(100), sold(0), sold(120), sold(40), sold(30)];
    const { posted, refused, balances } = await run(wishes);
    expect(posted.toSorted()).toEqual(
      wishes
        .slice(0, 3)
        .map((p) => p.key)
        .toSorted(),
    );
    expect(refused.toSorted()).toEqual(
      wishes
        .slice(3)
        .map((p) => p.key)
        .toSorted(),
    );
    expect(balances).toEqual([{ companyId: agencyId, account: 'vault', cents: 30, isLow: false }]);
    await expect(post(sold(31))).rejects.toMatchObject({ status: 409, code: 'ledger.problem.floor' });
    expect(await post(sold(30))).toBe(true);
  });

  test('may be less than nothing', async () => {
    await arrange('overdraft', true);
    const draw = (price: number): Posting => ({
      ...sold(price),
      entries: [
        { companyId: agencyId, account: 'cost', cents: price },
        { companyId: agencyId, account: 'overdraft', cents: -price },
      ],
    });
    expect((await run([draw(60), draw(40), draw(1)])).posted).toHaveLength(2);
    expect(await cents('overdraft')).toBe(-100);
  });

  test('is passed only by what was taken back elsewhere; then nothing is paid until it is made good', async () => {
    await post(fill250());
    const back: Posting = { ...fill250(), entries: fill250().entries.map((e) => ({ ...e, cents: -2 * e.cents })) };
    await expect(post(back)).rejects.toMatchObject({ code: 'ledger.problem.floor' });
    expect((await run([back], true)).balances).toMatchObject([{ cents: -250 }]);
    expect(await breaches(app.kernel.platform)).toEqual([]);
    await expect(post(sold(1))).rejects.toMatchObject({ code: 'ledger.problem.floor' });
    await post(fill250());
    await post(fill250());
    expect(await post(sold(250))).toBe(true);
  });

  test('that is reached is told of before, from where it was arranged', async () => {
    await post(fill250());
    await arrange('vault', true, 50);
    expect((await run([sold(200)])).balances).toMatchObject([{ cents: 50, isLow: false }]);
    expect((await run([sold(1)])).balances).toMatchObject([{ cents: 49, isLow: true }]);
  });

  test('draws are counted by company and day', async () => {
    await post(fill250());
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date());
    const drawn = () => inside((ctx) => ctx.use(Books).drawn({ companyId: agencyId, account: 'vault' }, day));
    const before = (await drawn()).get(clientId) ?? 0;
    await run([sold(20), sold(30)]);
    expect((await drawn()).get(clientId)).toBe(before + 50);
  });
});

test('an account that is not in use is spared: the other one is posted to, and a repeat after the switch is a repeat', async () => {
  await post(fill250());
  const payable = await cents('payable');
  await arrange('vault', false);
  const posting = sold(10);
  expect(await post(posting)).toBe(true);
  expect([await cents('vault'), (await cents('payable')) - payable]).toEqual([250, -10]);
  await arrange('vault', true);
  expect(await post(posting)).toBe(false);
  await post(sold(10));
  expect([await cents('vault'), (await cents('payable')) - payable]).toEqual([240, -10]);
});

describe('what no plugin declared is refused', () => {
  const entries = (account: string, companyId = agencyId) => [
    { companyId, account, cents: 5 },
    { companyId: agencyId, account: 'cash', cents: -5 },
  ];
  const wrong: [string, () => Partial<Posting>, RegExp][] = [
    ['account', () => ({ entries: entries('treasure') }), /no plugin declares the account treasure/],
    ['code', () => ({ code: 'vault.theft' }), /no plugin declares the code vault.theft/],
    ['owner', () => ({ entries: entries('revenue', clientId) }), /revenue is an account of the agency/],
    ['code for an account with a floor', () => ({ code: 'vault.bill', entries: entries('vault') }), /vault.bill does not move vault/],
    ['sum', () => ({ entries: entries('fees').slice(1) }), /does not sum to zero/],
    ['fraction', () => ({ entries: [{ companyId: agencyId, account: 'cash', cents: 0.5 }] }), /whole cents/],
  ];
  test.each(wrong)('%s', async (_, change, message) => {
    const before = await rows();
    await expect(post({ ...sold(0), ...change() })).rejects.toThrow(message);
    expect(await rows()).toBe(before);
  });

  test('the books of another agency and of its clients are not there', async () => {
    const { b } = app.fixtures;
    const theirs = {
      ...sold(1),
      entries: sold(1).entries.map((e) => ({ ...e, companyId: e.companyId === agencyId ? agencyId : b.clients[0]!.tenant.id })),
    };
    await expect(post(theirs)).rejects.toThrow();
    await expect(inside((ctx) => ctx.use(Ledger).post(b.tenant.id, sold(1)))).rejects.toMatchObject({ status: 404 });
  });
});

/** Whatever is posted, the balance is what a sum in one thread says, and statements lead from balance to balance. */
test('any postings in any order leave books that add up', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('fill' as const) }),
    fc.record({ do: fc.constant('sell' as const), prices: fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 6 }) }),
    fc.record({ do: fc.constant('repeat' as const), other: fc.boolean() }),
    fc.record({ do: fc.constant('use' as const), on: fc.boolean() }),
    fc.record({ do: fc.constant('take back' as const), cents: fc.integer({ min: 1, max: 300 }) }),
  );
  const month = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000), zone: 'UTC' };
  const wish = { ...month, byDay: ['vault.out'], heading: [['', '', '', '', '']], opening: '', closing: '', cells: () => [] };
  let isInUse = true;
  let last: Posting | null = null;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      let balance = await cents('vault');
      for (const action of steps) {
        if (action.do === 'fill') {
          await post(fill250());
          balance += 250;
        } else if (action.do === 'use') await arrange('vault', (isInUse = action.on));
        else if (action.do === 'take back') {
          const of = (by: number, account: string) => ({ companyId: agencyId, account, cents: by });
          await run([{ ...fill250(), entries: [of(-action.cents, 'vault'), of(action.cents, 'cash')] }], true);
          balance -= action.cents;
        } else if (action.do === 'sell') {
          const wishes = action.prices.map((price) => sold(price));
          let fits = 0;
          for (let left = balance; fits < wishes.length; fits += 1) {
            const price = action.prices[fits]!;
            if (isInUse && price > 0 && price > left) break;
            if (isInUse) left -= price;
          }
          const { posted, refused } = await run(wishes);
          expect([posted.length, refused.length]).toEqual([fits, wishes.length - fits]);
          if (isInUse) balance -= action.prices.slice(0, fits).reduce((sum, price) => sum + price, 0);
          if (fits > 0) last = wishes[0]!;
        } else if (last) {
          if (action.other) await expect(post({ ...last, reference: 'else' })).rejects.toMatchObject({ status: 409 });
          else expect(await post(last)).toBe(false);
        }
        expect(await cents('vault')).toBe(balance);
        expect(await breaches(app.kernel.platform)).toEqual([]);
        const sum = (await app.kernel.platform('ledger_entry').sum('amount_cents as cents').first()) as { cents: string | null };
        expect(Number(sum.cents)).toBe(0);
        const { rows: lines, head } = await inside((ctx) => ctx.use(Books).statement({ companyId: agencyId, account: 'vault' }, wish));
        expect(checkChain(lines)).toEqual({ head });
        expect(Number(lines.at(-1)!.at(-2)!) * 100).toBeCloseTo(balance);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 60_000);
