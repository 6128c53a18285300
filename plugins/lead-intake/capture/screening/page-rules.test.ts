import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { isAmong, isOwn, NO_RULES } from './page-rules.ts';

test.each([
  ['/pricing', '/pricing', true],
  ['/pricing', '/Pricing/', true],
  ['/pricing', '/pricing/plans', false],
  ['/blog/*', '/blog/a/b', true],
  ['/blog/*', '/blog', false],
  ['*/thanks', '/en/thanks', true],
  ['/a*b*c', '/a1b2b3c', true],
  ['/a*b*bc', '/abc', false],
  ['/', '/', true],
  ['/', '/x', false],
  ['*', '/anything', true],
  ['/#/cart', '/#/cart', true],
])('the page %s and %s: %s', (named, path, is) => expect(isAmong([named], `https://shop.example${path}`)).toBe(is));

test('a long page and a pattern full of stars take no time', () => {
  const begun = process.threadCpuUsage();
  expect(isAmong([`/${'a*'.repeat(140)}b`], `https://shop.example/${'a'.repeat(900)}`)).toBe(false);
  expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(200);
});

test('networks of both kinds, and addresses that are none', () => {
  const networks = ['203.0.113.0/24', '2001:db8:7::/48'];
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:7::1']) expect([ip, isOwn(networks, ip)]).toEqual([ip, true]);
  for (const ip of ['203.0.114.7', '2001:db8:8::1', '', 'nonsense']) expect([ip, isOwn(networks, ip)]).toEqual([ip, false]);
});

describe('a campaign with rules', () => {
  let shop: Shop;
  let n = 0;
  beforeAll(async () => {
    shop = await startShop(capture);
  });
  afterAll(() => shop.close());
  const view = (key: string, path: string, ip?: string, visitor = `visitor-${++n}-fresh`) =>
    shop.collect({ k: key, v: visitor, u: `https://shop.example${path}` }, {}, ip);

  test('keeps nothing of its own people and of pages that it leaves out, and says so in its figures', async () => {
    const { id, key } = await shop.campaign({ rules: { ...NO_RULES, never: ['/jobs/*'], ownNetworks: ['198.51.100.0/24'] } });
    expect((await view(key, '/', '198.51.100.9')).status).toBe(204);
    expect((await view(key, '/jobs/cook')).status).toBe(204);
    expect((await view(key, '/')).status).toBe(204);
    expect(await shop.platform('capture_visit').where({ campaign_id: id }).pluck('url')).toEqual(['https://shop.example/']);
    await sleep(1_100); // the counters' interval
    expect(await shop.counts(id)).toMatchObject({ own_network: 1, never_page: 1 });
  });

  test('makes leads of the pages that it names alone', async () => {
    const { id, key } = await shop.campaign({ rules: { ...NO_RULES, only: ['/pricing*'] } });
    await shop.people(['window-shopper', 'buyer']);
    await view(key, '/blog', undefined, 'window-shopper-visitor');
    await view(key, '/pricing', undefined, 'buyer-visitor');
    await shop.settle();
    expect(await shop.outcomes(id)).toEqual({ other_page: 1, lead: 1 });
    expect((await shop.leads(id)).map((lead) => lead['email'])).toEqual(['buyer@people.example']);
  });

  test('learns of a changed rule', async () => {
    const { id, key } = await shop.campaign();
    expect((await view(key, '/')).status).toBe(204);
    await shop.change(id, { rules: { ...NO_RULES, never: ['/'] } });
    await shop.settle();
    await sleep(1_100); // until the endpoint looks for changed pixels again
    await view(key, '/');
    expect(await shop.platform('capture_visit').where({ campaign_id: id }).pluck('url')).toHaveLength(1);
  });
});
