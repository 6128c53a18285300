import { randomUUID } from 'node:crypto';
import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Serving } from '../../core/boot/serve.ts';
import { TestApp } from '../../core/testing/app.ts';
import { startMoneyApp } from '../support/own-app.ts';
import { FAULT_ROUNDS } from '../support/payments.ts';
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts';
import { stayFresh } from '../support/stay-fresh.ts';
import { PREPAID, WalletFixtures } from './wallet-fixtures.ts';

/** In each run of the property. */
const TOGETHER = 8;
/** 5,000 with `npm run test:faults`. */
const OPERATIONS = TOGETHER * (FAULT_ROUNDS > 20 ? Math.ceil((25 * FAULT_ROUNDS) / TOGETHER) : 4);
/** A long run says how far it is. */
const SAID_EVERY = 100;
const TWO_DAYS_MS = 48 * 3_600_000;

let fixtures: WalletFixtures;
let other: SecondProcess;
/** The same wallet through either process. */
let doors: WalletFixtures[];
beforeAll(async () => {
  fixtures = await WalletFixtures.start({}, 'approved', startMoneyApp);
  other = await startSecondProcess(fixtures.app.databaseUrl);
  const { kernel, databaseUrl } = fixtures.app;
  const serving = { port: Number(new URL(other.url).port) } as Serving;
  const second = new TestApp({ kernel, serving, databaseUrl, fixtures: fixtures.app.fixtures, drop: async () => undefined });
  doors = [fixtures, new WalletFixtures(second)];
  await fixtures.app.tokenOf(fixtures.a.owner);
  await fixtures.topUp({ amount: '1000' });
}, 60_000);
afterAll(async () => {
  await other?.stop();
  await fixtures?.app.close();
});

const operation = fc.record({
  kind: fc.constantFrom('top up' as const, 'leads' as const, 'fee' as const, 'refund' as const),
  times: fc.integer({ min: 1, max: 20 }),
  cents: fc.integer({ min: 1, max: 900 }),
});
type Operation = typeof operation extends fc.Arbitrary<infer O> ? O : never;

/** What stands on the accounts that the operations move. */
const books = async () => ({
  wallet: await fixtures.book('wallet'),
  cash: await fixtures.book('cash'),
  receivable: await fixtures.book('receivable'),
  cost: await fixtures.book('cost'),
});
/** So many calls at once, by turns through the one process and the other. */
const together = <R>(times: number, work: (door: WalletFixtures) => Promise<R>): Promise<R[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => work(doors[n % 2]!)));

/** The newest top-ups, with the answer that they got. */
const toppedUp: { key: string; answer: string }[] = [];

async function once({ kind, times, cents }: Operation): Promise<void> {
  const before = await books();
  const key = randomUUID();
  if (kind === 'top up') {
    const answers = await together(times, (door) => door.topUp({}, key));
    expect(new Set(answers.map((a) => `${a.status} ${a.text}`)).size).toBe(1);
    for (const door of doors) expect((await door.topUp({ amount: '500' }, key)).status).toBe(422); // the key is taken by another wish
    expect(await books()).toEqual({ ...before, wallet: before.wallet + 25_000, cash: before.cash - 25_000 });
    toppedUp.push({ key, answer: answers[0]!.text });
  } else if (kind === 'leads') {
    const leads = [{ leadId: key, retailCents: cents, wholesaleCents: 10 }];
    expect((await together(times, (door) => door.charge(leads))).map((a) => a.status)).toEqual(Array(times).fill(200));
    const { wallet, receivable, cost } = before;
    expect(await books()).toEqual({ ...before, wallet: wallet - 10, cost: cost + 10, receivable: receivable + cents });
  } else if (kind === 'fee') {
    const answers = await together(times, (door) => door.post(key, cents));
    expect(answers.filter((a) => (a.body as { isNew: boolean }).isNew)).toHaveLength(1);
    expect(await books()).toEqual({ ...before, receivable: before.receivable + cents });
  } else {
    await fixtures.topUp({ amount: '500' });
    const { id } = (await fixtures.topUps()).at(-1)!;
    const body = { company_id: fixtures.a.tenant.id, operation_id: id };
    const path = `${PREPAID}/reverse-direct-payment`;
    const answers = await together(times, ({ app }) => app.call('POST', path, app.fixtures.operator, { body }));
    // Who comes when it is done is told so.
    expect(answers.filter((a) => a.status === 200 && a.body.message === 'The top-up has been refunded.')).toHaveLength(1);
    expect(await books()).toEqual(before);
  }
  expect(await fixtures.breaches()).toEqual([]);
}

test(
  'each operation, sent one to twenty times at once, has one effect',
  async () => {
    const began = performance.now();
    let [done, sent] = [0, 0];
    const say = (): void =>
      console.log(
        `idempotence: ${JSON.stringify({ operations: done, sent, processes: 2, seconds: Math.round((performance.now() - began) / 1000) })}`,
      );
    const property = fc.asyncProperty(fc.array(operation, { minLength: TOGETHER, maxLength: TOGETHER }), async (operations) => {
      for (const one of operations) {
        await fixtures.app.kernel.platform('core_rate').delete();
        for (const person of [fixtures.a.owner, fixtures.app.fixtures.operator]) await stayFresh(fixtures.app, person);
        await once(one);
        sent += one.times;
        done += 1;
        if (done % SAID_EVERY === 0 && done < OPERATIONS) say();
      }
    });
    await fc.assert(property, { numRuns: OPERATIONS / TOGETHER, endOnFailure: true });
    expect(await fixtures.sandboxCharges()).toBe((await fixtures.topUps()).filter((t) => t.state === 'succeeded').length);
    say();
  },
  OPERATIONS * 4_000,
);

test('a key that is sent again two days later still has its one effect', async () => {
  const before = await books();
  fixtures.app.clockOffset = TWO_DAYS_MS;
  delete fixtures.a.owner.token; // nobody's session is that old
  await stayFresh(fixtures.app, fixtures.a.owner);
  for (const { key, answer } of toppedUp.slice(-5)) {
    await fixtures.app.kernel.platform('core_rate').delete();
    expect((await fixtures.topUp({}, key)).text).toBe(answer);
  }
  await fixtures.app.settle();
  expect(await books()).toEqual(before);
});
