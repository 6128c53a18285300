import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from '../../../tests/support/lead-neighbours/desk.ts';
import { Leads, type LeadQuery } from '../contract.ts';

let desk: Desk;
let campaign: number;
/** Leads of one client, the newest first: many of one name, then some of another, then one with a name of its own in each part. */
beforeAll(async () => {
  desk = await startDesk();
  campaign = await desk.campaign();
  const { id, agencyId, rootId } = desk.app.fixtures.a.clients[0]!.tenant;
  await desk.platform.raw(
    `insert into leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, source, created_at, last_seen_at, company_id, agency_id, root_id)
     select gen_random_uuid(), ?, 'local', sha256(n::text::bytea), case when n < 10500 then 'Zoe' else 'Ann' end, 'Person' || n, 'p' || n || '@people.example', 'forms',
       timestamptz '2026-03-01' - n * interval '1 minute', now(), ?, ?, ? from generate_series(0, 11999) n`,
    [campaign, id, agencyId, rootId],
  );
});
afterAll(() => desk.close());

const page = (change: Partial<LeadQuery>) =>
  desk.inside((ctx) => ctx.use(Leads).page({ sort: 'created', order: 'desc', page: 1, perPage: 3, ...change }), desk.app.fixtures.a.tenant);
const names = async (change: Partial<LeadQuery>) => (await page(change)).rows.map((lead) => lead.lastName);

test('many leads of the same beginning come in the order of the list, page by page, and say at least how many they are', async () => {
  expect(await names({ search: 'zoe' })).toEqual(['Person0', 'Person1', 'Person2']);
  expect(await names({ search: 'zoe', page: 2 })).toEqual(['Person3', 'Person4', 'Person5']);
  expect(await page({ search: 'zoe' })).toMatchObject({ total: 1_000, isLeast: true });
  expect(await names({ search: 'zoe', order: 'asc' })).toEqual(['Person10499', 'Person10498', 'Person10497']);
  expect(await names({ search: 'zoe', sort: 'email', order: 'asc' })).toEqual(['Person0', 'Person10000', 'Person10001']);
  expect(await page({ search: 'zoe', campaignId: campaign })).toMatchObject({ total: 4, isLeast: true });
});

test('those that all lie far behind the first page are found as well, and counted', async () => {
  expect(await names({ search: 'ann' })).toEqual(['Person10500', 'Person10501', 'Person10502']);
  expect(await page({ search: 'ann' })).toMatchObject({ total: 1_500, isLeast: false });
  expect(await names({ search: 'ann', page: 500 })).toEqual(['Person11997', 'Person11998', 'Person11999']);
  const past = new Date('2026-02-28T23:58:00Z');
  expect(await names({ search: 'zoe', from: past })).toEqual(['Person0', 'Person1', 'Person2']);
  expect(await page({ search: 'zoe', from: past })).toMatchObject({ total: 3, isLeast: false });
});
