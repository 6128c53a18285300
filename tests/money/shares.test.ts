import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../core/contract.ts';
import { Wallet } from '../../plugins/wallet/contract.ts';
import { startSecondProcess } from '../support/second-process.ts';
import { told, WalletWorld } from './wallet-world.ts';

/** One client of an agency never uses up what the others may still use. */
describe('the share of a wallet', () => {
  let world: WalletWorld;
  beforeEach(async () => {
    await world?.app.close();
    world = await WalletWorld.start();
    await world.topUp({ amount: '500' });
    await world.app.kernel.platform('wallet_share').delete();
  });
  afterAll(() => world.app.close());

  const inside = <R>(work: (ctx: Ctx) => Promise<R>) => world.app.inside(world.a.tenant, 'wallet', work);
  const affordable = (client: number, cents: number, want: number) =>
    inside((ctx) => ctx.use(Wallet).affordable(world.a.tenant.id, world.a.clients[client]!.tenant.id, cents, want));
  const shares = async () =>
    (await world.app.call('GET', '/api/wallet/shares', world.a.owner)).body.data as {
      company_id: number;
      percent: number;
      limit_cents: number;
      spent_cents: number;
      state: string;
    }[];
  const save = (percent: unknown, client = 0, as = world.a.owner) =>
    world.app.call('PUT', `/api/wallet/shares/${world.a.clients[client]!.tenant.id}`, as, { body: { percent } });
  const mails = async (to: string) => (await world.app.kernel.platform('core_mail').where({ recipient: to }).pluck('subject')) as string[];

  test('is half a day of it unless the agency says otherwise; the other client goes on, and nothing counts as empty', async () => {
    expect((await world.sell(600, 100)).body).toEqual({ sold: 250 });
    expect((await world.sell(600, 100)).body).toEqual({ sold: 0 });
    expect(await affordable(0, 100, 5)).toEqual({ leads: 0, short: 'share' });
    expect(await affordable(1, 100, 300)).toEqual({ leads: 250, short: 'wallet' });
    await world.app.settle();
    expect(told).toEqual([]);
    expect((await shares()).map(({ percent, spent_cents, state }) => [percent, spent_cents, state])).toEqual([
      [50, 25_000, 'used_up'],
      [50, 0, 'within'],
    ]);
  });

  test('is told of once a day, to agency and client, and a client learns nothing of amounts', async () => {
    await world.sell(600, 100);
    await world.sell(600, 100);
    const { a } = world;
    expect((await mails(a.owner.email)).filter((subject) => subject.includes('has used its share'))).toHaveLength(1);
    expect((await mails(a.clients[0]!.user.email)).filter((subject) => subject.includes('paused until tomorrow'))).toHaveLength(1);
    const { body } = await world.app.kernel
      .platform('core_mail')
      .where({ recipient: a.clients[0]!.user.email })
      .whereLike('subject', '%until%')
      .first('body');
    expect(body).not.toMatch(/\d\.\d\d|%/);
    world.app.clockOffset = 86_400_000;
    expect((await world.sell(600, 100)).body).toEqual({ sold: 125 });
    expect((await mails(a.owner.email)).filter((subject) => subject.includes('has used its share'))).toHaveLength(2);
  });

  test('is set by the agency for its own clients alone, from one to a hundred percent', async () => {
    const { a, b } = world;
    expect((await save(10)).status).toBe(200);
    expect((await world.sell(600, 100)).body).toEqual({ sold: 50 });
    for (const bad of [0, 101, 1.5, '20x']) expect((await save(bad)).status).toBe(422);
    expect((await world.app.call('PUT', `/api/wallet/shares/${b.clients[0]!.tenant.id}`, a.owner, { body: { percent: 5 } })).status).toBe(
      404,
    );
    for (const stranger of [a.clients[0]!.user, world.app.world.operator]) expect((await save(90, 0, stranger)).status).toBe(403);
    expect((await shares())[0]).toMatchObject({ percent: 10, spent_cents: 5_000 });
  });

  test('grows with what comes in, and the last lead of an almost empty wallet is nobody’s', async () => {
    await world.sell(600, 100);
    await world.topUp({ amount: '500' });
    expect((await world.sell(600, 100)).body).toEqual({ sold: 250 });
    expect(await affordable(0, 100, 1)).toEqual({ leads: 0, short: 'share' });
    await world.charge([{ wholesaleCents: (await world.balance()) - 150, client: 1 }]);
    await world.app.kernel.platform('wallet_client_day').delete();
    // Half of it is less than a lead, which would leave it neither usable nor empty.
    expect(await affordable(0, 100, 1)).toEqual({ leads: 1, short: null });
  });

  test('holds for whatever clients do at once in two processes: nobody takes more than their part of what there was', async () => {
    const second = await startSecondProcess(world.app.databaseUrl);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await world.app.tokenOf(world.a.owner)}` };
    const sell = async (want: number, client: number, isOther: boolean): Promise<number> => {
      if (!isOther) return ((await world.sell(want, 70, client)).body as { sold: number }).sold;
      const body = JSON.stringify(world.sale(want, 70, client));
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
            await world.app.kernel.platform('wallet_client_day').delete();
            const pool = await world.balance();
            if (pool < 20_000) await world.topUp({ amount: '500' });
            const start = await world.balance();
            await Promise.all(percents.map((percent, n) => world.share(world.a.clients[n]!.tenant, percent)));
            const sold = [0, 0];
            await Promise.all(
              sales.map(async ({ client, want, other }) => {
                const got = await sell(want, client, other);
                sold[client]! += got;
              }),
            );
            expect(await world.balance()).toBe(start - (sold[0]! + sold[1]!) * 70);
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
      expect(await world.breaches()).toEqual([]);
    } finally {
      await second.stop();
    }
  }, 120_000);
});
