import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../core/testing/app.ts';
import { retryJob } from './prepaid.jobs.ts';
import { Shop } from './shop.fake.ts';

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.start();
  app = shop.app;
});
afterAll(() => app.close());
beforeEach(() => {
  app.clockOffset = 0;
});

describe('continual top-up', () => {
  const tick = async (ms: number) => {
    app.clockOffset += ms;
    await app.inside(app.fixtures.root, 'prepaid', (ctx) => retryJob.run(ctx, {}));
    await app.settle();
  };

  test('sizes its packs by the daily limit, for a week or a month', async () => {
    const id = await shop.campaign('Prepaid', { LimitLead: 20, LimitLeadFreq: 'day' });
    await shop.cost({ leadsbuy: 0 });
    expect(await shop.current(id)).toMatchObject({ contiDurationSelection: 'weekly', leadsbuy: 140 });
    await shop.buy(id, { topupoptions: 'continual', contiDurationSelection: 'monthly' });
    expect(await shop.packs(id)).toMatchObject([{ leads: 600, kind: 'continual' }]);
  });

  test('buys the next pack at a tenth, once, and no more when it is stopped', async () => {
    const id = await shop.campaign('Prepaid');
    await shop.begin(id, { topupoptions: 'continual' });
    await shop.deliver(id, 89);
    await app.settle();
    expect(await shop.packs(id)).toHaveLength(1);
    await shop.deliver(id, 1);
    await Promise.all([app.settle(), app.settle()]);
    await app.settle();
    expect(await shop.packs(id)).toMatchObject([
      { number: 2, state: 'paid' },
      { number: 1, remaining: 10 },
    ]);
    expect((await shop.stop(id)).body).toMatchObject({
      result: 'success',
      stop_continual: 'T',
      message: expect.stringContaining('is stopped'),
    });
    expect((await shop.stop(id)).status).toBe(200);
    expect(await shop.current(id)).toMatchObject({ stop_continual: 'T', continual: 'stopped', remainingbalanceleads: 110 });
    await shop.deliver(id, 110);
    await app.settle();
    expect([await shop.packs(id), await shop.status(id)]).toMatchObject([{ length: 2 }, 'paused wallet_empty']);
    expect((await shop.stop(id, { stop_continual: 'F' })).body.stop_continual).toBe('F');
    await app.settle();
    expect([await shop.packs(id), await shop.status(id)]).toMatchObject([{ length: 3 }, 'active']);
  });

  test('gives a declined card three tries an hour apart, then stops and says so; another card pays at once', async () => {
    const id = await shop.campaign('Prepaid');
    await shop.begin(id, { topupoptions: 'continual' });
    await shop.card('declined');
    await shop.deliver(id, 95);
    await app.settle();
    const tries = async () =>
      (
        await app.kernel
          .platform('payments_operation')
          .where({ company_id: shop.client.tenant.id, state: 'failed' })
          .where('created_at', '>', new Date(Date.now() - 60_000))
          .count('* as n')
      )[0]!['n'];
    const before = Number(await tries());
    await tick(30 * 60_000);
    expect(Number(await tries()) - before).toBe(0);
    await tick(31 * 60_000);
    await tick(61 * 60_000);
    await tick(61 * 60_000);
    expect(Number(await tries()) - before).toBe(2);
    expect(await shop.current(id)).toMatchObject({ continual: 'gave_up', remainingbalanceleads: 5 });
    const mails = (await (await fetch(`${app.url}/dev/mail`)).text()).match(/Auto top-up of Shop stopped/g);
    expect(mails?.length).toBeGreaterThanOrEqual(2);
    await shop.deliver(id, 5);
    await app.settle();
    expect(await shop.status(id)).toBe('paused wallet_empty');
    app.clockOffset = 0;
    await shop.card('approved');
    await app.settle();
    expect([await shop.status(id), await shop.packs(id)]).toMatchObject(['active', [{ number: 2, state: 'paid' }, {}]]);
  });
});
