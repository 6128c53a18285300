import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, startDesk } from '../../../../tests/support/lead-neighbours/desk.ts';
import { type LeadPlace, Leads, type LeadQuery, type LeadsApi, type LeadWalk } from '../contract.ts';

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

/** The names that a walk meets, and how many steps it takes. */
async function walked(which: LeadWalk, most: number, between = async (_step: number) => {}): Promise<{ names: string[]; steps: number }> {
  const met: string[] = [];
  for (let place: LeadPlace | null = null, steps = 1; ; steps += 1) {
    const from: LeadPlace | null = place;
    const { rows, next }: Awaited<ReturnType<LeadsApi['walk']>> = await desk.inside(
      (ctx) => ctx.use(Leads).walk(which, from, most),
      desk.app.fixtures.a.tenant,
    );
    met.push(...rows.map((lead) => lead.lastName));
    if (next === null) return { names: met, steps };
    place = next;
    await between(steps);
  }
}
const persons = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => `Person${from + n}`);

test('a walk meets all leads once, the newest first, in steps that do not grow', async () => {
  expect(await walked({}, 5_000)).toEqual({ names: persons(0, 12_000), steps: 3 });
  expect(await walked({ from: new Date('2026-02-28T23:57:30Z') }, 2)).toEqual({ names: persons(0, 3), steps: 2 });
  expect(await walked({ campaignId: campaign + 1 }, 100)).toEqual({ names: [], steps: 1 });
  expect(await walked({ product: 'local' }, 5_000)).toEqual({ names: persons(0, 12_000), steps: 3 });
  expect(await walked({ product: 'none' }, 5_000)).toEqual({ names: [], steps: 1 });
  expect(await walked({ state: 'AK' }, 5_000)).toEqual({ names: [], steps: 3 });
});

test('a walk finds beginnings, many or few, wherever they lie', async () => {
  expect(await walked({ search: 'zoe' }, 4_000)).toMatchObject({ names: persons(0, 10_500) });
  expect(await walked({ search: 'ann' }, 500)).toMatchObject({ names: persons(10_500, 12_000) });
  expect(await walked({ search: 'p777@', product: 'local' }, 500)).toEqual({ names: ['Person777'], steps: 1 });
  expect((await walked({ search: 'person11' }, 7)).names).toEqual([
    'Person11',
    ...persons(110, 120),
    ...persons(1_100, 1_200),
    ...persons(11_000, 12_000),
  ]);
  expect((await walked({ search: 'zoe', product: 'none' }, 500)).names).toEqual([]);
});

test('a walk meets leads of one instant once each, and nobody twice while others arrive', async () => {
  const added = async (name: string, at: string, count: number): Promise<void> => {
    const { id, agencyId, rootId } = desk.app.fixtures.a.clients[1]!.tenant;
    await desk.platform.raw(
      `insert into leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, source, created_at, last_seen_at, company_id, agency_id, root_id)
       select gen_random_uuid(), ?, 'local', sha256(n::text::bytea), 'Tom', ? || n, '', 'forms', ?::timestamptz, now(), ?, ?, ? from generate_series(0, ?::int) n`,
      [campaign + 7, name, at, id, agencyId, rootId, count - 1],
    );
  };
  await added('Tie', '2026-03-02 10:00:00.123456', 25);
  const { names: met, steps } = await walked({ campaignId: campaign + 7 }, 10, async (step) => {
    if (step === 1) await added('New', '2026-03-03', 3);
  });
  expect([met.length, new Set(met).size, steps]).toEqual([25, 25, 3]);
  expect(met.every((name) => name.startsWith('Tie'))).toBe(true);
});
