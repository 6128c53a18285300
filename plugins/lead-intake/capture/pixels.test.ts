import { afterAll, beforeAll, expect, test } from 'vitest';
import { seePixels } from './collect/visits.store.ts';
import { Pixels } from './contract.ts';
import { type Shop, startShop } from './fakes/shop.fake.ts';
import capture from './index.ts';

let shop: Shop;
let mine: { id: number; key: string };
beforeAll(async () => {
  shop = await startShop(capture);
  mine = await shop.campaign();
});
afterAll(() => shop.close());

test('pixels of others answer like those of nobody', async () => {
  const others = await shop.campaign({}, 99, shop.app.fixtures.b.clients[0]!.tenant);
  await expect(shop.inside((ctx) => ctx.use(Pixels).of(others.id))).rejects.toMatchObject({ status: 404 });
});

test('the pixel is made once, follows its campaign, and its script carries the campaign', async () => {
  const both = await Promise.all([1, 2].map(() => shop.inside((ctx) => ctx.use(Pixels).of(mine.id))));
  expect(both[0]).toEqual(both[1]);
  expect(both[0]!.script).toMatch(new RegExp(`^<script async src="https?://[^"]+/px/${mine.key}\\.js"></script>$`));
  const script = await shop.app.call('GET', `/px/${mine.key}.js`);
  expect(script.headers.get('cache-control')).toBe('private, max-age=300');
  expect(script.text).toMatch(new RegExp(`\\{"k":"${mine.key}","t":"https://shop.example/thanks","s":"[\\w-]{38}"\\}`));
  expect((await shop.app.call('GET', '/px/AAAAAAAAAAAAAAAA.js')).status).toBe(404);
  expect((await shop.app.call('GET', '/px/..%2f..%2fetc%2fpasswd')).status).toBe(404);
  await shop.change(mine.id, { status: 'ended', thankYouUrl: 'https://shop.example/done' });
  await shop.settle();
  expect(await shop.platform('capture_pixel').where({ campaign_id: mine.id }).first()).toMatchObject({
    status: 'ended',
    thank_you_url: 'https://shop.example/done',
    closed_at: expect.any(Date),
  });
});

test('a pixel was last met at its newest visit, and never before the first; one that is gone is not met again', async () => {
  const { id } = await shop.campaign();
  const met = async (): Promise<Date | null> => (await shop.inside((ctx) => ctx.use(Pixels).of(id))).lastSeenAt;
  expect(await met()).toBeNull();
  await seePixels(shop.platform, [id]);
  const first = await met();
  expect(Math.abs(Date.now() - first!.getTime())).toBeLessThan(60_000);
  await shop.platform('capture_pixel_seen').where({ campaign_id: id }).update({ at: '2026-01-01T00:00:00Z' });
  // Another that was never met takes nothing from it, nor does one that does not exist.
  await seePixels(shop.platform, [id, mine.id, 2_000_000_000]);
  expect((await met())!.getTime()).toBeGreaterThanOrEqual(first!.getTime());
  expect(await shop.platform('capture_pixel_seen').whereIn('campaign_id', [mine.id, 2_000_000_000]).pluck('campaign_id')).toEqual([
    mine.id,
  ]);
});

test('old weeks of visits are dropped, coming ones prepared', async () => {
  const weeks = async () =>
    (
      (await shop.platform.raw("select relname from pg_class where relname ~ '^capture_visit_w[0-9]+$' order by 1")).rows as {
        relname: string;
      }[]
    ).map((r) => r.relname);
  const first = (await weeks())[0]!;
  expect(await weeks()).toHaveLength(7);
  await shop.platform.raw("select capture_visit_partitions(now() + interval '120 days', 90)");
  expect((await weeks()).includes(first)).toBe(false);
  const policies = (
    await shop.platform.raw(
      "select relname from pg_class where relname ~ '^capture_' and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)",
    )
  ).rows;
  expect(policies).toEqual([]);
});
