import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Tenant, uuidV7 } from '../../../../core/contract.ts';
import { addCounts } from '../../../../tests/support/day-counts.ts';
import { type Desk, forms, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';
import { Leads, type LeadQuery } from '../contract.ts';
import { insertLeads } from '../intake/leads.store.ts';

let desk: Desk;
let mine: number;
let others: number;
beforeAll(async () => {
  desk = await startDesk();
  mine = await desk.campaign();
  others = await desk.campaign({}, 99, desk.app.fixtures.b.clients[0]!.tenant);
});
afterAll(() => desk.close());

const page = (tenant: Tenant, change: Partial<LeadQuery> = {}) =>
  desk.inside((ctx) => ctx.use(Leads).page({ sort: 'created', order: 'desc', page: 1, perPage: 10, ...change }), tenant);
const start = Date.UTC(2026, 2, 1, 12);

/** Leads a minute apart, the first at `start`. */
async function add(campaignId: number, of: Tenant, count: number) {
  await insertLeads(
    desk.platform,
    Array.from({ length: count }, (_, n) => {
      const at = new Date(start + n * 60_000);
      return {
        id: uuidV7(at.getTime()),
        campaignId,
        companyId: of.id,
        agencyId: of.agencyId,
        rootId: of.rootId,
        product: 'local',
        personKey: Buffer.alloc(32, n),
        firstName: `First${n}`,
        lastName: `Last${n % 7}`,
        email: `p${n}@people.example`,
        phone: '',
        address: '',
        city: '',
        state: '',
        zip: '',
        company: n === 5 ? '100% Oak_Wood' : '',
        source: forms.id,
        evidence: { page: n, topic: 'Coffee' },
        createdAt: at,
        lastSeenAt: at,
        convertedAt: null,
        observations: 1,
        isTest: false,
        retailCents: 100,
      };
    }),
  );
}

test('a page of leads is narrowed, sorted, searched and counted, and shows nobody else’s', async () => {
  const client = desk.app.fixtures.a.clients[0]!.tenant;
  await add(mine, client, 25);
  await add(others, desk.app.fixtures.b.clients[0]!.tenant, 3);
  const newest = await page(client);
  expect([newest.total, newest.rows.length, newest.rows[0]!.firstName]).toEqual([25, 10, 'First24']);
  const last = await page(desk.app.fixtures.a.tenant, { page: 3, order: 'desc' });
  expect(last.rows.map((r) => r.firstName)).toEqual(['First4', 'First3', 'First2', 'First1', 'First0']);
  expect((await page(client, { order: 'asc' })).rows[0]!.firstName).toBe('First0');
  expect((await page(client, { sort: 'name', order: 'asc' })).rows[0]!.lastName).toBe('Last0');
  expect(await page(desk.app.fixtures.a.clients[1]!.tenant)).toEqual({ rows: [], total: 0, isLeast: false });
  expect((await page(desk.app.fixtures.b.tenant, { campaignId: mine })).total).toBe(0);
  expect((await page(desk.app.fixtures.root)).total).toBe(28);
  const period = await page(client, { from: new Date(start + 60_000), to: new Date(start + 4 * 60_000) });
  expect([period.total, period.rows.length]).toEqual([3, 3]);
});

test('search finds the beginnings of name, e-mail and company, and takes wildcards for what they are', async () => {
  const { tenant } = desk.app.fixtures.a;
  expect((await page(tenant, { search: 'first1' })).total).toBe(11);
  expect((await page(tenant, { search: 'p24@PEOPLE' })).rows).toMatchObject([{ firstName: 'First24' }]);
  expect((await page(tenant, { search: '100% oak_wood' })).total).toBe(1);
  expect([(await page(tenant, { search: 'last3 first1' })).total, (await page(tenant, { search: 'First10 LAST3' })).total]).toEqual([2, 1]);
  expect((await page(tenant, { search: '%%%' })).total).toBe(0);
  expect([(await page(tenant, { search: 'Fi' })).total, (await page(tenant, { search: 'rs' })).total]).toEqual([25, 0]);
  expect((await page(tenant, { search: "'; drop table leads_lead; --" })).total).toBe(0);
  expect((await page(desk.app.fixtures.b.tenant, { search: 'first' })).total).toBe(3);
  expect((await page(tenant, { search: 'first', campaignId: others })).total).toBe(0);
  expect((await page(tenant, { search: 'first', page: 3, order: 'asc' })).rows.map((r) => r.firstName)).toEqual([
    'First20',
    'First21',
    'First22',
    'First23',
    'First24',
  ]);
});

test('in the order of campaigns a page goes from one to the next', async () => {
  const { tenant, clients } = desk.app.fixtures.a;
  const next = await desk.campaign();
  await add(next, clients[0]!.tenant, 4);
  const at = async (change: Partial<LeadQuery>) =>
    (await page(tenant, { sort: 'campaign', ...change })).rows.map((r) => `${r.campaignId === next ? 'next' : 'mine'} ${r.firstName}`);
  expect(await at({ order: 'asc', page: 12, perPage: 2 })).toEqual(['mine First2', 'mine First1']);
  expect(await at({ order: 'asc', page: 13, perPage: 2 })).toEqual(['mine First0', 'next First3']);
  expect(await at({ order: 'desc', page: 1, perPage: 5 })).toEqual([
    'next First0',
    'next First1',
    'next First2',
    'next First3',
    'mine First0',
  ]);
  expect(await at({ order: 'asc', page: 16, perPage: 2 })).toEqual([]);
  expect(await at({ order: 'desc', campaignId: mine, perPage: 1 })).toEqual(['mine First0']);
});

test('ids of others answer like ids of nobody', async () => {
  const [theirs] = (await page(desk.app.fixtures.b.tenant)).rows;
  expect(await desk.inside((ctx) => ctx.use(Leads).byId([theirs!.id]))).toEqual([]);
  await expect(desk.inside((ctx) => ctx.use(Leads).test(others, forms))).rejects.toMatchObject({ status: 404 });
});

test('days and outcomes come from the counters, each to its owner', async () => {
  const of = { campaign_id: mine, company_id: desk.app.fixtures.a.clients[0]!.tenant.id };
  await addCounts(desk.platform, [
    {
      ...of,
      day: '2026-03-01',
      retail_cents: 300,
      wholesale_cents: 90,
      outcomes: { lead: 3, repeat: 2, misdialled: 9, of_a_plugin_that_is_gone: 4 },
    },
    { ...of, day: '2026-03-02', retail_cents: 100, outcomes: { lead: 1, cap: 1 } },
  ]);
  const filter = { from: new Date('2026-03-01T06:00:00Z'), to: new Date('2026-03-03T06:00:00Z'), timezone: 'America/Chicago' };
  expect(await desk.inside((ctx) => ctx.use(Leads).days(filter))).toEqual([
    { day: '2026-03-01', observations: 5, leads: 3, retailCents: 300, wholesaleCents: 90 },
    { day: '2026-03-02', observations: 2, leads: 1, retailCents: 100, wholesaleCents: 0 },
  ]);
  const companyId = of.company_id;
  expect(await desk.inside((ctx) => ctx.use(Leads).clients(filter))).toEqual([
    { companyId, leads: 4, retailCents: 400, wholesaleCents: 90 },
  ]);
  expect(await desk.inside((ctx) => ctx.use(Leads).clientDays([companyId], filter))).toEqual([
    { companyId, day: '2026-03-01', leads: 3 },
    { companyId, day: '2026-03-02', leads: 1 },
  ]);
  expect(await desk.inside((ctx) => ctx.use(Leads).clients(filter), desk.app.fixtures.b.tenant)).toEqual([]);
  const outcomes = await desk.inside((ctx) => ctx.use(Leads).outcomes({ from: filter.from, timezone: filter.timezone }));
  const ofOthers = (title: string) => /^(capture|search-id|enhance-id|b2b-id)\./.test(title);
  expect(outcomes.filter(({ title }) => !ofOthers(title)).map(({ name, count }) => [name, count])).toEqual([
    ['lead', 4],
    ['repeat', 2],
    ['illegible', 0],
    ['misdialled', 9],
    ['excluded', 0],
    ['duplicate', 0],
    ['outside_rules', 0],
    ['cap', 1],
    ['wallet', 0],
    ['failed', 0],
  ]);
  const until = { from: filter.from, to: new Date('2026-03-02T06:00:00Z'), timezone: filter.timezone };
  expect((await desk.inside((ctx) => ctx.use(Leads).outcomes(until))).find(({ name }) => name === 'lead')?.count).toBe(3);
  expect(outcomes[0]).toMatchObject({ title: 'leads.outcome.lead', why: 'leads.outcome.lead.why' });
  expect(await desk.inside((ctx) => ctx.use(Leads).days(filter), desk.app.fixtures.b.tenant)).toEqual([]);
});

test('a test lead is clearly none, goes out, counts nowhere, and comes once a minute even for ten clicks at once', async () => {
  const campaign = await desk.campaign({}, 0);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => desk.inside((ctx) => ctx.use(Leads).test(campaign, forms))));
  const won = tries.filter((t) => t.status === 'fulfilled');
  expect(won).toHaveLength(1);
  expect(won[0]!.value).toMatchObject({
    isTest: true,
    firstName: 'Test',
    email: 'test.lead@example.com',
    retailCents: 0,
    source: forms.id,
    evidence: { page: 1, topic: 'Sample' },
  });
  expect(tries.find((t) => t.status === 'rejected')!.reason).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  const events = (await desk.platform('core_outbox').where({ event: 'leads.created' }).select('payload')) as { payload: object }[];
  expect(events.map((e) => e.payload)).toMatchObject([{ isTest: true, campaignId: campaign, leadIds: [won[0]!.value.id] }]);
  expect(await desk.platform('leads_day').where({ campaign_id: campaign })).toEqual([]);
  expect(await desk.platform('fake_charge')).toEqual([]);
});
