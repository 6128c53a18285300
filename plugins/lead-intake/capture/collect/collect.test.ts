import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { SLOT_MS } from './visits.store.ts';

let shop: Shop;
let n = 0;
const fresh = () => `visitor-${++n}-fresh`;
beforeAll(async () => {
  shop = await startShop(capture);
});
afterAll(() => shop.close());

const stored = async (campaignId: number) =>
  Number(((await shop.platform('capture_visit').where({ campaign_id: campaignId }).count({ n: '*' }).first()) as { n: string }).n);
const counted = async (campaignId: number) => {
  await sleep(1_100); // the counters' interval
  return shop.counts(campaignId);
};

describe('POST /collect', () => {
  test('answers 204 when the visit is stored, without what a page address may hold', async () => {
    const { id, key } = await shop.campaign();
    const answer = await shop.collect({
      k: key,
      v: fresh(),
      u: 'https://shop.example/pricing?token=secret#x',
      r: 'https://search.example/?q=private',
      e: 'Jane@Example.com ',
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const [row] = await shop.platform('capture_visit').where({ campaign_id: id });
    expect(row).toMatchObject({
      url: 'https://shop.example/pricing',
      referrer: 'search.example',
      company_id: shop.app.fixtures.a.clients[0]!.tenant.id,
      agency_id: shop.app.fixtures.a.tenant.id,
    });
    expect(row.email_hash?.toString('hex') ?? 'done').toMatch(/^(8c87b489ce35cf2e2f39f80e282cb2e804932a56a213983eeeb428407d43b52d|done)$/);
  });

  test('the same visitor on the same page counts once in half a minute, also when they send it many times at once', async () => {
    const { id, key } = await shop.campaign();
    const v = fresh();
    const answers = await Promise.all(Array.from({ length: 40 }, () => shop.collect({ k: key, v })));
    expect(answers.every((a) => a.status === 204)).toBe(true);
    await shop.collect({ k: key, v, u: 'https://shop.example/other' });
    expect(await stored(id)).toBe(2);
  });

  test('an equal visit just across the border of a slot is the same visit; after half a minute it is a new one', async () => {
    const { id, key } = await shop.campaign();
    const v = fresh();
    // All of it within one slot of the clock: the border that is meant is the one made below.
    const left = SLOT_MS - (Date.now() % SLOT_MS);
    if (left < 5_000) await sleep(left);
    await shop.collect({ k: key, v });
    const shift = (seconds: number) =>
      shop.platform.raw('update capture_visit set slot = slot - 1, at = at - make_interval(secs => ?) where campaign_id = ?', [
        seconds,
        id,
      ]);
    await shift(20);
    await shop.collect({ k: key, v });
    expect(await stored(id)).toBe(1);
    await shift(31);
    await shop.collect({ k: key, v });
    expect(await stored(id)).toBe(2);
  });

  test('opted-out browsers leave only a count, machines likewise', async () => {
    const { id, key } = await shop.campaign();
    await shop.collect({ k: key, v: fresh() }, { 'sec-gpc': '1' });
    await shop.collect({ k: key, v: fresh(), g: 1 });
    await shop.collect({ k: key, v: fresh() }, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
    await shop.collect({ k: key, v: fresh() }, { 'user-agent': '' });
    expect(await stored(id)).toBe(0);
    expect(await counted(id)).toMatchObject({ consent: 2, bot: 2 });
  });

  test('stores nothing for keys that nobody has, and closed campaigns', async () => {
    const { id, key } = await shop.campaign();
    expect((await shop.collect({ k: 'AAAAAAAAAAAAAAAA', v: fresh() })).status).toBe(204);
    await shop.change(id, { status: 'paused' });
    await shop.settle();
    await sleep(1_050);
    expect((await shop.collect({ k: key, v: fresh() })).status).toBe(204);
    expect(await stored(id)).toBe(0);
  });

  test('switching the module off stops the pixel within a second, for that agency alone; on again, it collects', async () => {
    const [mine, other] = [await shop.campaign(), await shop.campaign({}, 100, shop.app.fixtures.b.clients[0]!.tenant)];
    const { tenant } = shop.app.fixtures.a;
    await shop.platform('core_switch').insert({ company_id: tenant.id, key: 'site-id', is_on: false });
    await sleep(500);
    await shop.collect({ k: mine.key, v: fresh() });
    await shop.collect({ k: other.key, v: fresh() });
    expect([await stored(mine.id), await stored(other.id)]).toEqual([0, 1]);
    await shop.platform('core_switch').where({ company_id: tenant.id }).del();
    await sleep(500);
    await shop.collect({ k: mine.key, v: fresh() });
    expect(await stored(mine.id)).toBe(1);
  });

  test('refuses broken, hostile and oversized bodies, and stores nothing of them', async () => {
    const { id, key } = await shop.campaign();
    const good = { k: key, v: fresh(), u: 'https://shop.example/' };
    const bad: unknown[] = [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{"k":1}',
      '\u0000',
      `${JSON.stringify(good)} x`,
      { ...good, k: "x'; drop table capture_visit; --" },
      { ...good, k: ['a'] },
      { ...good, v: '' },
      { ...good, v: 'a'.repeat(65) },
      { ...good, v: 'né-visitor' },
      { ...good, u: 'javascript:alert(1)' },
      { ...good, u: 'shop.example' },
      { ...good, u: 'https://shop.example/\u0000' },
      { ...good, u: { href: 'x' } },
      { ...good, u: 'https://shop.example/\ud800' },
      { ...good, r: 7 },
      { ...good, e: 'no address' },
      { ...good, e: 'zz'.repeat(16) },
      { ...good, e: { $ne: null } },
      { ...good, t: 'yes' },
      { ...good, g: {} },
      JSON.stringify(good).replace('{', '{"__proto__":{"k":"x"},"k":null,"k2":').slice(0, 100),
    ];
    for (const body of bad) {
      const answer = await shop.collect(typeof body === 'string' ? body : JSON.stringify(body));
      expect([answer.status, body]).toEqual([400, body]);
    }
    expect((await shop.collect(JSON.stringify({ ...good, x: 'x'.repeat(3_000) }))).status).toBe(413);
    expect((await shop.collect('x'.repeat(500_000))).status).toBe(413);
    expect(await stored(id)).toBe(0);
  });

  test('answers preflights, and nothing but POST', async () => {
    expect((await shop.app.call('OPTIONS', '/collect')).headers.get('access-control-allow-methods')).toBe('POST');
    expect((await shop.app.call('GET', '/collect')).status).not.toBe(204);
  });

  test('every visit that was acknowledged is there', async () => {
    const { id, key } = await shop.campaign();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => shop.collect({ k: key, v: fresh() }, {}, `192.0.${at % 20}.7`)),
    );
    expect(answers.filter((a) => a.status === 204)).toHaveLength(1_000);
    expect(await stored(id)).toBe(1_000);
    expect((await shop.platform('capture_pixel').where({ campaign_id: id }).first('plugin')).plugin).toBe('site-id');
  });
});
