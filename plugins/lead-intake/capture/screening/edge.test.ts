import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { isAllowed } from './hosts.ts';
import { BEACONS_PER_MINUTE, BEACONS_PER_TOKEN } from './limits.ts';
import { networksOf } from './networks.ts';
import { MinuteCounts } from './rate.ts';
import { BeaconTokens } from './token.ts';

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
const refused = (campaignId: number): Promise<{ host: string; beacons: string }[]> =>
  shop.platform('capture_refused_host').where({ campaign_id: campaignId }).orderBy('host').select('host', 'beacons');

describe('the hosts of a campaign', () => {
  test('name themselves, and with a wildcard all below them and nothing else', () => {
    const hosts = ['shop.example', '*.shop.example'];
    for (const host of ['shop.example', 'www.shop.example', 'a.b.shop.example'])
      expect([host, isAllowed(hosts, host)]).toEqual([host, true]);
    for (const host of ['', 'evilshop.example', 'shop.example.evil', '.shop.example', 'example'])
      expect([host, isAllowed(hosts, host)]).toEqual([host, false]);
    expect(isAllowed(['*.shop.example'], 'shop.example')).toBe(false);
  });

  test('are where a page view must come from, by its header and by its page, which must be one', async () => {
    const { id, key } = await shop.campaign();
    const from = (u: string, headers: Record<string, string> = {}) => shop.collect({ k: key, v: fresh(), u }, headers);
    await from('https://shop.example/');
    await from('https://www.shop.example/beans');
    await from('http://shop.example:8080/', { origin: 'null', referer: 'http://shop.example:8080/' });
    expect(await stored(id)).toBe(3);
    const answers = [
      await from('https://shop.example/', { origin: 'https://thief.example' }),
      await from('https://thief.example/'),
      await from('https://www.shop.example/', { origin: 'https://shop.example' }),
      await from('https://shop.example/', { origin: 'null' }),
      await from('https://shop.example/', { origin: 'null', referer: 'https://other.example/' }),
      await from('https://shop.example.thief.example/'),
    ];
    expect(answers.map((a) => a.status)).toEqual(Array.from({ length: 6 }, () => 204));
    expect(await stored(id)).toBe(3);
    expect(await counted(id)).toMatchObject({ foreign_site: 6 });
    expect((await refused(id)).map((r) => [r.host, Number(r.beacons)])).toEqual([
      ['other.example', 1],
      ['shop.example.thief.example', 1],
      ['thief.example', 2],
      ['www.shop.example', 1],
    ]);
  });

  test('unknown, let nothing in; who asked is listed, and a flood of names stays bounded without pushing out the real one', async () => {
    const { id, key } = await shop.campaign({ url: '', hosts: [] });
    for (let i = 0; i < 3; i += 1) await shop.collect({ k: key, v: fresh(), u: 'https://www.client.example/' });
    await sleep(1_100);
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(
        Array.from({ length: 30 }, (_, i) => shop.collect({ k: key, v: fresh(), u: `https://r${round}-${i}.thief.example/` })),
      );
      await sleep(1_100);
    }
    expect(await stored(id)).toBe(0);
    const hosts = await refused(id);
    expect(hosts).toHaveLength(50);
    expect(hosts.find((h) => h.host === 'www.client.example')).toMatchObject({ beacons: '3' });
  });

  test('changed on the campaign, count within a second', async () => {
    const { id, key } = await shop.campaign();
    await shop.change(id, { hosts: ['pay.example'] });
    await shop.settle();
    await sleep(1_050);
    await shop.collect({ k: key, v: fresh() });
    await shop.collect({ k: key, v: fresh(), u: 'https://pay.example/' });
    expect((await shop.platform('capture_visit').where({ campaign_id: id }).pluck('url')).filter(Boolean)).toEqual([
      'https://pay.example/',
    ]);
  });
});

describe('the token of the served script', () => {
  const HOUR = 3_600_000;

  test('comes by itself to a script that is already in a page, for this browser alone', async () => {
    const { key } = await shop.campaign();
    const answer = await shop.app.call('GET', `/px/${key}.token`, null, { headers: { 'x-forwarded-for': '198.51.100.7' } });
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'no-store',
      '*',
    ]);
    expect((await shop.collect({ k: key, v: fresh(), s: answer.body.s }, {}, '198.51.100.9')).status).toBe(204);
    expect((await shop.collect({ k: key, v: fresh(), s: answer.body.s }, {}, '203.0.113.9')).status).toBe(401);
    expect((await shop.app.call('GET', '/px/AAAAAAAAAAAAAAAA.token')).status).toBe(404);
  });

  test('is asked of every page view: without a good one 401 and nothing stored', async () => {
    const [{ id, key }, other] = [await shop.campaign(), await shop.campaign()];
    // All of it within one hour of the clock, which tokens name.
    const left = HOUR - (Date.now() % HOUR);
    if (left < 20_000) await sleep(left);
    const now = Date.now();
    const good = shop.token(key, '192.0.2.10');
    const bad = {
      missing: undefined,
      empty: '',
      number: 7,
      invented: 'A'.repeat(38),
      changed: (good[0] === 'A' ? 'B' : 'A') + good.slice(1),
      'of another campaign': shop.token(other.key, '192.0.2.10'),
      'two hours old': shop.token(key, '192.0.2.10', now - 2 * HOUR),
      'of another network': shop.token(key, '203.0.113.10'),
    };
    for (const [what, s] of Object.entries(bad))
      expect([what, (await shop.collect({ k: key, v: fresh(), s })).status]).toEqual([what, 401]);
    expect(await stored(id)).toBe(0);
    // A script with an old token sends the same page view once more: it is counted then.
    expect(await counted(id)).toMatchObject({ unproven: 6 });
    for (const s of [good, shop.token(key, '192.0.2.200'), shop.token(key, '192.0.2.10', now - HOUR)])
      expect((await shop.collect({ k: key, v: fresh(), s })).status).toBe(204);
  });

  test('fields of later scripts do not matter', async () => {
    const { id, key } = await shop.campaign();
    expect((await shop.collect({ k: key, v: fresh(), p: 1, w: 'x', z: [1] })).status).toBe(204);
    expect(await stored(id)).toBe(1);
  });

  test('of IPv6 is for the /48, and each counts so often only', () => {
    const tokens = new BeaconTokens(Buffer.alloc(32, 1));
    const now = Date.now();
    const token = tokens.issue('key', '2001:db8:1:2::3', now);
    expect(tokens.check(token, 'key', '2001:db8:1:ffff::9', now)).toBe('good');
    expect(tokens.check(token, 'key', '2001:db8:2:2::3', now)).toBe('stale');
    expect(new BeaconTokens(Buffer.alloc(32, 2)).check(token, 'key', '2001:db8:1:2::3', now)).toBe('forged');
    for (let use = 1; use < BEACONS_PER_TOKEN; use += 1) tokens.check(token, 'key', '2001:db8:1::1', now);
    expect(tokens.check(token, 'key', '2001:db8:1::1', now)).toBe('overused');
    expect(tokens.check(tokens.issue('key', '2001:db8:1::1', now), 'key', '2001:db8:1::1', now)).toBe('good');
  });
});

describe('the pace of an address', () => {
  test('beyond its limit nothing is stored, for this address and campaign alone', async () => {
    const [{ id, key }, other] = [await shop.campaign(), await shop.campaign()];
    const most = BEACONS_PER_MINUTE.addressAndCampaign;
    // A minute's border may lie between: then at most twice as many pass.
    const flood = Array.from({ length: most * 2 + 60 }, () => shop.collect({ k: key, v: fresh() }, {}, '198.51.100.77'));
    expect((await Promise.all(flood)).every((a) => a.status === 204)).toBe(true);
    const kept = await stored(id);
    expect(kept === most || (kept > most && kept <= 2 * most)).toBe(true);
    expect((await counted(id))['limited']).toBe(most * 2 + 60 - kept);
    await shop.collect({ k: key, v: fresh() }, {}, '198.51.100.78');
    await shop.collect({ k: other.key, v: fresh() }, {}, '198.51.100.77');
    expect([await stored(id), await stored(other.id)]).toEqual([kept + 1, 1]);
  });

  test('at the turn of a minute are not counted anew for one that waited, and are for a clock that was put back', () => {
    const counts = new MinuteCounts(2);
    const taken = (...moments: number[]) => moments.map((at) => counts.take('a', at));
    expect(taken(59_999, 60_000, 59_999, 60_000, 59_998, 60_001)).toEqual([true, true, true, false, false, false]);
    expect(taken(7_200_000, 7_200_000, 7_200_000)).toEqual([true, true, false]);
    expect(taken(3_600_000, 3_600_000, 3_600_000)).toEqual([true, true, false]);
  });

  test('is counted in bounded memory, minute by minute', () => {
    const counts = new MinuteCounts(2, 3);
    const taken = (key: string, at: number) => counts.take(key, at);
    expect([taken('a', 0), taken('a', 1), taken('a', 2), taken('a', 60_000)]).toEqual([true, true, false, true]);
    for (const key of ['b', 'c', 'd', 'e']) taken(key, 60_001);
    for (let i = 0; i < 5; i += 1) expect(taken('e', 60_002)).toBe(true); // not remembered
  });

  test('is that of a subscriber: one IPv4 address, a /64 of IPv6', () => {
    expect(networksOf('203.0.113.9')).toEqual({ single: '203.0.113.9', network: '203.0.113.0/24' });
    expect(networksOf('::ffff:203.0.113.9')).toEqual({ single: '203.0.113.9', network: '203.0.113.0/24' });
    expect(networksOf('2001:db8:1:2:3:4:5:6')).toEqual({ single: '2001:db8:1:2::/64', network: '2001:db8:1::/48' });
    expect(networksOf('nonsense')).toEqual({ single: '', network: '' });
  });
});
