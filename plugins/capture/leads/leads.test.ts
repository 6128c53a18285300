import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tenant } from '../../../core/contract.ts';
import { Leads, type LeadQuery, Pixels } from '../contract.ts';
import { type Shop, startShop } from '../fakes/shop.fake.ts';
import capture from '../index.ts';
import { insertLeads } from '../pipeline/leads.store.ts';
import { uuidV7 } from '../uuid-v7.ts';

let shop: Shop;
let mine: { id: number; key: string };
let others: { id: number; key: string };
beforeAll(async () => {
  shop = await startShop(capture);
  mine = await shop.campaign();
  others = await shop.campaign({}, 99, shop.app.world.b.clients[0]!.tenant);
});
afterAll(() => shop.close());

const page = (tenant: Tenant, change: Partial<LeadQuery> = {}) =>
  shop.inside((ctx) => ctx.use(Leads).page({ sort: 'created', order: 'desc', page: 1, perPage: 10, ...change }), tenant);
const start = Date.UTC(2026, 2, 1, 12);

/** Leads a minute apart, the first at `start`. */
async function add(campaign: { id: number }, of: Tenant, count: number) {
  await insertLeads(
    shop.platform,
    Array.from({ length: count }, (_, n) => {
      const at = new Date(start + n * 60_000);
      return {
        id: uuidV7(at.getTime()),
        campaignId: campaign.id,
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
        url: 'https://shop.example/',
        createdAt: at,
        lastSeenAt: at,
        convertedAt: null,
        visits: 1,
        isTest: false,
        retailCents: 100,
      };
    }),
  );
}

test('a page of leads is narrowed, sorted, searched and counted, and shows nobody else’s', async () => {
  const client = shop.app.world.a.clients[0]!.tenant;
  await add(mine, client, 25);
  await add(others, shop.app.world.b.clients[0]!.tenant, 3);
  const newest = await page(client);
  expect([newest.total, newest.rows.length, newest.rows[0]!.firstName]).toEqual([25, 10, 'First24']);
  const last = await page(shop.app.world.a.tenant, { page: 3, order: 'desc' });
  expect(last.rows.map((r) => r.firstName)).toEqual(['First4', 'First3', 'First2', 'First1', 'First0']);
  expect((await page(client, { order: 'asc' })).rows[0]!.firstName).toBe('First0');
  expect((await page(client, { sort: 'name', order: 'asc' })).rows[0]!.lastName).toBe('Last0');
  expect(await page(shop.app.world.a.clients[1]!.tenant)).toEqual({ rows: [], total: 0 });
  expect((await page(shop.app.world.b.tenant, { campaignId: mine.id })).total).toBe(0);
  expect((await page(shop.app.world.root)).total).toBe(28);
  const period = await page(client, { from: new Date(start + 60_000), to: new Date(start + 4 * 60_000) });
  expect([period.total, period.rows.length]).toEqual([3, 3]);
});

test('search finds parts of name, e-mail and company, and takes wildcards for what they are', async () => {
  const { tenant } = shop.app.world.a;
  expect((await page(tenant, { search: 'first1' })).total).toBe(11);
  expect((await page(tenant, { search: 'p24@PEOPLE' })).rows).toMatchObject([{ firstName: 'First24' }]);
  expect((await page(tenant, { search: '100% oak_wood' })).total).toBe(1);
  expect((await page(tenant, { search: '%%%' })).total).toBe(0);
  expect([(await page(tenant, { search: 'Fi' })).total, (await page(tenant, { search: 'rs' })).total]).toEqual([25, 0]);
  expect((await page(tenant, { search: "'; drop table capture_lead; --" })).total).toBe(0);
  expect((await page(shop.app.world.b.tenant, { search: 'first' })).total).toBe(3);
  expect((await page(tenant, { search: 'first', campaignId: others.id })).total).toBe(0);
});

test('ids of others answer like ids of nobody', async () => {
  const [theirs] = (await page(shop.app.world.b.tenant)).rows;
  expect(await shop.inside((ctx) => ctx.use(Leads).byId([theirs!.id]))).toEqual([]);
  await expect(shop.inside((ctx) => ctx.use(Pixels).of(others.id))).rejects.toMatchObject({ status: 404 });
  await expect(shop.inside((ctx) => ctx.use(Leads).test(others.id))).rejects.toMatchObject({ status: 404 });
});

test('days and outcomes come from the counters, each to its owner', async () => {
  await shop.platform('capture_day').insert([
    {
      campaign_id: mine.id,
      company_id: shop.app.world.a.clients[0]!.tenant.id,
      product: 'local',
      day: '2026-03-01',
      lead: 3,
      repeat: 2,
      bot: 9,
      retail_cents: 300,
    },
    {
      campaign_id: mine.id,
      company_id: shop.app.world.a.clients[0]!.tenant.id,
      product: 'local',
      day: '2026-03-02',
      lead: 1,
      cap: 1,
      retail_cents: 100,
    },
  ]);
  const scope = { from: new Date('2026-03-01T06:00:00Z'), to: new Date('2026-03-03T06:00:00Z'), timezone: 'America/Chicago' };
  expect(await shop.inside((ctx) => ctx.use(Leads).days(scope))).toEqual([
    { day: '2026-03-01', visits: 5, leads: 3, retailCents: 300 },
    { day: '2026-03-02', visits: 2, leads: 1, retailCents: 100 },
  ]);
  expect(await shop.inside((ctx) => ctx.use(Leads).outcomes({ from: scope.from, timezone: scope.timezone }))).toMatchObject({
    lead: 4,
    repeat: 2,
    bot: 9,
    cap: 1,
    no_match: 0,
  });
  expect(await shop.inside((ctx) => ctx.use(Leads).days(scope), shop.app.world.b.tenant)).toEqual([]);
});

test('a test lead is clearly none, goes out, counts nowhere, and comes once a minute even for ten clicks at once', async () => {
  const campaign = await shop.campaign({}, 0);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => shop.inside((ctx) => ctx.use(Leads).test(campaign.id))));
  const won = tries.filter((t) => t.status === 'fulfilled');
  expect(won).toHaveLength(1);
  expect(won[0]!.value).toMatchObject({ isTest: true, firstName: 'Test', email: 'test.lead@example.com', retailCents: 0 });
  expect(tries.find((t) => t.status === 'rejected')!.reason).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  const events = (await shop.platform('core_outbox').where({ event: 'capture.leads-created' }).select('payload')) as { payload: object }[];
  expect(events.map((e) => e.payload)).toMatchObject([{ isTest: true, campaignId: campaign.id, leadIds: [won[0]!.value.id] }]);
  expect(await shop.platform('capture_day').where({ campaign_id: campaign.id })).toEqual([]);
  expect(await shop.platform('fake_charge')).toEqual([]);
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

test('old weeks of visits are dropped, coming ones prepared', async () => {
  const weeks = async () =>
    (
      (await shop.platform.raw("select relname from pg_class where relname ~ '^capture_visit_w[0-9]+$' order by 1")).rows as {
        relname: string;
      }[]
    ).map((r) => r.relname);
  const first = (await weeks())[0]!;
  expect(await weeks()).toHaveLength(6);
  await shop.platform.raw("select capture_visit_partitions(now() + interval '120 days', 90)");
  expect((await weeks()).includes(first)).toBe(false);
  const walls = (
    await shop.platform.raw(
      "select relname from pg_class where relname ~ '^capture_' and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)",
    )
  ).rows;
  expect(walls).toEqual([]);
});
