import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { stayFresh } from '../../../tests/support/stay-fresh.ts';
import { Shop } from './shop.fake.ts';

const DAYS = 400;
const DAY = 86_400_000;
const PRICE = 200;
/** The agency moves: its invoices are dated and numbered in another zone every few months. */
const ZONES = ['America/Chicago', 'Asia/Dubai', 'Pacific/Auckland'];

let app: TestApp;
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.start();
  app = shop.app;
});
afterAll(() => app.close());

interface Buyer {
  id: number;
  client: Person;
  perDay: number;
}
const buyer = async (term: string, leadsbuy: number, perDay: number): Promise<Buyer> => {
  const id = await shop.campaign(term, { PlatformFee: '0', leadsbuy });
  return { id, client: shop.client, perDay };
};
const packsOf = (id: number): Promise<{ leads: number; remaining: number }[]> =>
  app.kernel.platform('prepaid_pack').where({ campaign_id: id });

test('400 days of packs bought by hand and by themselves, in three zones: each is paid once, each lead comes out of one', async () => {
  const byHand = await buyer('OneTime', 200, 5);
  const byItself = await buyer('Prepaid', 100, 10);
  await shop.begin(byItself.id, { topupoptions: 'continual' });
  for (let day = 0; day < DAYS; day += 1) {
    app.clockOffset = day * DAY;
    if (day % 40 === 0) await stayFresh(app, shop.owner);
    if (day % 160 === 0) {
      const moved = await app.call('PUT', '/api/billing/zone', shop.owner, { body: { zone: ZONES[day / 160] } });
      expect(moved.status).toBe(200);
    }
    if (day % 40 === 0) {
      expect((await shop.begin(byHand.id)).status).toBe(200);
    }
    for (const { id, perDay } of [byHand, byItself]) expect([day, await shop.deliver(id, perDay)]).toEqual([day, perDay]);
    if (day % 10 === 8) await app.settle();
  }
  await app.settle();

  for (const [{ id, client, perDay }, size] of [
    [byHand, 200],
    [byItself, 100],
  ] as const) {
    const packs = await packsOf(id);
    const left = packs.reduce((sum, pack) => sum + pack.remaining, 0);
    expect(packs.reduce((sum, pack) => sum + pack.leads, 0) - left).toBe(DAYS * perDay);
    shop.client = client;
    expect([await shop.paidCents(), await shop.receivable()]).toEqual([packs.length * size * PRICE, 0 - left * PRICE]);
  }
  expect([(await packsOf(byHand.id)).length, (await packsOf(byItself.id)).length]).toEqual([10, 41]);
  // The one that buys by itself was never without leads, and so never paused.
  expect(await app.kernel.platform('campaigns_move').where({ campaign_id: byItself.id, to_status: 'paused' })).toEqual([]);

  const of = { agency_id: shop.a.tenant.id };
  const bills = (await app.kernel.platform('billing_invoice').where(of).select('number', 'state')) as { number: string; state: string }[];
  expect(new Set(bills.map(({ state }) => state))).toEqual(new Set(['paid']));
  const years = Map.groupBy(bills, ({ number }) => number.slice(0, 4));
  for (const [year, ofYear] of years)
    expect(ofYear.map(({ number }) => number).sort()).toEqual(ofYear.map((_, n) => `${year}-${String(n + 1).padStart(6, '0')}`));
}, 900_000);
