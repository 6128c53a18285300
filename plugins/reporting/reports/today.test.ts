import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { addCounts } from '../../../tests/support/day-counts.ts';

/** What the dashboard calls today is the day by which the campaign's cap counts, wherever the reader sits. */
let app: TestApp;
let client: Person;
beforeAll(async () => {
  app = await startTestApp();
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clockOffset = 0;
  await app.asOwner('delete from leads_day');
  await app.kernel.platform('campaigns_campaign').update({ status: 'stopped' });
});

const AUCKLAND = 'Pacific/Auckland';
const CHICAGO = 'America/Chicago';

async function campaignIn(timezone: string): Promise<number> {
  const { body } = await app.call('POST', '/api/leadspeek/client/create', client, {
    body: {
      leadspeekType: 'local',
      campaignName: timezone,
      urlCode: 'https://shop.example/',
      timezone,
      LimitLead: 5,
      LimitLeadFreq: 'day',
    },
  });
  await app.kernel.platform('campaigns_campaign').where({ id: body.leadspeek_api_id }).update({ status: 'active' });
  return body.leadspeek_api_id;
}
const counted = (campaignId: number, day: string, lead: number) =>
  addCounts(app.kernel.platform, [{ campaign_id: campaignId, company_id: client.tenant.id, day, outcomes: { lead } }]);
const get = async (path: string, zone: string) =>
  (await app.call('GET', `/api/reports/${path}`, client, { headers: { 'x-timezone': zone } })).body;
/** What the three of them say: today and the month on the tiles, the last days of the chart, and the leads in the funnel. */
const shown = async (zone: string) => {
  const { today, leads } = await get('trends', zone);
  const chart = (await get('daily', zone)).data.slice(-2).map((d: { day: string; leads: number }) => [d.day, d.leads]);
  const funnel = (await get('funnel', zone)).data.at(-1).count;
  return { today: today.value, month: leads.value, chart, funnel };
};

test.each([
  // Half past one on the 21st in Auckland, half past six in the morning of the 20th in Chicago.
  { campaign: AUCKLAND, reader: CHICAGO, at: '2026-11-20T12:30:00Z', today: '2026-11-21', before: '2026-11-20' },
  { campaign: CHICAGO, reader: AUCKLAND, at: '2026-11-20T12:30:00Z', today: '2026-11-20', before: '2026-11-19' },
  // The minutes around the campaign's midnight.
  { campaign: CHICAGO, reader: 'UTC', at: '2026-11-21T05:59:00Z', today: '2026-11-20', before: '2026-11-19' },
  { campaign: CHICAGO, reader: 'UTC', at: '2026-11-21T06:00:30Z', today: '2026-11-21', before: '2026-11-20' },
])('a campaign in $campaign, read in $reader at $at', async ({ campaign, reader, at, today, before }) => {
  const id = await campaignIn(campaign);
  app.clockOffset = new Date(at).getTime() - Date.now();
  await counted(id, today, 2);
  await counted(id, before, 3);
  const says = {
    today: 2,
    month: 5,
    chart: [
      [before, 3],
      [today, 2],
    ],
    funnel: 5,
  };
  expect(await shown(reader)).toEqual(says);
  expect(await shown(campaign)).toEqual(says);
  const taken = await app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, 1, ctx.now));
  expect(taken).toBe(1);
  expect(
    await app.kernel
      .platform('campaigns_window')
      .where({ campaign_id: id, kind: 'day' })
      .select(app.kernel.platform.raw("to_char(starts_on, 'YYYY-MM-DD') as day")),
  ).toEqual([{ day: today }]);
});

test('of campaigns in several zones today is the newest day, for tiles and chart alike', async () => {
  const [ahead, behind] = [await campaignIn(AUCKLAND), await campaignIn(CHICAGO)];
  app.clockOffset = new Date('2026-11-20T12:30:00Z').getTime() - Date.now();
  await counted(ahead, '2026-11-21', 2);
  await counted(behind, '2026-11-20', 3);
  const says = {
    today: 2,
    month: 5,
    chart: [
      ['2026-11-20', 3],
      ['2026-11-21', 2],
    ],
    funnel: 5,
  };
  for (const zone of [CHICAGO, AUCKLAND, 'UTC']) expect(await shown(zone)).toEqual(says);
});

test('of campaigns in several zones a list of leads has those of each that came on its own days', async () => {
  const [ahead, behind] = [await campaignIn(AUCKLAND), await campaignIn(CHICAGO)];
  const instants = [
    ['20T10:59:59', 'before either day'],
    ['20T11:00:00', 'Auckland'],
    ['21T05:59:59', 'Auckland'],
    ['21T06:00:00', 'both'],
    ['21T10:59:59', 'both'],
    ['21T11:00:00', 'Chicago'],
    ['22T05:59:59', 'Chicago'],
    ['22T06:00:00', 'after either day'],
  ];
  for (const [campaignId, zone] of [
    [ahead, 'Auckland'],
    [behind, 'Chicago'],
  ] as const)
    await app.asOwner(
      `insert into leads_lead (id, campaign_id, product, person_key, first_name, last_name, email, source, created_at, last_seen_at, company_id, agency_id, root_id)
       select gen_random_uuid(), ${campaignId}, 'local', sha256((at || ${campaignId})::bytea), '${zone}', at, '', 'forms', ('2026-11-' || at || 'Z')::timestamptz, now(), id, agency_id, root_id
       from unnest('{${instants.map(([at]) => at).join(', ')}}'::text[]) at, core_tenant where id = ${client.tenant.id}`,
    );
  const own = (zone: string, ...days: string[]): string[] =>
    instants.filter(([, day]) => [zone, 'both', ...days].includes(day!)).map(([at]) => `${zone} ${at}`);
  const listed = async (path: string): Promise<string[]> =>
    (await app.call('GET', `/api/${path}`, app.fixtures.a.owner)).body.data.map((row: { name: string }) => row.name).sort();
  const report = `leadspeek/report/lead/${app.fixtures.a.tenant.id}/${client.tenant.id}`;
  expect(await listed('reports/leads?Page=1&PerPage=50&period=2026-11-21..2026-11-21')).toEqual([...own('Auckland'), ...own('Chicago')]);
  const later = [...own('Auckland', 'Chicago', 'after either day'), ...own('Chicago', 'after either day')];
  expect(await listed(`${report}/2026-11-21/-?PerPage=50`)).toEqual(later);
  const earlier = [...own('Auckland', 'before either day'), ...own('Chicago', 'Auckland', 'before either day')];
  expect(await listed(`${report}/-/2026-11-21?PerPage=50`)).toEqual(earlier);
});
