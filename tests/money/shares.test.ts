import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../core/contract.ts';
import { addPerson, addTenant, type AgencyFixtures, type Person } from '../../core/testing/fixtures.ts';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { startSecondProcess } from '../support/second-process.ts';
import { told, WalletFixtures } from './wallet-fixtures.ts';

type Client = AgencyFixtures['clients'][number];

/** One client of an agency never uses up what the others may still use. */
describe('the share of a wallet', () => {
  let fixtures: WalletFixtures;
  beforeEach(async () => {
    await fixtures?.app.close();
    fixtures = await WalletFixtures.start();
    await fixtures.topUp({ amount: '500' });
    await fixtures.app.kernel.platform('wallet_share').delete();
  });
  afterAll(() => fixtures.app.close());

  const inside = <R>(work: (ctx: Ctx) => Promise<R>) => fixtures.app.inside(fixtures.a.tenant, 'wallet', work);
  const affordable = (client: number, cents: number, want: number) =>
    inside((ctx) => ctx.use(Wallet).affordable(fixtures.a.tenant.id, fixtures.a.clients[client]!.tenant.id, cents, want));
  const shares = async () =>
    (await fixtures.app.call('GET', '/api/wallet/shares', fixtures.a.owner)).body.data as {
      company_id: number;
      percent: number;
      limit_cents: number;
      spent_cents: number;
      state: string;
    }[];
  const save = (percent: unknown, client = 0, as = fixtures.a.owner) =>
    fixtures.app.call('PUT', `/api/wallet/shares/${fixtures.a.clients[client]!.tenant.id}`, as, { body: { percent } });
  const mails = async (to: string) =>
    (await fixtures.app.kernel.platform('core_mail').where({ recipient: to }).pluck('subject')) as string[];

  test('is half a day of it unless the agency says otherwise; the other client goes on, and nothing counts as empty', async () => {
    expect((await fixtures.sell(600, 100)).body).toEqual({ sold: 250 });
    expect((await fixtures.sell(600, 100)).body).toEqual({ sold: 0 });
    expect(await affordable(0, 100, 5)).toEqual({ leads: 0, short: 'share' });
    expect(await affordable(1, 100, 300)).toEqual({ leads: 250, short: 'wallet' });
    await fixtures.app.settle();
    expect(told).toEqual([]);
    expect((await shares()).map(({ percent, spent_cents, state }) => [percent, spent_cents, state])).toEqual([
      [50, 25_000, 'used_up'],
      [50, 0, 'within'],
    ]);
  });

  describe('beside a third client with a running campaign', () => {
    /** The clients each sell as much as they get, one after the other; answers what each got. */
    const flood = async (clients: readonly Client[], each = 1_000): Promise<number[]> => {
      const sold: number[] = [];
      for (const { tenant } of clients) {
        const body = {
          agencyId: fixtures.a.tenant.id,
          companyId: tenant.id,
          leadIds: Array.from({ length: each }, () => randomUUID()),
          cents: 100,
        };
        sold.push((await fixtures.app.call('POST', '/api/till/sell', fixtures.a.owner, { body })).body.sold);
      }
      return sold;
    };
    const running = (clients: readonly Client[]) =>
      fixtures.app.kernel
        .platform('campaigns_campaign')
        .insert(
          clients.map(({ tenant }) => ({ company_id: tenant.id, product: 'local', name: 'Runs', status: 'active', timezone: 'UTC' })),
        );
    const three = async (): Promise<Client[]> => {
      const { app, a } = fixtures;
      const tenant = await addTenant(app.kernel, 'client', 'Client A3', a.tenant.id);
      return [...a.clients, { tenant, user: await addPerson(app.kernel, tenant, 'client', `${randomUUID()}@test.example`) }];
    };

    test('two floods at once leave it its equal part of half the wallet, and nothing counts as empty', async () => {
      const clients = await three();
      await running(clients);
      const [first, second, third] = clients as [Client, Client, Client];
      // Of 500 leads a sixth, half divided by three, is kept for the third.
      expect(await flood([first, second, first, second])).toEqual([250, 166, 0, 0]);
      await fixtures.app.settle();
      expect(told).toEqual([]);
      expect((await shares()).find((row) => row.company_id === third.tenant.id)).toMatchObject({ limit_cents: 8_400, state: 'within' });
      expect(await flood([third])).toEqual([84]);
    });

    test('not even shares of all of it take what is kept, and clients without a campaign keep nothing', async () => {
      const clients = await three();
      const [first, second, third] = clients as [Client, Client, Client];
      for (const { tenant } of clients) await fixtures.share(tenant, 100);
      await running([first, third]);
      expect(await flood([first, second])).toEqual([375, 0]);
      expect(await flood([third])).toEqual([125]);
    });

    test('a client that begins when less is left than would be kept still gets a part of it', async () => {
      const clients = await three();
      const [first, second, third] = clients as [Client, Client, Client];
      await fixtures.share(first.tenant, 100);
      await running([first]);
      expect(await flood([first], 480)).toEqual([480]);
      await running([second, third]);
      // Half of what is left, and then half of the rest.
      expect(await flood([second, third])).toEqual([10, 5]);
    });
  });

  test('is told of once a day, to agency and client, and a client learns nothing of amounts', async () => {
    await fixtures.sell(600, 100);
    await fixtures.sell(600, 100);
    const { a } = fixtures;
    expect((await mails(a.owner.email)).filter((subject) => subject.includes('has used its share'))).toHaveLength(1);
    expect((await mails(a.clients[0]!.user.email)).filter((subject) => subject.includes('paused until tomorrow'))).toHaveLength(1);
    const { body } = await fixtures.app.kernel
      .platform('core_mail')
      .where({ recipient: a.clients[0]!.user.email })
      .whereLike('subject', '%until%')
      .first('body');
    expect(body).not.toMatch(/\d\.\d\d|%/);
    fixtures.app.clockOffset = 86_400_000;
    expect((await fixtures.sell(600, 100)).body).toEqual({ sold: 125 });
    expect((await mails(a.owner.email)).filter((subject) => subject.includes('has used its share'))).toHaveLength(2);
  });

  test('stands on the screens of agency and client at 50, 80 and 100 percent of it', async () => {
    const { app, a } = fixtures;
    const found = async (who: Person) => {
      const { data } = (await app.call('GET', '/api/attention', who)).body as {
        data: { id: string; text: string; remedy: object | null }[];
      };
      return data.filter(({ id }) => id.startsWith('wallet.share') || id === 'wallet.own-share');
    };
    const alarms = async () => Object.fromEntries((await found(a.owner)).map(({ id, text }) => [id.slice('wallet.share.'.length), text]));
    const own = async (client: Client) => (await found(client.user)).map(({ id }) => id);
    const [first, second] = a.clients as [Client, Client];
    expect(await alarms()).toEqual({});
    await fixtures.sell(125, 100);
    expect(await alarms()).toEqual({ half: 'Client A1' });
    await fixtures.sell(75, 100);
    expect(await alarms()).toEqual({ most: 'Client A1' });
    expect(await own(first)).toEqual([]);
    await fixtures.sell(600, 100);
    expect(await alarms()).toEqual({ all: expect.stringMatching(/^Client A1 · Their leads stop until midnight/) });
    expect([await own(first), await own(second)]).toEqual([['wallet.own-share'], []]);
    expect((await app.call('GET', '/api/wallet/alarms', first.user)).status).toBe(403);
    expect((await found(a.owner))[0]!.remedy).toEqual({ title: 'Change shares', address: '/configuration/data-wallet' });
    // What is left and what was spent are all there was; how long it lasts is judged by whole days, of which there are none yet.
    const pace = (await app.call('GET', '/api/wallet/pace?period=today', a.owner)).body;
    expect(pace).toMatchObject({ on_wallet: true, spent: { before: 0 }, days: null });
    expect(pace.balance.value + pace.spent.value).toBe(50_000);
    app.clockOffset = 86_400_000;
    const later = (await app.call('GET', '/api/wallet/pace?period=today', a.owner)).body;
    expect(later).toMatchObject({ spent: { value: 0, before: pace.spent.value }, days: { value: expect.any(Number) } });
    expect((await app.call('GET', '/api/wallet/pace', first.user)).status).toBe(403);
  });

  test('is set by the agency for its own clients alone, from one to a hundred percent', async () => {
    const { a, b } = fixtures;
    expect((await save(10)).status).toBe(200);
    expect((await fixtures.sell(600, 100)).body).toEqual({ sold: 50 });
    for (const bad of [0, 101, 1.5, '20x']) expect((await save(bad)).status).toBe(422);
    expect(
      (await fixtures.app.call('PUT', `/api/wallet/shares/${b.clients[0]!.tenant.id}`, a.owner, { body: { percent: 5 } })).status,
    ).toBe(404);
    for (const stranger of [a.clients[0]!.user, fixtures.app.fixtures.operator]) expect((await save(90, 0, stranger)).status).toBe(403);
    expect((await shares())[0]).toMatchObject({ percent: 10, spent_cents: 5_000 });
  });

  test('grows with what comes in, and the last lead of an almost empty wallet is nobody’s', async () => {
    await fixtures.sell(600, 100);
    await fixtures.topUp({ amount: '500' });
    expect((await fixtures.sell(600, 100)).body).toEqual({ sold: 250 });
    expect(await affordable(0, 100, 1)).toEqual({ leads: 0, short: 'share' });
    await fixtures.charge([{ wholesaleCents: (await fixtures.balance()) - 150, client: 1 }]);
    await fixtures.app.asOwner('delete from ledger_drawn');
    // Half of it is less than a lead, which would leave it neither usable nor empty.
    expect(await affordable(0, 100, 1)).toEqual({ leads: 1, short: null });
  });

  test('holds for whatever clients do at once in two processes: nobody takes more than their part of what there was', async () => {
    const second = await startSecondProcess(fixtures.app.databaseUrl);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await fixtures.app.tokenOf(fixtures.a.owner)}` };
    const sell = async (want: number, client: number, isOther: boolean): Promise<number> => {
      if (!isOther) return ((await fixtures.sell(want, 70, client)).body as { sold: number }).sold;
      const body = JSON.stringify(fixtures.sale(want, 70, client));
      const answer = await fetch(`${second.url}/api/till/sell`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { sold: number }).sold;
    };
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ client: fc.integer({ min: 0, max: 1 }), want: fc.integer({ min: 1, max: 90 }), other: fc.boolean() }), {
            minLength: 6,
            maxLength: 14,
          }),
          fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 })),
          async (sales, percents) => {
            await fixtures.app.asOwner('delete from ledger_drawn');
            const pool = await fixtures.balance();
            if (pool < 20_000) await fixtures.topUp({ amount: '500' });
            const start = await fixtures.balance();
            await Promise.all(percents.map((percent, n) => fixtures.share(fixtures.a.clients[n]!.tenant, percent)));
            const sold = [0, 0];
            await Promise.all(
              sales.map(async ({ client, want, other }) => {
                const got = await sell(want, client, other);
                sold[client]! += got;
              }),
            );
            expect(await fixtures.balance()).toBe(start - (sold[0]! + sold[1]!) * 70);
            for (const n of [0, 1]) {
              expect(sold[n]! * 70).toBeLessThanOrEqual(Math.max(70, Math.floor((percents[n]! * start) / 100)));
              // What the other left is there: who got less than wanted had used their part, or the wallet was empty.
              const wanted = sales.filter((s) => s.client === n).reduce((sum, s) => sum + s.want, 0);
              const room = Math.floor(Math.max(70, Math.floor((percents[n]! * start) / 100)) / 70);
              if (percents[0] + percents[1] <= 100) expect(sold[n]).toBe(Math.min(wanted, room));
            }
          },
        ),
        { numRuns: 15 },
      );
      expect(await fixtures.breaches()).toEqual([]);
    } finally {
      await second.stop();
    }
  }, 120_000);
});
