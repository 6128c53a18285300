import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mischief } from '../../plugins/money/payments/fakes/stripe-server.ts';
import { compare, FAULTS, letTimePass, openOperations, type PaymentFixtures, startPaymentFixtures } from '../support/payments.ts';
import { until } from '../support/until.ts';

/** 2,000 over all modes with `npm run test:faults`. */
const OPERATIONS = Math.round(33.4 * FAULTS);
const MODES: readonly Mischief[] = ['drop-after', 'error-after', 'conflict', 'drop-before', 'event-first'];
/** Longer than the library waits for an answer. */
const TOO_LONG_MS = 22_000;
const LATE = 9;

let fixtures: PaymentFixtures;
beforeAll(async () => {
  fixtures = await startPaymentFixtures();
});
afterAll(() => fixtures.close());
beforeEach(() => {
  fixtures.stripe.webhookUrl = `${fixtures.app.url}/webhooks/stripe`;
  fixtures.stripe.delayMs = 0;
});

/** Sends payments under the mischief, then takes it away, lets time pass and asks the provider. */
async function campaign(mode: string, mischief: Mischief | null, count: number): Promise<number> {
  const { stripe, app } = fixtures;
  stripe.mischief = mischief;
  await fixtures.begin(Array.from({ length: count }, (_, n) => `${mode} ${n}`));
  await app.settle();
  const open = await openOperations(fixtures);
  stripe.mischief = null;
  stripe.delayMs = 0;
  await letTimePass(fixtures);
  app.clockOffset += 1;
  for (let tries = 0; (await openOperations(fixtures)) > 0 && tries < 50; tries += 1) {
    await letTimePass(fixtures);
    await app.settle();
  }
  return open;
}

async function agreed(mode: string, open: number): Promise<void> {
  const found = await compare(fixtures);
  const succeeded = fixtures.effects.filter((effect) => effect.endsWith(' succeeded'));
  console.log(
    `${mode}: ${JSON.stringify({ operations: found.operations, charged: found.charged, openAtFirst: open, openAfter: found.open })}`,
  );
  expect(found).toMatchObject({ lost: [], double: [], invented: [], open: 0 });
  expect([succeeded.length, new Set(succeeded).size]).toEqual([found.charged, found.charged]);
}

describe('a provider that keeps its answer to itself', () => {
  test.each(MODES)(
    '%s: no payment stays unknown, and the list of charges is ours',
    async (mode) => {
      const before = (await compare(fixtures)).charged;
      const open = await campaign(mode, mode, OPERATIONS);
      await agreed(mode, open);
      const charged = (await compare(fixtures)).charged - before;
      expect(charged > 0).toBe(mode !== 'conflict' && mode !== 'drop-before');
    },
    60_000 * FAULTS,
  );

  test(
    'webhooks that are lost change nothing of it',
    async () => {
      fixtures.stripe.webhookUrl = null;
      const before = (await compare(fixtures)).charged;
      await agreed('no webhooks', await campaign('no webhooks', 'drop-after', OPERATIONS));
      expect((await compare(fixtures)).charged).toBeGreaterThan(before);
    },
    60_000 * FAULTS,
  );

  test('an answer that comes after we stopped waiting is found by asking', async () => {
    const { stripe, app } = fixtures;
    const charges = new Promise<void>((taken) => {
      let left = LATE;
      stripe.onCharge = (moment) => void (moment === 'taken' && --left === 0 && taken());
    });
    stripe.webhookUrl = null;
    stripe.delayMs = TOO_LONG_MS;
    await fixtures.beginTogether(Array.from({ length: LATE }, (_, n) => `late ${n}`));
    await until(async () => (await states()).every((state) => state === 'unknown'), 2 * TOO_LONG_MS);
    stripe.delayMs = 0;
    await app.settle();
    expect(new Set(await states())).toEqual(new Set(['unknown'])); // the provider knows nothing of them yet
    await charges;
    stripe.onCharge = null;
    await letTimePass(fixtures);
    await app.settle();
    await agreed('late', LATE);
  }, 300_000);
});

const states = async (): Promise<string[]> =>
  (await fixtures.app.kernel.platform('payments_operation').whereLike('subject', 'late %').pluck('state')) as string[];
