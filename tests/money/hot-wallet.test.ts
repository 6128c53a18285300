import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../core/testing/app.ts';
import { FAULTS } from '../support/payments.ts';
import { told, WalletFixtures } from './wallet-fixtures.ts';

/** 20,000 operations with `npm run test:faults`. */
const PER_CLIENT = FAULTS > 1 ? Math.ceil((2_000 * FAULTS) / 64) : 6;

describe('one wallet under many hands', () => {
  let fixtures: WalletFixtures;
  beforeAll(async () => {
    fixtures = await WalletFixtures.start();
  });
  afterAll(() => fixtures.app.close());
  beforeEach(() => void (told.length = 0));
  /** Empties the wallet of what the last test left. */
  const drain = async (): Promise<void> => {
    const left = await fixtures.balance();
    if (left > 0) await fixtures.charge([{ wholesaleCents: left }]);
  };
  const all = <R>(count: number, work: (n: number) => Promise<R>): Promise<R[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  const count = (answers: { status: number }[], status: number): number => answers.filter((a) => a.status === status).length;

  test('64 parallel charges take what there is, to the cent, and never more', async () => {
    await fixtures.topUp();
    const answers = await all(64, () => fixtures.charge([{ wholesaleCents: 400 }, { wholesaleCents: 100, client: 1 }]));
    expect([count(answers, 200), count(answers, 409)]).toEqual([50, 14]);
    expect(await fixtures.balance()).toBe(0);
    expect(await fixtures.breaches()).toEqual([]);
  });

  test('64 parallel sales take the prefix that fits', async () => {
    await fixtures.topUp();
    const answers = await all(64, () => fixtures.sell(7, 90));
    expect(answers.every((a) => a.status === 200)).toBe(true);
    const sold = answers.reduce((sum, a) => sum + (a.body as { sold: number }).sold, 0);
    expect(sold).toBe(277);
    expect(await fixtures.balance()).toBe(25_000 - 277 * 90);
    await drain();
  });

  test(
    '64 clients do what they like to one wallet: what they were told adds up to the balance, which is never below zero',
    async () => {
      const start = await fixtures.balance();
      let moved = 0;
      const errors: string[] = [];
      let lowest = 0;
      const waited: number[] = [];
      const watch = setInterval(() => void fixtures.balance().then((cents) => (lowest = Math.min(lowest, cents))), 25);
      /** Whoever is told to come again does so with the same wish; it counts once. */
      const insist = async (call: () => Promise<Answer>): Promise<Answer> => {
        for (;;) {
          const begun = performance.now();
          const answer = await call();
          waited.push(performance.now() - begun);
          if (answer.status === 429) await fixtures.app.kernel.platform('core_rate').delete();
          if (answer.status === 429 || answer.status === 503) continue;
          if (answer.status !== 200 && answer.status !== 409) errors.push(answer.text);
          return answer;
        }
      };
      const act = async (n: number): Promise<void> => {
        if (n % 24 === 0) {
          const key = randomUUID();
          const answer = await insist(() => fixtures.topUp({ amount: '500' }, key));
          if (answer.body.result === 'success') moved += 50_000;
        } else if (n % 8 < 4) {
          const answer = await insist(() => fixtures.sell((n % 5) + 1, 90));
          moved -= (answer.body as { sold: number }).sold * 90;
        } else {
          const lead = { leadId: randomUUID(), wholesaleCents: (n % 7) * 1_000 + 50, client: n % 2 };
          const answer = await insist(() => fixtures.charge([lead]));
          if (answer.status === 200) moved -= lead.wholesaleCents;
        }
      };
      const began = performance.now();
      await all(64, async (client) => {
        for (let n = 0; n < PER_CLIENT; n += 1) await act(client + n * 3);
      });
      clearInterval(watch);
      const perSecond = Math.round(waited.length / ((performance.now() - began) / 1000));
      const p99 = Math.round(waited.sort((a, b) => a - b)[Math.floor(waited.length * 0.99)]!);
      console.log(`hot wallet: ${JSON.stringify({ clients: 64, operations: waited.length, perSecond, p99Ms: p99 })}`);
      expect(errors).toEqual([]);
      expect(await fixtures.balance()).toBe(start + moved);
      expect(lowest).toBe(0);
      expect(await fixtures.book('wallet')).toBe(await fixtures.balance());
      expect(await fixtures.breaches()).toEqual([]);
      await fixtures.app.kernel.platform('core_rate').delete();
      await drain();
    },
    30_000 * FAULTS,
  );

  test('the same lead, charged by 32 at once and then again, is charged once', async () => {
    await fixtures.topUp();
    const leads = [{ leadId: randomUUID() }, { leadId: randomUUID() }, { leadId: randomUUID() }];
    const before = await fixtures.book('receivable');
    const answers = await all(32, (n) => fixtures.charge(n % 2 ? leads : leads.toReversed()));
    expect(count(answers, 200)).toBe(32);
    expect(await fixtures.balance()).toBe(25_000 - 150);
    await fixtures.charge([...leads, { leadId: leads[0]!.leadId }]);
    expect(await fixtures.balance()).toBe(25_000 - 150);
    expect((await fixtures.book('receivable')) - before).toBe(600);
    await drain();
    expect((await fixtures.charge(leads)).status).toBe(200); // a repeat costs nothing, so an empty wallet can pay it
    expect(await fixtures.breaches()).toEqual([]);
  });

  test('a first charge of a client opens its books, also when many come at once', async () => {
    const answers = await all(16, () => fixtures.charge([{ client: 1 }], fixtures.b));
    expect(count(answers, 200)).toBe(16);
    expect([
      await fixtures.book('receivable', fixtures.b),
      await fixtures.book('payable', fixtures.b),
      await fixtures.balance(fixtures.b),
    ]).toEqual([3_200, -800, 0]);
    expect(await fixtures.breaches()).toEqual([]);
  });

  test('being empty is told once, and being funded once', async () => {
    expect((await fixtures.sell(3, 50)).body).toEqual({ sold: 0 });
    expect((await fixtures.sell(3, 50)).body).toEqual({ sold: 0 });
    await fixtures.app.settle();
    expect(told).toEqual([{ event: 'emptied', agencyId: fixtures.a.tenant.id }]);
    expect((await fixtures.app.call('GET', '/api/wallet/summary', fixtures.a.owner)).body.state).toBe('empty');
    await fixtures.topUp();
    await fixtures.topUp();
    await fixtures.app.settle();
    expect(told.slice(1)).toEqual([{ event: 'funded', agencyId: fixtures.a.tenant.id }]);
    await drain();
  });

  test('the hourly check runs, and fails at once by a balance that does not follow its entries', async () => {
    const { app, a } = fixtures;
    const wallet = app.kernel.platform('ledger_balance').where({ company_id: a.tenant.id, kind: 'wallet' });
    await app.tick('ledger.check');
    await wallet.clone().increment('balance_cents', 5);
    await expect(app.tick('ledger.check')).rejects.toThrow(`"a balance is the sum of its entries": wallet ${a.tenant.id}, by 5 cents`);
    await wallet.clone().decrement('balance_cents', 5);
    await app.tick('ledger.check');
  });

  test('nothing but whole postings enters the ledger, and nothing in it changes', async () => {
    const { platform } = fixtures.app.kernel;
    const [{ id: _id, created_at: _at, ...entry }] = (await platform('ledger_entry').limit(1)) as [Record<string, unknown>];
    const both = (change: object) => [5, -5].map((amount_cents) => ({ ...entry, ...change, amount_cents }));
    await expect(platform('ledger_entry').insert({ ...entry, amount_cents: 5 })).rejects.toThrow(/does not sum to zero/);
    const { b } = fixtures;
    const foreign = { company_id: b.tenant.id, agency_id: b.tenant.agencyId, root_id: b.tenant.rootId };
    for (const change of [{ account_id: 2_000_000_000 }, foreign, { root_id: b.tenant.id }])
      await expect(platform('ledger_entry').insert(both(change))).rejects.toThrow(/is not there, or has other owners/);
    await expect(platform('ledger_entry').insert(both({ posting_id: randomUUID() }))).rejects.toThrow(/posting .* is not there/);
    await expect(platform('ledger_account').where({ id: entry['account_id'] }).delete()).rejects.toThrow(
      /stays with its company|permission denied/,
    );
    await expect(platform('ledger_entry').update({ amount_cents: 5 })).rejects.toThrow(/append-only|permission denied/);
    await expect(platform('ledger_posting').delete()).rejects.toThrow(/append-only|permission denied/);
  });
});
