import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { Website } from '../back-test/website.ts';

/** What a campaign's results say, and the lists of visitors that they lead to. */
let site: Website;
let client: Person;
let id: number;

beforeAll(async () => {
  site = await Website.start();
  const { a } = site.app.fixtures;
  client = a.clients[0]!.user;
  await site.people([
    { firstName: 'ann', email: 'ann@people.example', state: 'TX', city: 'Austin' },
    { firstName: 'bob', email: 'bob@people.example', state: 'TX', city: 'Dallas' },
    { firstName: 'cid', email: 'cid@people.example', state: 'IL', city: 'Chicago' },
    { firstName: 'dan', email: 'dan@people.example', state: 'TX', city: 'Waco' },
  ]);
  await site.exclude(['dan@people.example']);
  id = await site.campaign(a.owner, client.tenant.id, { nationaltargeting: 'F', locatorstate: ['TX'], LimitLead: 1 });
  await site.visits(
    [id],
    [
      { who: 'ann', at: 1_000 },
      { who: 'ann', at: 60_000 },
      { who: 'bob', at: 61_000 },
      { who: 'cid', at: 62_000 },
      { who: 'dan', at: 63_000 },
      { who: 'nobody', at: 64_000 },
      { who: 'somebody', at: 65_000 },
    ],
  );
});
afterAll(() => site.app.close());

type Json = Record<string, any>;
/** Also where a midnight of the campaign passes meanwhile. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const PERIOD = `period=${day(-3)}..${day(3)}`;
const get = async (path: string, as = client): Promise<Json> => {
  const answer = await site.app.call('GET', `/api${path}`, as);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const reasons = async (): Promise<Json[]> =>
  (await get(`/reports/campaigns/${id}/funnel?${PERIOD}`)).data.flatMap((step: Json) => step.reasons);
const log = (query: string, as = client) => get(`/capture/visits?campaignId=${id}${query}`, as);

describe('a reason', () => {
  test('counts as many as the list behind it holds', async () => {
    const counted = await reasons();
    expect(Object.fromEntries(counted.map(({ outcome, count }) => [outcome, count]))).toEqual({
      no_match: 2,
      repeat: 1,
      outside_rules: 1,
      excluded: 1,
      cap: 1,
    });
    for (const { outcome, count, listed, title } of counted) {
      const { data, total } = await log(`&${PERIOD}&outcome=${outcome}`);
      expect([outcome, listed, data.length, total]).toEqual([outcome, true, count, count]);
      expect(new Set(data.map(({ reason }: Json) => reason))).toEqual(new Set([title]));
    }
    expect((await log('&period=2020-01-01..2020-01-02&outcome=cap')).data).toEqual([]);
  });

  test('leads to what decides, where the campaign does', async () => {
    const remedies = Object.fromEntries((await reasons()).map(({ outcome, remedy, setting }) => [outcome, [remedy, setting]]));
    expect(remedies).toEqual({
      no_match: [null, null],
      repeat: [null, null],
      excluded: [null, null],
      outside_rules: ['settings', 'nationaltargeting'],
      cap: ['settings', 'LimitLead'],
    });
  });

  test('is a choice of the list, by how often it occurred', async () => {
    const { options } = await get(`/capture/visit-outcomes?campaignId=${id}&${PERIOD}`);
    expect(options[0]).toEqual({ value: 'no_match', label: 'Not recognized', note: '2' });
    expect(options.map(({ value }: Json) => value)).toContain('lead');
    expect((await get(`/capture/visit-outcomes?campaignId=${id}&${PERIOD}&search=limit`)).options).toMatchObject([{ value: 'cap' }]);
    expect((await get(`/capture/visit-outcomes?campaignId=${id}&value=cap`)).options).toEqual([{ value: 'cap', label: 'Limit reached' }]);
    expect((await get(`/capture/visit-outcomes?campaignId=${id}`, site.app.fixtures.b.owner)).options).toEqual([]);
  });
});

describe('a visit', () => {
  const opened = async (outcome: string) => {
    const { data } = await log(`&outcome=${outcome}`);
    return get(`/capture/visits/${data[0].id}`);
  };

  test('opens the rule that decided, as it is now', async () => {
    expect(await opened('outside_rules')).toMatchObject({
      remedy: 'settings',
      rule: [
        { title: 'Locations', value: 'TX' },
        { title: 'Required details', value: 'E-mail address' },
      ],
    });
    expect((await opened('cap')).rule).toEqual([{ title: 'Daily limit', as: 'text', value: '1' }]);
    expect((await opened('no_match')).rule).toEqual([]);
  });

  test('says where somebody lives of leads alone', async () => {
    const { data } = await log('');
    const places = Map.groupBy(data as Json[], ({ lead_id }) => lead_id !== null);
    expect(places.get(true)!.map(({ place }) => place)).toEqual(['Austin, TX', 'Austin, TX']);
    expect(new Set(places.get(false)!.map(({ place }) => place))).toEqual(new Set(['']));
    expect(JSON.stringify(places.get(false))).not.toMatch(/Chicago|Dallas|Waco|people\.example/);
  });

  test('of a stranger stays theirs, and an impossible period is refused', async () => {
    const stranger = site.app.fixtures.b.owner;
    expect(await log('&period=30d&outcome=cap', stranger)).toEqual({ data: [], next: null, total: null });
    const refused = await site.app.call('GET', `/api/capture/visits?campaignId=${id}&period=yesterday`, client);
    expect(refused.status).toBe(422);
  });
});

describe('the results of a campaign', () => {
  test.for(['en', 'ar'] as const)('speak of what its product observes, in %s', async (locale) => {
    const { owner } = site.app.fixtures.a;
    const textsOf = async (page: string): Promise<string> => {
      const answer = await site.app.call('GET', `/api/ui/pages/${page}`, owner, { headers: { 'accept-language': locale } });
      const tabs = answer.body.blocks.find(({ as }: Json) => as === 'tabs').tabs as Json[];
      const results = tabs.find((tab) => tab['id'] === 'results')!['blocks'] as Json[];
      return JSON.stringify(results, (key, value) => (key === 'title' || key === 'help' || typeof value === 'object' ? value : undefined));
    };
    const website = { en: /visit/i, ar: /زيار|زائر/ }[locale];
    expect(await textsOf('site-id.campaign')).toMatch(website);
    expect((await textsOf('search-id.campaign')).match(website)?.[0]).toBeUndefined();
    expect(await textsOf('search-id.campaign')).toContain(locale === 'en' ? 'Searches' : 'عمليات البحث');
  });

  test('count conversions and their value in its period', async () => {
    expect(await get(`/journey/campaigns/${id}?period=30d`)).toEqual({ leads: 0, conversions: 0, value: '' });
    expect((await site.app.call('GET', `/api/journey/campaigns/${id}`, site.app.fixtures.b.owner)).status).toBe(404);
  });
});
