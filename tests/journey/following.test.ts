import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '../../core/contract.ts';
import { type Shop, startShop } from '../../plugins/lead-intake/capture/fakes/shop.fake.ts';
import { Leads } from '../../plugins/lead-intake/leads/contract.ts';
import journey from '../../plugins/reporting/journey/index.ts';
import { PAGES_OF_DAY, PAGES_OF_VISITOR } from '../../plugins/reporting/journey/limits.ts';

let shop: Shop;
let serial = 0;
beforeAll(async () => {
  shop = await startShop(journey);
});
afterAll(() => shop.close());

const SHOP = 'https://shop.example';
interface Visit {
  path: string;
  /** Seconds ago. */
  ago?: number;
  more?: Record<string, unknown>;
}
/** Page views of one browser, as its script sends them, worked one after the other. */
async function browse(campaign: { key: string; id: number }, visitor: string, visits: readonly Visit[]): Promise<void> {
  for (const { path, ago = 0, more = {} } of visits) {
    shop.app.clockOffset = -1_000 * ago;
    const answer = await shop.collect({ k: campaign.key, v: visitor, u: SHOP + path, ...more });
    shop.app.clockOffset = 0;
    expect(answer.status).toBe(204);
    await shop.settle();
  }
}
const newVisitor = () => `browser-${++serial}-of-nobody`;
async function newPerson(): Promise<string> {
  const name = `traveller${++serial}`;
  await shop.people([name]);
  return name;
}
const pagesOf = (campaignId: number) => shop.platform('journey_page').where({ campaign_id: campaignId }).orderBy('at');
const client = () => shop.app.fixtures.a.clients[0]!;
const furtherOf = (id: string) =>
  shop.inside(async (ctx) => (await ctx.use(Leads).further(await ctx.use(Leads).byId([id]))).get(id), client().tenant);
const leadOf = async (campaignId: number): Promise<string> => (await shop.leads(campaignId))[0]!['id'] as string;

describe('a visitor who says on the last page who they are', () => {
  test('is a lead with the pages before, the first touch, the last one and what they bought', async () => {
    const campaign = await shop.campaign();
    const [visitor, name] = [newVisitor(), await newPerson()];
    await browse(campaign, visitor, [
      {
        path: '/?utm_source=google&utm_medium=cpc&utm_campaign=spring&utm_term=%3Dcmd()&gclid=EAIa&id=7',
        ago: 3_600,
        more: { n: 'Welcome', r: 'https://www.google.com/' },
      },
      { path: '/pricing', ago: 3_500, more: { n: 'Pricing', r: `${SHOP}/` } },
      { path: '/?utm_source=newsletter', ago: 90, more: { n: 'Welcome', r: 'https://mail.example/inbox' } },
      {
        path: '/thanks',
        more: { n: 'Thank you', r: `${SHOP}/`, t: 1, e: `${name}@people.example`, x: { n: 'order', v: 49.9, c: 'usd', i: 'A-1' } },
      },
    ]);
    const id = await leadOf(campaign.id);
    expect(await furtherOf(id)).toEqual({
      firstVisitAt: expect.stringMatching(/Z$/),
      firstSource: 'google',
      firstMedium: 'cpc',
      firstCampaign: 'spring',
      firstTerm: '=cmd()',
      firstClickIdName: 'gclid',
      firstClickId: 'EAIa',
      firstReferrer: 'www.google.com',
      firstLandingPage: `${SHOP}/`,
      lastVisitAt: expect.stringMatching(/Z$/),
      lastSource: 'newsletter',
      lastReferrer: 'mail.example',
      lastLandingPage: `${SHOP}/`,
      conversions: 1,
      conversionValue: '49.90',
      conversionCurrency: 'USD',
      optOutLink: expect.stringContaining('/opt-out/lead/'),
    });
    const pages = await shop.app.call('GET', `/api/journey/leads/${id}/pages`, client().user);
    expect(pages.body).toMatchObject({ total: 4 });
    expect(pages.body.data.map(({ id: _id, at: _at, ...row }: Record<string, unknown>) => row)).toEqual([
      { page: '/', title: 'Welcome', stay: expect.stringMatching(/^1 min 4\d s$/), source: 'google / cpc', event: '' },
      { page: '/pricing', title: 'Pricing', stay: '', source: '', event: '' },
      { page: '/', title: 'Welcome', stay: expect.stringMatching(/^1 min (29|3\d) s$/), source: 'newsletter', event: '' },
      { page: '/thanks', title: 'Thank you', stay: '', source: '', event: 'order · $49.90' },
    ]);
    const { lines } = (await shop.app.call('GET', `/api/journey/leads/${id}`, client().user)).body as { lines: Record<string, string>[] };
    expect(lines.map(({ title, value }) => `${title}: ${value}`)).toEqual([
      expect.stringMatching(/^First visit: /),
      'First source: google / cpc',
      'First campaign: spring / =cmd()',
      'First click ID: gclid EAIa',
      `First landing page: ${SHOP}/`,
      expect.stringMatching(/^Last visit: /),
      'Last source: newsletter',
      `Last landing page: ${SHOP}/`,
      'Conversions: 1',
      'Conversion value: $49.90',
    ]);
    const file = await shop.app.call('GET', `/api/reports/leads.csv?campaignId=${campaign.id}`, client().user);
    const [row] = parse(file.text, { bom: true, columns: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      'First source': 'google',
      'First term': "'=cmd()",
      'First click ID': 'EAIa',
      'Last source': 'newsletter',
      'First landing page': `${SHOP}/`,
      Conversions: '1',
      'Conversion value': '49.90',
      'Conversion currency': 'USD',
    });
    // Counted for the dashboards of whose lead it is.
    const top = async (kind: 'page' | 'source', who = client().user) =>
      (await shop.app.call('GET', `/api/journey/top-${kind}s?period=7d`, who)).body.data as { name: string; leads: number }[];
    expect(await top('source')).toContainEqual({ id: 'google / cpc', name: 'google / cpc', leads: 1 });
    expect(await top('page')).toContainEqual(expect.objectContaining({ name: new URL(SHOP).host, leads: 1 }));
    for (const kind of ['page', 'source'] as const) expect(await top(kind, shop.app.fixtures.a.clients[1]!.user)).toEqual([]);
    // Nobody else's business.
    for (const other of [shop.app.fixtures.b.clients[0]!.user, shop.app.fixtures.a.clients[1]!.user])
      for (const path of ['', '/pages']) expect((await shop.app.call('GET', `/api/journey/leads/${id}${path}`, other)).status).toBe(404);
    expect((await shop.app.call('GET', `/api/journey/leads/${id}/pages`, shop.app.fixtures.operator)).status).toBe(403);
  });

  test('buys more later: the same order counts once, another currency without its value, and how they came stays', async () => {
    const campaign = await shop.campaign();
    const [visitor, name] = [newVisitor(), await newPerson()];
    await browse(campaign, visitor, [
      { path: '/a', ago: 7_200 },
      { path: '/b', ago: 7_000, more: { e: `${name}@people.example`, x: { n: 'order', v: 10, i: 'A-1' } } },
      { path: '/c', ago: 6_000, more: { x: { n: 'order', v: 10, i: 'A-1' } } },
      { path: '/d', ago: 500, more: { x: { n: 'order', v: 5.005, i: 'A-2' } } },
      { path: '/e?utm_source=late', ago: 400, more: { x: { n: 'order', v: 1_000, c: 'JPY', i: 'A-3' } } },
      { path: '/f', ago: 300, more: { x: { n: 'video' } } },
    ]);
    const values = await furtherOf(await leadOf(campaign.id));
    expect(values).toMatchObject({ conversions: 3, conversionValue: '15.01', conversionCurrency: 'USD', lastLandingPage: `${SHOP}/a` });
    expect(values).not.toHaveProperty('lastSource');
    const { body } = await shop.app.call('GET', '/api/reports/trends', client().user);
    expect(body).toMatchObject({ conversions: { value: 4, before: 0, note: '¥1,000 + $64.91' }, rate: { value: 200 } });
  });

  test('has converted by the thank-you page alone where the site tells of no event', async () => {
    const campaign = await shop.campaign();
    await browse(campaign, `${await newPerson()}-visitor`, [{ path: '/thanks', more: { t: 1 } }]);
    expect(await furtherOf(await leadOf(campaign.id))).toMatchObject({ conversions: 1 });
  });

  test('is counted on the day that it was where the campaign is, and not in Greenwich', async () => {
    const campaign = await shop.campaign();
    const night = new Date();
    night.setUTCHours(3, 0, 0, 0);
    if (night.getTime() > Date.now()) night.setUTCDate(night.getUTCDate() - 1);
    await browse(campaign, `${await newPerson()}-visitor`, [{ path: '/at-night', ago: (Date.now() - night.getTime()) / 1_000 }]);
    const days = await shop.platform('journey_origin').where({ campaign_id: campaign.id }).distinct('day');
    expect(days).toEqual([{ day: dayOf(night, 'America/Chicago') }]);
    expect(days).not.toEqual([{ day: dayOf(night, 'UTC') }]);
  });

  test('came from nowhere else where the page before the first was of the same website, whose view did not come', async () => {
    const campaign = await shop.campaign();
    const [visitor, name] = [newVisitor(), await newPerson()];
    await browse(campaign, visitor, [
      { path: '/beans', ago: 60, more: { r: 'https://blog.shop.example/roasting' } },
      { path: '/thanks', more: { r: `${SHOP}/beans`, e: `${name}@people.example` } },
    ]);
    const further = await furtherOf(await leadOf(campaign.id));
    expect(further).toMatchObject({ firstLandingPage: `${SHOP}/beans`, lastLandingPage: `${SHOP}/beans` });
    expect(further).not.toHaveProperty('firstReferrer');
    expect(further).not.toHaveProperty('lastReferrer');
  });
});

describe('what a site sends that is wrong', () => {
  test.each([
    [
      { n: 'order', v: '49.9' },
      { event: 'order', amount: null, currency: null },
    ],
    [
      { n: 'order', v: -1 },
      { event: 'order', amount: null },
    ],
    [
      { n: 'order', v: 1e300 },
      { event: 'order', amount: null },
    ],
    [
      { n: 'order', v: 5, c: 'DOLLARS' },
      { event: 'order', amount: null },
    ],
    [
      { n: 'order', v: 0.1 + 0.2, c: 'KWD' },
      { event: 'order', amount: '300', currency: 'KWD' },
    ],
    [
      { n: 'jane@example.com', v: 5 },
      { event: null, amount: null },
    ],
    [{ n: { toString: 1 } }, { event: null }],
    ['order', { event: null }],
    [
      { n: `\u0000${'x'.repeat(59)}😀`, i: '\ud800' },
      { event: 'x'.repeat(59), event_id: null },
    ],
  ])('the event %j costs no page view', async (x, kept) => {
    const campaign = await shop.campaign();
    await browse(campaign, newVisitor(), [{ path: '/', more: { x } }]);
    expect(await pagesOf(campaign.id)).toMatchObject([{ url: `${SHOP}/`, ...kept }]);
  });

  test('of titles and parameters no more than fits is kept, and nothing that may name a person', async () => {
    const campaign = await shop.campaign();
    const many = Array.from({ length: 40 }, (_, n) => `utm_x${n}=1`).join('&');
    await browse(campaign, newVisitor(), [
      { path: `/?utm_term=a%40b.co&email=a@b.co&token=secret&UTM_Source=${'s'.repeat(300)}&${many}`, more: { n: 't'.repeat(150) } },
      { path: '/account', more: { n: 'Orders of jane@example.com' } },
    ]);
    const [first, second] = (await pagesOf(campaign.id)) as { title: string; params: Record<string, string> }[];
    expect(first!.title).toBe('t'.repeat(100));
    expect(first!.params['utm_source']).toBe('s'.repeat(200));
    expect(Object.keys(first!.params)).toHaveLength(20);
    expect(Object.keys(first!.params).filter((name) => !/^utm_(source|x\d+)$/.test(name))).toEqual([]);
    expect(second).toMatchObject({ title: '', params: null });
  });
});

describe('what is kept of visitors whom nobody knows', () => {
  /** Page views as the endpoint stores them, without HTTP. */
  async function flood(campaignId: number, count: number, visitorOf: (n: number) => string): Promise<void> {
    const { tenant } = client();
    const at = new Date();
    const rows = Array.from({ length: count }, (_, n) => ({
      slot: Math.floor(at.getTime() / 30_000),
      fingerprint: String(++serial),
      at: new Date(at.getTime() + n),
      campaign_id: campaignId,
      company_id: tenant.id,
      agency_id: tenant.agencyId,
      root_id: tenant.rootId,
      visitor: visitorOf(n),
      ip: '192.0.2.1',
      url: `${SHOP}/${n}`,
      referrer: '',
    }));
    await shop.platform.batchInsert('capture_visit', rows, 1_000);
    await shop.settle();
  }
  const kept = async (campaignId: number): Promise<number> =>
    Number(((await shop.platform('journey_page').where({ campaign_id: campaignId }).count({ n: '*' }).first()) as { n: string }).n);

  test('is a number of pages of each, and of a campaign in a day; whoever becomes a lead meanwhile is kept all the same', async () => {
    const campaign = await shop.campaign();
    await flood(campaign.id, PAGES_OF_VISITOR + 50, () => 'one-restless-visitor');
    expect(await kept(campaign.id)).toBe(PAGES_OF_VISITOR);

    // The day's rest, but for a hundred.
    await shop
      .platform('journey_day')
      .where({ campaign_id: campaign.id })
      .update({ pages: PAGES_OF_DAY - 100 });
    await flood(campaign.id, 10_000, (n) => `stranger-number-${n}`);
    expect(await kept(campaign.id)).toBe(PAGES_OF_VISITOR + 100);

    await browse(campaign, `${await newPerson()}-visitor`, [{ path: '/?utm_source=real' }]);
    expect(await furtherOf(await leadOf(campaign.id))).toMatchObject({ firstSource: 'real' });
    // Another campaign has a day of its own.
    const other = await shop.campaign();
    await flood(other.id, 10, (n) => `stranger-number-${n}`);
    expect(await kept(other.id)).toBe(10);
  });

  test('names nobody and is not the same on another campaign', async () => {
    const [one, two] = [await shop.campaign(), await shop.campaign()];
    const visitor = newVisitor();
    for (const campaign of [one, two]) await browse(campaign, visitor, [{ path: '/' }]);
    const [[first], [second]] = [await pagesOf(one.id), await pagesOf(two.id)];
    expect(first.visitor).toHaveLength(16);
    expect(first.visitor.equals(second.visitor)).toBe(false);
  });

  test('goes after 30 days; of leads the pages after a year, and what they add up to stays', async () => {
    const campaign = await shop.campaign();
    await browse(campaign, newVisitor(), [{ path: '/lost' }]);
    await browse(campaign, `${await newPerson()}-visitor`, [{ path: '/found?utm_source=x' }]);
    shop.app.clockOffset = 29 * 86_400_000;
    await shop.app.tick('journey.purge');
    expect(await kept(campaign.id)).toBe(2);
    shop.app.clockOffset = 31 * 86_400_000;
    await shop.app.tick('journey.purge');
    expect(await pagesOf(campaign.id)).toMatchObject([{ url: `${SHOP}/found` }]);
    shop.app.clockOffset = 366 * 86_400_000;
    await shop.app.tick('journey.purge');
    shop.app.clockOffset = 0;
    expect(await kept(campaign.id)).toBe(0);
    expect(await furtherOf(await leadOf(campaign.id))).toMatchObject({ firstSource: 'x' });
  });

  test('goes at once when they turn out to stand on an exclusion list', async () => {
    const campaign = await shop.campaign();
    const [visitor, name] = [newVisitor(), await newPerson()];
    await shop.platform('fake_excluded').insert({ email: `${name}@people.example`, company_id: client().tenant.id });
    await browse(campaign, visitor, [{ path: '/a' }, { path: '/b' }]);
    expect(await kept(campaign.id)).toBe(2);
    await browse(campaign, visitor, [{ path: '/c', more: { e: `${name}@people.example` } }]);
    expect(await kept(campaign.id)).toBe(0);
  });
});

describe('a lead on a page that the campaign calls hot', () => {
  test('is told to the client, once a day for each, and in one mail an hour for the campaign', async () => {
    const campaign = await shop.campaign({ rules: { only: [], never: [], hot: ['/pricing'], ownNetworks: [] } });
    const mails = (): Promise<{ recipient: string; body: string }[]> =>
      shop.platform('core_mail').where({ subject: 'Fake: leads on hot pages' }).orderBy('id').select('recipient', 'body');
    await browse(campaign, newVisitor(), [{ path: '/pricing' }]);
    const visitor = `${await newPerson()}-visitor`;
    await browse(campaign, visitor, [{ path: '/' }, { path: '/pricing' }, { path: '/' }, { path: '/pricing', ago: 60 }]);
    expect(await mails()).toMatchObject([{ recipient: client().user.email, body: expect.stringContaining(`Leads: 1\nPage: /pricing`) }]);
    for (const _ of [1, 2]) await browse(campaign, `${await newPerson()}-visitor`, [{ path: '/pricing' }]);
    expect(await mails()).toHaveLength(1);
    await shop.platform('journey_hot').update({ told_at: shop.platform.raw("told_at - interval '61 minutes'") });
    await shop.app.tick('journey.hot-pages');
    await shop.settle();
    expect((await mails()).at(-1)!.body).toContain('Leads: 2');
    expect(await mails()).toHaveLength(2);
  });
});
