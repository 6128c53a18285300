import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contribute, definePage, definePlugin, T } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';
import { dashboardFigures } from './dashboard/dashboard.pages.ts';
import { defineLeadSource } from '../../lead-intake/leads/contract.ts';
import { ProductSources } from '../../lead-products/products/contract.ts';
import reports from './index.ts';
import { trendOf } from './dashboard/clients.ts';
import { fakeSources, lead, noSources, WHOLESALE_CENTS } from './sources.fake.ts';

const PAGE_VIEWS = defineLeadSource({
  id: 'fake.page-view',
  title: 'x',
  evidence: T.Object({ url: T.String({ title: 'x' }) }),
  outcomes: {},
  sample: async () => ({ url: '' }),
});
const siteId = definePlugin({
  manifest: { id: 'site-id', version: '1.0.0', core: '^1.0.0', level: 'platform', uses: ['campaigns', 'products'] },
  contributions: [contribute(ProductSources, { product: 'local', source: PAGE_VIEWS })],
  pages: [
    definePage({
      id: 'site-id.dashboard',
      roles: ['campaigns.dashboard'],
      values: { product: 'local' },
      path: '/siteid/dashboard',
      title: 'x',
      ability: 'signed-in',
      blocks: [],
    }),
  ],
});
const sources = noSources();
let app: TestApp;
let companyId: number;
let other: number;
beforeAll(async () => {
  app = await startTestApp({ plugins: [...fakeSources(sources), siteId, reports] });
  [companyId, other] = app.fixtures.a.clients.map((c) => c.tenant.id) as [number, number];
  const agencyId = app.fixtures.a.tenant.id;
  sources.campaigns.push(
    { id: 1, companyId, agencyId, name: 'Spring' },
    { id: 2, companyId, agencyId, name: 'Autumn' },
    { id: 3, companyId: other, agencyId, name: 'Other' },
  );
});
afterAll(() => app.close());
beforeEach(() => {
  app.clockOffset = 0;
  sources.leads.length = 0;
  sources.visits.length = 0;
  sources.credits.length = 0;
  sources.calls.length = 0;
});

const get = (path: string, as: Person, zone = 'America/Chicago'): Promise<Answer> =>
  app.call('GET', `/api${path}`, as, { headers: { 'x-timezone': zone } });
const put = (at: string | Date, more: { campaignId?: number; companyId?: number; retailCents?: number } = {}): void => {
  sources.leads.push(
    lead(
      { companyId, agencyId: app.fixtures.a.tenant.id, campaignId: 1, ...more },
      { createdAt: new Date(at), ...(more.retailCents === undefined ? {} : { retailCents: more.retailCents }) },
    ),
  );
};
const standAt = (instant: string): void => {
  app.clockOffset = new Date(instant).getTime() - Date.now();
};

describe('the dashboard', () => {
  test("counts a period against the one before, on the reader's calendar while no campaign runs", async () => {
    standAt('2026-11-21T03:00:00Z'); // in Chicago the 20th, nine in the evening
    put('2026-11-20T06:00:00Z'); // today in Chicago
    put('2026-11-20T05:59:00Z'); // yesterday there
    put('2026-11-14T12:00:00Z');
    put('2026-11-13T12:00:00Z'); // a week ago and a day
    put('2026-10-22T05:00:00Z'); // the first minute of the 30 days, summer time
    put('2026-10-22T04:59:00Z'); // the last of the 30 before
    put('2026-09-22T05:00:00Z');
    put('2026-09-22T04:59:00Z'); // too old for either
    sources.visits.push({ companyId, agencyId: app.fixtures.a.tenant.id, at: new Date('2026-11-20T12:00:00Z'), outcome: 'bot' });
    const { body } = await get('/reports/trends', app.fixtures.a.owner);
    expect(body).toMatchObject({
      today: { value: 1, before: 1 },
      leads: { value: 5, before: 2 },
      visits: { value: 1, before: 0 },
      share: { value: 500, before: 0 },
      revenue: { value: 750, before: 300 },
      cost: { value: 5 * WHOLESALE_CENTS, before: 2 * WHOLESALE_CENTS },
      margin: { value: 750 - 5 * WHOLESALE_CENTS, before: 300 - 2 * WHOLESALE_CENTS },
      each: null,
      spend: null,
    });
    expect((await get('/reports/trends', app.fixtures.a.clients[0]!.user)).body).toMatchObject({
      spend: { value: 750, before: 300 },
      each: { value: 150, before: 150 },
      revenue: null,
      cost: null,
      margin: null,
    });
    expect(body.leads.line).toHaveLength(30);
    expect((await get('/reports/trends?period=7d', app.fixtures.a.owner)).body.leads).toMatchObject({ value: 3, before: 1 });
    const { data } = (await get('/reports/daily', app.fixtures.a.owner)).body;
    expect(data).toHaveLength(30);
    expect([data[0], data.at(-1)]).toEqual([
      { day: '2026-10-22', visits: 0, leads: 1 },
      { day: '2026-11-20', visits: 1, leads: 1 },
    ]);
    expect((await get('/reports/trends?period=2026-12-31..2026-01-01', app.fixtures.a.owner)).status).toBe(422);
  });

  test('puts the days of the period before beside those of a chart where it is compared, and null where that one is shorter', async () => {
    standAt('2026-11-21T03:00:00Z');
    put('2026-11-20T06:00:00Z');
    put('2026-10-22T05:00:00Z');
    put('2026-10-22T04:59:00Z'); // the last day of the period before
    put('2026-09-22T05:00:00Z'); // its first
    const daysOf = async (query: string) => (await get(`/reports/daily?${query}`, app.fixtures.a.owner)).body.data;
    const [first, ...rest] = await daysOf('period=30d&compare=1');
    expect(first).toEqual({ day: '2026-10-22', visits: 0, leads: 1, visitsBefore: 0, leadsBefore: 1 });
    expect(rest.at(-1)).toEqual({ day: '2026-11-20', visits: 0, leads: 1, visitsBefore: 0, leadsBefore: 1 });
    const october = await daysOf('period=last-month&compare=1');
    expect(october).toHaveLength(31);
    expect(october.at(-1)).toMatchObject({ leadsBefore: null, visitsBefore: null });
    expect((await get('/reports/daily?compare=perhaps', app.fixtures.a.owner)).status).toBe(422);
  });

  test('says on which step of the way to a lead visits ended, and why, in plain words', async () => {
    const visit = (outcome: 'bot' | 'lead' | 'cap' | 'no_match', at = new Date()) =>
      sources.visits.push({ companyId, agencyId: app.fixtures.a.tenant.id, at, outcome });
    visit('lead');
    for (let i = 0; i < 3; i += 1) visit('bot');
    visit('no_match');
    visit('cap');
    visit('cap', new Date(Date.now() - 31 * 86_400_000));
    const steps = async (person: Person) =>
      ((await get('/reports/funnel', person)).body.data as { count: number; reasons: { outcome: string }[] }[]).map(
        ({ count, reasons }) => [count, ...reasons.map(({ outcome }) => outcome)],
      );
    expect(await steps(app.fixtures.a.clients[0]!.user)).toEqual([[6], [3, 'bot'], [2, 'no_match'], [2], [1, 'cap']]);
    const { data } = (await get('/reports/funnel', app.fixtures.a.owner)).body;
    expect(data[1].reasons).toEqual([
      { outcome: 'bot', title: 'title of bot', why: 'why bot', count: 3, remedy: null, setting: null, listed: true },
    ]);
    expect((await steps(app.fixtures.b.owner)).every(([count]) => count === 0)).toBe(true);
  });

  test('ranks the clients of an agency by what it keeps, from the top and from the bottom, for those who deal with money', async () => {
    put(new Date(), { retailCents: 100 });
    put(new Date(), { retailCents: 100 });
    put(new Date(), { companyId: other, campaignId: 3, retailCents: 500 });
    const ranked = async (order: string) =>
      (await get(`/reports/clients/${order}`, app.fixtures.a.owner)).body.data.map((c: { id: number; margin: number }) => [c.id, c.margin]);
    const [first, second] = [
      [other, 500 - WHOLESALE_CENTS],
      [companyId, 200 - 2 * WHOLESALE_CENTS],
    ];
    expect(await ranked('most')).toEqual([first, second]);
    expect(await ranked('least')).toEqual([second, first]);
    expect((await get('/reports/clients/most', app.fixtures.a.clients[0]!.user)).status).toBe(403);
    expect((await get('/reports/clients/most', app.fixtures.b.owner)).body.data).toEqual([]);
  });

  test.each([
    ['steady', [...Array<number>(23).fill(4), ...Array<number>(7).fill(4)]],
    ['declining', [...Array<number>(23).fill(4), ...Array<number>(7).fill(1)]],
    ['rising', [...Array<number>(23).fill(4), ...Array<number>(7).fill(9)]],
    ['steady', [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['steady', [9, 9, 1, 1, 1, 1, 1, 1, 1]],
  ])('calls a client %s by the days of the last week and before', (trend, line) => expect(trendOf(line)).toBe(trend));

  test('stands on the page of the product, without what the reader may not see', async () => {
    const blocks = async (person: Person) => (await get('/ui/pages/site-id.dashboard', person)).body.blocks as { as: string }[];
    const own = dashboardFigures({ areas: [], of: () => [] })[0]!.blocks.map((b) => b.as);
    expect((await blocks(app.fixtures.a.owner)).map((b) => b.as).slice(0, own.length)).toEqual(own);
    expect(JSON.stringify(await blocks(app.fixtures.a.clients[0]!.user))).not.toContain('reports/clients');
    expect((await blocks(app.fixtures.operator)).filter((b) => b.as !== 'columns')).toEqual([]);
  });

  test('shows prices to clients and to staff who deal with money only', async () => {
    put(new Date());
    const { a } = app.fixtures;
    const clerk = await addPerson(app.kernel, a.tenant, 'administrator', 'clerk@test.example');
    const none = { enable: false, create: false, update: false, delete: false };
    const all = { enable: true, create: true, update: true, delete: true };
    await app.kernel
      .platform('core_account')
      .where({ id: clerk.id })
      .update({ rights: { AdsDesign: none, Campaign: all, LeadsPeek: all, Settings: none } });
    const moneyOf = ({ revenue, spend, margin }: Record<string, { value: number } | null>) => [revenue?.value, spend?.value, margin?.value];
    const seen = async (person: Person) => [
      moneyOf((await get('/reports/trends', person)).body),
      (await get('/reports/leads', person)).body.data[0].price,
      (await get('/reports/leads.csv', person)).text.includes('Price'),
    ];
    expect(await seen(a.owner)).toEqual([[150, undefined, 150 - WHOLESALE_CENTS], 150, true]);
    expect(await seen(a.clients[0]!.user)).toEqual([[undefined, 150, undefined], 150, true]);
    expect(await seen(clerk)).toEqual([[undefined, undefined, undefined], null, false]);
    expect((await get(`/leadspeek/report/lead/-/${companyId}/-/-`, clerk)).body.data[0].price).toBeNull();
    expect((await get(`/leadspeek/report/invoice/-/${companyId}/-/-`, clerk)).status).toBe(403);
  });
});

describe('the reports of the specification', () => {
  test('the chart has every day of the range once, also where the clock moves', async () => {
    put('2026-11-01T05:30:00Z'); // half past midnight, summer time
    put('2026-11-02T05:30:00Z'); // half past eleven the same day, an hour longer
    put('2026-11-02T06:00:00Z'); // the next day
    const { body } = await get(
      `/leadspeek/report/chart/${app.fixtures.a.tenant.id}/${companyId}/2026-10-31/2026-11-02`,
      app.fixtures.a.owner,
    );
    expect(body.data).toEqual([
      { day: '2026-10-31', visits: 0, leads: 0 },
      { day: '2026-11-01', visits: 0, leads: 2 },
      { day: '2026-11-02', visits: 0, leads: 1 },
    ]);
    expect((await get(`/leadspeek/report/chart/-/-/2020-01-01/2026-01-01`, app.fixtures.a.owner)).status).toBe(422);
  });

  test('the invoice is by day and campaign and adds up, also with campaigns that are gone', async () => {
    put('2026-07-01T12:00:00Z');
    put('2026-07-01T13:00:00Z', { retailCents: 151 });
    put('2026-07-01T12:00:00Z', { campaignId: 2, retailCents: 200 });
    put('2026-07-02T12:00:00Z', { campaignId: 99, retailCents: 300 });
    put('2026-07-02T12:00:00Z', { campaignId: 3, companyId: other, retailCents: 400 });
    const range = '2026-07-01/2026-07-31';
    const { body } = await get(`/leadspeek/report/invoice/-/${companyId}/${range}`, app.fixtures.a.owner);
    expect(body).toMatchObject({
      data: [
        { day: '2026-07-01', campaignId: 2, campaign: 'Autumn', leads: 1, price: 200, amount: 200 },
        { day: '2026-07-01', campaignId: 1, campaign: 'Spring', leads: 2, price: 151, amount: 301 },
        { day: '2026-07-02', campaignId: null, campaign: 'Other campaigns', leads: 1, price: 300, amount: 300 },
      ],
      leads: 4,
      credits: 0,
      total: 801,
    });
    expect((await get(`/leadspeek/report/invoice/-/-/${range}`, app.fixtures.a.owner)).body.total).toBe(1_201);
    expect((await get(`/leadspeek/report/invoice/-/-/${range}`, app.fixtures.b.owner)).body).toEqual({
      data: [],
      leads: 0,
      credits: 0,
      total: 0,
    });
  });

  test('the invoice says what was given back, on its day and by campaign, and the sum is without it', async () => {
    put('2026-07-01T12:00:00Z');
    const given = { companyId, agencyId: app.fixtures.a.tenant.id, retailCents: 150, wholesaleCents: 40 };
    const on = (day: string) => ({ day });
    sources.credits.push({ ...given, ...on('2026-07-02'), campaignId: 1 }, { ...given, ...on('2026-07-03'), campaignId: 99 });
    sources.credits.push(
      { ...given, ...on('2026-08-01'), campaignId: 1 },
      { ...given, ...on('2026-07-02'), campaignId: 3, companyId: other },
    );
    const { body } = await get(`/leadspeek/report/invoice/-/${companyId}/2026-07-01/2026-07-31`, app.fixtures.a.owner);
    expect(body).toMatchObject({
      data: [
        { day: '2026-07-01', campaignId: 1, campaign: 'Spring', leads: 1, price: 150, amount: 150 },
        { day: '2026-07-02', campaignId: 1, campaign: 'Credit: Spring', leads: 0, price: 0, amount: -150 },
        { day: '2026-07-03', campaignId: null, campaign: 'Credit: Other campaigns', leads: 0, price: 0, amount: -150 },
      ],
      leads: 1,
      credits: 300,
      total: -150,
    });
  });
});
