import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, addTenant, type Person } from '../../../core/testing/fixtures.ts';
import { addCounts } from '../../../tests/support/day-counts.ts';

const NOW = '2026-11-20T18:00:00Z';
let app: TestApp;
let deputy: Person;

beforeAll(async () => {
  app = await startTestApp();
  app.clockOffset = new Date(NOW).getTime() - Date.now();
  const { a, b, root } = app.fixtures;
  deputy = await addPerson(app.kernel, root, 'user', 'deputy@test.example', true);
  const [client, other] = [a.clients[0]!.tenant, b.clients[0]!.tenant];
  await addCounts(app.kernel.platform, [
    {
      campaign_id: 1,
      company_id: client.id,
      day: '2026-11-20',
      product: 'local',
      outcomes: { lead: 3, no_match: 5, bot: 9 },
      ...spent(450, 30),
    },
    { campaign_id: 1, company_id: client.id, day: '2026-10-22', product: 'local', outcomes: { lead: 1, repeat: 1 }, ...spent(150, 10) },
    { campaign_id: 1, company_id: client.id, day: '2026-10-21', product: 'local', outcomes: { lead: 7 }, ...spent(1_050, 70) },
    { campaign_id: 2, company_id: client.id, day: '2026-11-19', product: 'b2b', outcomes: { lead: 2, no_match: 2 }, ...spent(400, 60) },
    { campaign_id: 3, company_id: other.id, day: '2026-11-20', product: 'local', outcomes: { lead: 4, no_match: 4 }, ...spent(800, 40) },
  ]);
});
afterAll(() => app.close());

interface Entry {
  id: string;
  children: Entry[];
}
const spent = (retail_cents: number, wholesale_cents: number) => ({ retail_cents, wholesale_cents });
/** Of which days the figures are, and where these are counted. */
const DAYS = { period: expect.stringMatching(/^\w+ \d+, \d{4} .* \d{4}$/), zone: 'America/Chicago' };
const get = (path: string, as: Person | string = app.fixtures.operator): Promise<Answer> =>
  app.call('GET', `/api/reports/analytics${path}`, as, { headers: { 'x-timezone': 'America/Chicago' } });
const named = (answer: Answer): string[] => answer.body.data.map((row: { agency: string }) => row.agency);
const exportedBy = async (): Promise<number> =>
  Number((await app.kernel.platform('core_audit').where({ action: 'reports.analytics-exported' }).count({ n: '*' }).first())!['n']);

/** Nobody contributes conversions here. */
const NONE = { conversions: 0, conversionValue: '' };

test('adds up visits, leads and spend of every agency in the period, for one product or all', async () => {
  const { body } = await get('');
  expect(body.total).toBe(2);
  expect(body.data).toEqual([
    { id: app.fixtures.a.tenant.id, agency: 'Agency A', visits: 14, leads: 6, conversion: 42.9, ...NONE, retail: 1_000, wholesale: 100 },
    { id: app.fixtures.b.tenant.id, agency: 'Agency B', visits: 8, leads: 4, conversion: 50, ...NONE, retail: 800, wholesale: 40 },
  ]);
  expect((await get('/totals')).body).toEqual({ ...DAYS, visits: 22, leads: 10, conversion: 45.5, ...NONE, retail: 1_800, wholesale: 140 });
  expect((await get('/totals?period=today')).body).toMatchObject({ leads: 7, retail: 1_250 });
  expect((await get('/totals?period=90')).body).toMatchObject({ leads: 17 });
  expect((await get('/totals?product=b2b')).body).toEqual({
    ...DAYS,
    visits: 4,
    leads: 2,
    conversion: 50,
    ...NONE,
    retail: 400,
    wholesale: 60,
  });
  expect((await get('?product=b2b')).body.data[1]).toMatchObject({ agency: 'Agency B', visits: 0, leads: 0, conversion: 0 });
  const { data } = (await get('/days?period=7&product=local')).body;
  expect([data.length, data.at(-1), data[0].day]).toEqual([7, { day: '2026-11-20', visits: 16, leads: 7 }, '2026-11-14']);
});

test('is sorted by each column and searched by name, and refuses what is neither', async () => {
  expect(named(await get('?sortby=conversion'))).toEqual(['Agency B', 'Agency A']);
  expect(named(await get('?sortby=agency'))).toEqual(['Agency A', 'Agency B']);
  expect(named(await get('?sortby=agency&order=desc'))).toEqual(['Agency B', 'Agency A']);
  // Nobody has any conversions: equal ones stand by name, whichever way.
  for (const order of ['asc', 'desc']) expect(named(await get(`?sortby=conversions&order=${order}`))).toEqual(['Agency A', 'Agency B']);
  expect(named(await get('?sortby=wholesale&order=asc'))).toEqual(['Agency B', 'Agency A']);
  expect(named(await get('?search=y%20b'))).toEqual(['Agency B']);
  expect(named(await get('?Page=2&PerPage=1'))).toEqual(['Agency B']);
  for (const wrong of ['?sortby=name', '?period=31', '/totals?product=none', '/days?period=-1'])
    expect((await get(wrong)).status, wrong).toBe(422);
});

test('is for operators with the permission alone; others find nothing there, and no entry in the menu', async () => {
  const { a, sales, operator } = app.fixtures;
  const ids = async (person: Person | string): Promise<string[]> =>
    (await app.call('GET', '/api/ui/bootstrap', person)).body.menu.flatMap((entry: Entry) => [entry, ...entry.children].map((e) => e.id));
  const page = async (person: Person | string): Promise<number> =>
    (await app.call('GET', '/api/ui/pages/reports.analytics', person)).status;
  for (const somebody of [a.owner, a.admin, a.clients[0]!.user, sales]) {
    for (const path of ['', '/totals', '/days', '.csv']) expect((await get(path, somebody)).status).toBe(403);
    expect(await page(somebody)).toBe(404);
    expect(await ids(somebody)).not.toContain('reports.analytics-menu');
  }
  for (const path of ['', '/totals', '/days', '.csv']) expect((await get(path, deputy)).status).toBe(404);
  expect([await page(deputy), (await ids(deputy)).includes('reports.analytics-menu')]).toEqual([404, false]);
  await app.kernel
    .platform('roles_person')
    .insert({ account_id: deputy.id, company_id: app.fixtures.root.id, permissions: { report_analytics: true } });
  expect([(await get('', deputy)).status, await page(deputy), (await ids(deputy)).includes('reports.analytics-menu')]).toEqual([
    200,
    200,
    true,
  ]);
  expect([await page(operator), (await ids(operator)).includes('reports.analytics-menu')]).toEqual([200, true]);
});

test('in view mode shows the agency that is looked through, and no other', async () => {
  const { a, operator } = app.fixtures;
  const own = await app.kernel.sessions.open({ accountId: operator.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
  const { body } = await app.call('POST', '/api/user/switch', own, { body: { usrID: a.owner.id, reason: 'Ticket 7: figures' } });
  const viewing = body.access_token as string;
  expect(named(await get('', viewing))).toEqual(['Agency A']);
  expect((await get('/totals', viewing)).body).toMatchObject({ leads: 6, wholesale: 100 });
  expect((await app.call('GET', '/api/ui/pages/reports.analytics', viewing)).status).toBe(200);
});

test('goes into a file as the table is narrowed, which the log keeps; no cell is a formula', async () => {
  const before = await exportedBy();
  await app.kernel.platform('core_tenant').where({ id: app.fixtures.b.tenant.id }).update({ name: '=1+1' });
  const { text, headers } = await get('.csv?product=local');
  expect(headers.get('content-disposition')).toContain('report-analytics-2026-11-20.csv');
  expect(
    text
      .replaceAll(/["\uFEFF]/g, '')
      .trim()
      .split(/\r?\n/),
  ).toEqual([
    'Agency,Visits,Leads,Conversion (%),Conversions,Conversion value,Spend, retail (USD),Spend, wholesale (USD)',
    "'=1+1,8,4,50.0,0,,8.00,0.40",
    'Agency A,10,4,40.0,0,,6.00,0.40',
  ]);
  expect((await get('.csv?search=agency')).text).not.toContain('=1+1');
  expect(await exportedBy()).toBe(before + 2);
  const ticket = await app.call('POST', '/api/tickets', app.fixtures.operator, { body: { path: '/api/reports/analytics.csv?period=7' } });
  expect((await app.call('GET', ticket.body.url)).text).toContain('Agency A');
  await app.kernel.platform('core_tenant').where({ id: app.fixtures.b.tenant.id }).update({ name: 'Agency B' });
});

test('keeps the sum true when an agency is removed, and answers for two thousand at once', async () => {
  const { root } = app.fixtures;
  const gone = await addTenant(app.kernel, 'agency', 'Agency C', root.id);
  const day = { company_id: gone.id, day: '2026-11-18', outcomes: { lead: 5 } };
  await addCounts(app.kernel.platform, [{ campaign_id: 4, ...day, ...spent(500, 50) }]);
  await app.kernel.platform('core_tenant').where({ id: gone.id }).update({ removed_at: new Date() });
  expect((await get('/totals')).body).toMatchObject({ leads: 15, wholesale: 190 });
  expect(named(await get(''))).toContain(`Removed agency ${gone.id}`);

  await app.kernel.platform.raw(
    `with more as (insert into core_tenant (kind, name, parent_id) select 'agency', 'Many ' || n, ? from generate_series(1, 2000) n returning id)
     insert into leads_day (campaign_id, company_id, agency_id, root_id, day, product, outcome, observations)
     select id * 1000 + d, id, id, ?::int, date '2026-11-20' - d, 'local', 'lead', 1 from more, generate_series(0, 9) d`,
    [root.id, root.id],
  );
  const started = performance.now();
  expect((await get('?PerPage=100')).body).toMatchObject({ total: 2_003, data: { length: 100 } });
  expect(performance.now() - started).toBeLessThan(2_000);
});
