import { fc } from '@fast-check/vitest';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf, type Tenant } from '../../../../core/contract.ts';
import { addCounts } from '../../../../tests/support/day-counts.ts';
import { type Desk, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';
import { Leads } from '../contract.ts';
import { FORGET_SUMS, sumDays } from '../sums.store.ts';

const DAY_MS = 86_400_000;
let desk: Desk;
/** Two clients of one agency, with two campaigns of the first, and one of another agency. */
let campaigns: { id: number; of: Tenant }[];
beforeAll(async () => {
  desk = await startDesk();
  const [one, two] = desk.app.fixtures.a.clients.map(({ tenant }) => tenant);
  const other = desk.app.fixtures.b.clients[0]!.tenant;
  campaigns = await Promise.all([one!, one!, two!, other].map(async (of) => ({ id: await desk.campaign({}, 99, of), of })));
});
afterAll(() => desk.close());

/** The day so many days before today, as UTC has it. */
const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * DAY_MS), 'UTC');
const sum = (): Promise<void> => desk.platform.transaction(sumDays);
const summedUntil = async (): Promise<string | null> =>
  (await desk.platform('leads_summed').first(desk.platform.raw(`case when isfinite(until) then to_char(until, 'YYYY-MM-DD') end as until`)))
    .until;
const forget = () => desk.app.asOwner(FORGET_SUMS);

interface Counted {
  campaign: number;
  ago: number;
  product: string;
  outcome: string;
  count: number;
  cents: number;
}
async function count(db: Knex, rows: readonly Counted[]): Promise<void> {
  const days = rows.map(({ campaign, ago, product, outcome, count: n, cents }) => ({
    campaign_id: campaigns[campaign]!.id,
    company_id: campaigns[campaign]!.of.id,
    product: campaign === 0 ? 'local' : product,
    day: daysAgo(ago),
    retail_cents: cents,
    wholesale_cents: Math.floor(cents / 2),
    outcomes: { lead: 0, [outcome]: n },
  }));
  // One statement cannot count the same row twice.
  for (const day of days) await addCounts(db, [day]);
  for (const { campaign_id, company_id, product, day } of days)
    await db.raw('select leads_count_states(?::jsonb)', [
      JSON.stringify([{ campaign_id, company_id, product, day, state: 'IL', leads: 1 }]),
    ]);
}

/** Everything that is read of the counters, as somebody of the company reads it. */
const answersOf = (tenant: Tenant, from: Date, to: Date) =>
  desk.inside(async (ctx) => {
    const leads = ctx.use(Leads);
    const span = { from, to, timezone: 'UTC' };
    const agencies = [desk.app.fixtures.a.tenant.id, desk.app.fixtures.b.tenant.id];
    return {
      days: await leads.days(span),
      ofProduct: await leads.days({ ...span, product: 'locator' }),
      ofAgency: await leads.days({ ...span, agencyId: agencies[0]! }),
      ofClient: await leads.days({ ...span, companyId: campaigns[0]!.of.id }),
      ofCampaign: await leads.days({ ...span, campaignId: campaigns[1]!.id }),
      agencies: (await leads.agencies(span)).toSorted((x, y) => x.agencyId - y.agencyId),
      agencyDays: await leads.agencyDays(agencies, span),
      products: await leads.productDays(span),
      states: await leads.states(span),
      outcomes: await leads.outcomes(span),
      sinceThen: await leads.outcomes({ from, timezone: 'UTC' }),
    };
  }, tenant);
const everybody = (): Tenant[] => [desk.app.fixtures.root, desk.app.fixtures.a.tenant, desk.app.fixtures.b.tenant, campaigns[0]!.of];
const answers = (from: Date, to: Date) => Promise.all(everybody().map((tenant) => answersOf(tenant, from, to)));

const counted = fc.record({
  campaign: fc.integer({ min: 0, max: 3 }),
  ago: fc.integer({ min: -1, max: 9 }),
  product: fc.constantFrom('local', 'locator'),
  outcome: fc.constantFrom('lead', 'repeat', 'desk.form.illegible'),
  count: fc.integer({ min: 1, max: 50 }),
  cents: fc.integer({ min: 0, max: 9_000 }),
});

test('figures are the same with sums and without, also of what is counted of a summed day', async () => {
  const rows = fc.array(counted, { minLength: 1, maxLength: 12 });
  const span = fc.tuple(fc.integer({ min: 0, max: 10 }), fc.integer({ min: 0, max: 11 }));
  await fc.assert(
    fc.asyncProperty(rows, rows, span, async (before, late, [first, length]) => {
      const from = new Date(Date.parse(daysAgo(10)) + first * DAY_MS);
      const to = new Date(from.getTime() + (length + 1) * DAY_MS);
      await forget();
      await count(desk.platform, before);
      const counts = await answers(from, to);
      await sum();
      expect(await answers(from, to)).toEqual(counts);
      await count(desk.platform, late);
      const summed = await answers(from, to);
      await forget();
      expect(summed).toEqual(await answers(from, to));
    }),
    { numRuns: 12 },
  );
});

test('days are summed once they are over everywhere, and read from their sums then', async () => {
  await forget();
  await count(
    desk.platform,
    [2, 1].map((ago) => ({ campaign: 0, ago, product: 'local', outcome: 'lead', count: 3, cents: 100 })),
  );
  await sum();
  await sum();
  // Two hours after midnight at the latest the day before yesterday is summed.
  expect([daysAgo(2), daysAgo(3)]).toContain(await summedUntil());
  const { rows } = await desk.platform.raw('select count(*)::int as n from leads_sum where day > (select until from leads_summed)');
  expect(rows).toEqual([{ n: 0 }]);
  // Sums are what is read: a made-up one shows.
  await desk.app.asOwner(`update leads_sum set observations = observations + 1000000 where covers = 'agency' and outcome = 'lead'`);
  const from = new Date(Date.now() - 20 * DAY_MS);
  const { days } = await answersOf(desk.app.fixtures.a.tenant, from, new Date());
  expect(Math.max(...days.map(({ leads }) => leads))).toBeGreaterThan(1_000_000);
  await forget();
});

test('whoever counts in a day that is being summed is neither left out nor added twice', async () => {
  await forget();
  const late = (n: number): Counted => ({ campaign: 3, ago: 5, product: 'local', outcome: 'repeat', count: n, cents: 0 });
  const from = new Date(Date.parse(daysAgo(5)));
  const visits = async () =>
    (await answersOf(desk.app.fixtures.root, from, new Date(from.getTime() + DAY_MS))).outcomes.find(({ name }) => name === 'repeat')!
      .count;
  await count(desk.platform, [late(1)]);
  const start = await visits();
  // Counted before, committed after the sums were asked for: they wait.
  const early = await desk.platform.transaction();
  await count(early, [late(10)]);
  const summing = sum();
  await expect.poll(async () => waitingForSums()).toBe(1);
  await early.commit();
  await summing;
  expect(await visits()).toBe(start + 10);
  // Counted while the sums are made: it waits for them.
  await forget();
  const summer = await desk.platform.transaction();
  await sumDays(summer);
  const counting = count(desk.platform, [late(100)]);
  await expect.poll(async () => waitingForSums()).toBe(1);
  await summer.commit();
  await counting;
  expect(await visits()).toBe(start + 110);
});

/** How many transactions wait for one that sums, or that counts in summed days. */
async function waitingForSums(): Promise<number> {
  const { rows } = await desk.platform.raw(`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`);
  return rows[0].n;
}
