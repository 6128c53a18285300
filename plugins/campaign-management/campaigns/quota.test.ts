import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { Campaigns } from './contract.ts';
import { reserveQuota } from './quota.store.ts';
import { TrialQuota } from './trial-quota.ts';
import { FREQUENCIES } from './windows.ts';

let app: TestApp;
let id: number;
const NOON = new Date('2026-06-10T17:00:00Z');
const DAY = 86_400_000;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clockOffset = NOON.getTime() - Date.now();
  const { body } = await app.call('POST', '/api/leadspeek/client/create', app.fixtures.a.owner, {
    body: {
      companyID: app.fixtures.a.clients[0]!.tenant.id,
      leadspeekType: 'local',
      campaignName: 'Caps',
      CostSet: '1.50',
      timezone: 'America/Chicago',
    },
  });
  id = body.leadspeek_api_id;
  expect(
    (await app.call('PUT', '/api/leadspeek/client/activepause', app.fixtures.a.owner, { body: { leadspeekID: id, status: 'active' } }))
      .status,
  ).toBe(200);
});

const set = async (fields: object) =>
  expect(
    (await app.call('PUT', '/api/leadspeek/client/update', app.fixtures.a.owner, { body: { leadspeekID: id, ...fields } })).status,
  ).toBe(200);
const take = (want: number, at = NOON) =>
  app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, want, at));
const limitstate = async (): Promise<string> =>
  (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, app.fixtures.a.owner)).body.limitstate;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

test('twenty-four workers at the first lead of a window take exactly what the lead cap holds', async () => {
  await set({ LimitLead: 50 });
  const got = await Promise.all(Array.from({ length: 24 }, () => take(7)));
  expect(sum(got)).toBe(50);
  expect(await take(1)).toBe(0);
});

test('the same holds of the statement alone, over connections of its own', async () => {
  const cap = {
    campaignId: id,
    companyId: app.fixtures.a.clients[0]!.tenant.id,
    timezone: 'America/Chicago',
    leadLimit: 31,
    frequency: 'week' as const,
    costLimitCents: 2_000,
    centsEach: 100,
  };
  const got = await Promise.all(Array.from({ length: 24 }, () => app.kernel.platform.transaction((tx) => reserveQuota(tx, cap, 3, NOON))));
  expect(sum(got.map((g) => g.got))).toBe(20);
  expect(got.filter((g) => g.moneyLeft === 0).length).toBeGreaterThan(0);
  expect(await app.kernel.platform('campaigns_window').where({ campaign_id: id, kind: 'cents' }).first('used')).toEqual({ used: '2000' });
});

test('the tighter of lead cap and money ceiling wins, under parallel workers too', async () => {
  await set({ LimitLead: 1000, CostMaxLead: '10.00' });
  expect(sum(await Promise.all(Array.from({ length: 16 }, () => take(2))))).toBe(6); // 7 would cost $10.50
  await set({ CostMaxLead: '0', LimitLead: 8 });
  expect(await take(5)).toBe(2);
});

test('0 means no cap, and what was taken before a cap was set counts', async () => {
  expect(await take(40)).toBe(40);
  expect(await limitstate()).toBe('open');
  await set({ LimitLead: 45, LimitLeadFreq: 'month' });
  expect(await take(10)).toBe(5);
  await set({ LimitLeadFreq: 'day' });
  expect(await take(1)).toBe(0);
  await set({ LimitLead: 47 });
  expect(await take(10)).toBe(2);
});

test('a reached cap shows, in list and filter, until it is raised or the next window begins', async () => {
  await set({ LimitLead: 3 });
  await take(3);
  expect(await limitstate()).toBe('reached');
  const listed = async () =>
    (await app.call('GET', `/api/leadspeek/client/-/local/-?CampaignStatus=limit_reached&search=${id}`, app.fixtures.a.owner)).body
      .data as {
      leadspeek_api_id: number;
      limitstate: string;
    }[];
  expect(await listed()).toMatchObject([{ leadspeek_api_id: id, limitstate: 'reached' }]);
  await set({ LimitLead: 5 });
  expect([await limitstate(), await listed()]).toEqual(['open', []]);
  await set({ LimitLead: 2 });
  expect([await limitstate(), await take(1)]).toEqual(['reached', 0]);
  app.clockOffset += DAY;
  expect([await limitstate(), await take(9, new Date(NOON.getTime() + DAY))]).toEqual(['open', 2]);
});

test('a late visit counts in the window it happened in and says nothing about today', async () => {
  await set({ LimitLead: 2 });
  await take(2);
  expect(await take(5, new Date(NOON.getTime() - DAY))).toBe(2);
  expect(await limitstate()).toBe('reached');
});

test('a change of zone opens no second window of the same day', async () => {
  await set({ LimitLead: 4 });
  await take(4);
  await set({ timezone: 'America/New_York' });
  expect(await take(1)).toBe(0);
});

test('outside the dates of the cap nothing is collected', async () => {
  await set({ LimitLead: 4, LimitLeadStart: '2026-06-11', LimitLeadEnd: '2026-06-12' });
  const noonOf = (days: number) => new Date(NOON.getTime() + days * DAY);
  expect([await take(1), await take(1, noonOf(1)), await take(1, noonOf(2)), await take(1, noonOf(3))]).toEqual([0, 1, 1, 0]);
});

test('a day of 25 hours is one window', async () => {
  app.clockOffset = Date.parse('2026-11-01T12:00:00Z') - Date.now();
  await set({ LimitLead: 10 });
  const got = [];
  for (const at of ['2026-11-01T05:00:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z', '2026-11-02T05:59:59Z'])
    got.push(await take(4, new Date(at)));
  expect(got).toEqual([4, 4, 2, 0]);
  expect(await take(4, new Date('2026-11-02T06:00:00Z'))).toBe(4);
});

test('a foreign or missing campaign has no places', async () => {
  expect(await app.inside(app.fixtures.b.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, 1, NOON))).toBe(0);
  expect(await app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(2_000_000_000, 1, NOON))).toBe(0);
});

test('places in memory are those of the database, whatever the caps and days', async () => {
  const caps = fc.record({
    timezone: fc.constantFrom('America/Chicago', 'Asia/Tokyo', 'UTC'),
    leadLimit: fc.integer({ min: 0, max: 6 }),
    frequency: fc.constantFrom(...FREQUENCIES),
    costLimitCents: fc.integer({ min: 0, max: 900 }),
    centsEach: fc.constantFrom(0, 100, 150),
  });
  const wanted = fc.array(fc.record({ day: fc.integer({ min: 0, max: 40 }), want: fc.integer({ min: 0, max: 4 }) }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(caps, wanted, async (cap, steps) => {
      await app.asOwner(`delete from campaigns_window where campaign_id = ${id}`);
      const trial = new TrialQuota(cap);
      for (const { day, want } of steps) {
        const at = new Date(NOON.getTime() + day * DAY);
        const { got } = await app.kernel.platform.transaction((tx) =>
          reserveQuota(tx, { ...cap, campaignId: id, companyId: app.fixtures.a.clients[0]!.tenant.id }, want, at),
        );
        const room = trial.on(at);
        let taken = 0;
        for (; taken < want && room.hasRoom(); taken += 1) room.take();
        expect(taken).toBe(got);
      }
    }),
    { numRuns: 40 },
  );
});
