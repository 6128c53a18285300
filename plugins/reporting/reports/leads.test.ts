import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import reports from './index.ts';
import { shortUrl } from './lead-rows.ts';
import { fakeSources, lead, noSources } from './sources.fake.ts';

conformance(reports);

const sources = noSources();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [...fakeSources(sources), reports] });
  for (const agency of [app.fixtures.a, app.fixtures.b]) {
    for (const { tenant } of agency.clients)
      sources.campaigns.push({ id: tenant.id * 10, companyId: tenant.id, agencyId: agency.tenant.id, name: `Campaign of ${tenant.name}` });
  }
});
afterAll(() => app.close());
beforeEach(() => {
  sources.leads.length = 0;
  sources.calls.length = 0;
});

const get = (path: string, as: Person, zone = 'America/Chicago'): Promise<Answer> =>
  app.call('GET', `/api${path}`, as, { headers: { 'x-timezone': zone } });
/** Puts a lead into one of the two agencies' clients. */
const put = (agency: 'a' | 'b', client: 0 | 1, more: Parameters<typeof lead>[1] = {}) => {
  const companyId = app.fixtures[agency].clients[client]!.tenant.id;
  const made = lead({ companyId, agencyId: app.fixtures[agency].tenant.id, campaignId: companyId * 10 }, more);
  sources.leads.push(made);
  return made;
};
/** What each call answers, so that one assertion shows all that are wrong. */
const statuses = (paths: string[], as: Person): Promise<number[]> => Promise.all(paths.map(async (path) => (await get(path, as)).status));
const KINDS = ['lead', 'chart', 'invoice'];
const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);

describe('the lead list', () => {
  test('shows the newest first, with the campaign by name, in two calls of ports', async () => {
    put('a', 0, { createdAt: ago(2), email: 'old@example.com' });
    put('a', 1, { createdAt: ago(1), email: 'new@example.com' });
    const { status, body } = await get('/reports/leads', app.fixtures.a.owner);
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 2, current_page: 1, per_page: 10 });
    expect(body.data.map((row: { email: string }) => row.email)).toEqual(['new@example.com', 'old@example.com']);
    expect(body.data[0]).toMatchObject({
      name: 'Ada Byron',
      place: 'Chicago, IL',
      campaign: 'Campaign of Client A2',
      origin: 'shop.example/pricing',
      price: 150,
    });
    expect(sources.calls).toEqual(['page', 'campaigns']);
  });

  test('says of which days it is, and in which time zone they are counted', async () => {
    const { a, operator } = app.fixtures;
    const days = async (query: string, as = a.owner) => (await get(`/reports/shown-days${query}`, as)).body;
    expect(await days('')).toEqual({ period: 'All days', zone: expect.stringMatching(/^[A-Z]\w+\/\w+/) });
    expect((await days('?period=2026-10-01..2026-10-31')).period).toBe('Oct 1, 2026 to Oct 31, 2026');
    expect((await get('/reports/shown-days?period=soon', a.owner)).status).toBe(422);
    expect((await get('/reports/shown-days', operator)).status).toBeLessThan(500);
  });

  test('is searched, sorted, paged and narrowed to a period and a campaign', async () => {
    for (let i = 0; i < 12; i += 1)
      put('a', i % 2 === 0 ? 0 : 1, { createdAt: ago(i * 11), email: `p${String(i).padStart(2, '0')}@example.com` });
    const { owner } = app.fixtures.a;
    expect((await get('/reports/leads?search=p07', owner)).body.total).toBe(1);
    expect((await get('/reports/leads?Page=2&PerPage=5&sortby=email&order=desc', owner)).body.data[0].email).toBe('p06@example.com');
    expect((await get('/reports/leads?period=today', owner)).body.total).toBe(1);
    for (const period of ['30', '30d']) expect((await get(`/reports/leads?period=${period}`, owner)).body.total).toBe(3);
    const [from, to] = [ago(23), ago(10)].map((at) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(at));
    expect((await get(`/reports/leads?period=${from}..${to}`, owner)).body.total).toBe(2);
    expect((await get(`/reports/leads?campaignId=${app.fixtures.a.clients[0]!.tenant.id * 10}`, owner)).body.total).toBe(6);
  });

  test.each([
    'Page=0',
    'PerPage=101',
    'sortby=ssn',
    'order=up',
    'period=8',
    'period=2026-02-30..2026-03-01',
    'period=2026-03-02..2026-03-01',
    'state=Illinois',
    'test=maybe',
    'tag=',
    'product=x',
    'campaignId=1.5',
    'campaignId=2147483648',
    'company=1',
  ])('%s is refused', async (query) => {
    expect((await get(`/reports/leads?${query}`, app.fixtures.a.owner)).status).toBe(422);
  });

  test('shows each company its own, and the root and its sales people nothing', async () => {
    const mine = put('a', 0);
    put('a', 1);
    const { fixtures } = app;
    expect((await get('/reports/leads', fixtures.a.clients[0]!.user)).body.data.map((row: { id: string }) => row.id)).toEqual([mine.id]);
    expect((await get('/reports/leads', fixtures.b.owner)).body.total).toBe(0);
    for (const person of [fixtures.operator, fixtures.sales]) {
      expect(await statuses(['/reports/leads', `/reports/leads/${mine.id}`, '/reports/leads.csv', '/reports/trends'], person)).toEqual([
        403, 403, 403, 403,
      ]);
    }
  });

  test('one lead is shown whole; a foreign one answers like a missing one', async () => {
    const { id } = put('a', 0);
    expect((await get(`/reports/leads/${id}`, app.fixtures.a.clients[0]!.user)).body).toMatchObject({
      id,
      address: '1 Main St',
      zip: '60601',
      visits: 1,
      evidence: [{ title: 'First page visited', as: 'link', value: 'https://www.shop.example/pricing/?utm=1' }],
      isTest: false,
    });
    const foreign = await get(`/reports/leads/${id}`, app.fixtures.a.clients[1]!.user);
    const missing = await get('/reports/leads/0198a000-0000-7000-8000-000000000000', app.fixtures.a.clients[1]!.user);
    expect([foreign.status, foreign.body.code]).toEqual([missing.status, missing.body.code]);
    expect((await get('/reports/leads/7', app.fixtures.a.owner)).status).toBe(404);
  });
});

describe('the file', () => {
  test("holds the filtered leads, in the reader's zone and language, and no formula", async () => {
    put('a', 0, { createdAt: new Date('2026-03-08T07:30:00Z'), firstName: '=HYPERLINK("http://evil")', lastName: 'Böse' });
    put('a', 0, { email: 'other@example.com' });
    put('a', 0, { isTest: true });
    const answer = await get('/reports/leads.csv?search=ada', app.fixtures.a.clients[0]!.user);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
    const [row, ...others]: Record<string, string>[] = parse(answer.text, { bom: true, columns: true });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      'First seen (America/Chicago)': '2026-03-08 01:30',
      'First name': '\'=HYPERLINK("http://evil")',
      'Last name': 'Böse',
      Phone: '+13125550100',
      'Price (USD)': '1.50',
    });
    const audit = await app.kernel.platform('core_audit').where({ action: 'reports.leads-exported' });
    expect(audit).toMatchObject([{ company_id: app.fixtures.a.clients[0]!.tenant.id, actor_id: app.fixtures.a.clients[0]!.user.id }]);
  });

  test('is written in parts without loss, however many leads there are, and without those that arrive meanwhile', async () => {
    for (let i = 0; i < 12_000; i += 1) put('a', 0, { createdAt: ago(1 + Math.floor(i / 7) / 1e6) });
    put('a', 0, { createdAt: new Date(Date.now() + 60_000), email: 'late@example.com' });
    const answer = await get('/reports/leads.csv', app.fixtures.a.owner);
    const rows: Record<string, string>[] = parse(answer.text, { bom: true, columns: true });
    expect(rows).toHaveLength(12_000);
    expect(new Set(rows.map((row) => row['Lead number'])).size).toBe(12_000);
    expect(sources.calls.filter((call) => call === 'walk').length).toBeGreaterThan(12);
    expect(sources.calls.filter((call) => call === 'campaigns')).toHaveLength(1);
  });

  test('holds the leads that somebody selected, for nobody else, and until they select others', async () => {
    const { owner, clients } = app.fixtures.a;
    const [first, , third] = [put('a', 0), put('a', 0), put('a', 1)];
    const foreign = put('b', 0);
    const select = async (as: Person, ids: string[]): Promise<string> =>
      (await app.call('POST', '/api/reports/leads/selection', as, { body: { ids } })).body.download;
    const numbers = async (address: string, as: Person): Promise<string[]> => {
      const rows: Record<string, string>[] = parse((await app.call('GET', address, as)).text, { bom: true, columns: true });
      return rows.map((row) => row['Lead number']!).sort();
    };
    const file = await select(owner, [first.id, third.id, foreign.id]);
    expect(await numbers(file, owner)).toEqual([first.id, third.id].sort());
    expect((await app.call('GET', file, clients[0]!.user)).status).toBe(404);
    const next = await select(owner, [third.id]);
    expect([(await app.call('GET', file, owner)).status, await numbers(next, owner)]).toEqual([404, [third.id]]);
    const many = Array.from({ length: 2_001 }, () => first.id);
    for (const ids of [[], ['7'], many])
      expect((await app.call('POST', '/api/reports/leads/selection', owner, { body: { ids } })).status).toBe(422);
  });

  test('is not handed to somebody who looks through the account', async () => {
    const { owner } = app.fixtures.a;
    const token = await app.kernel.sessions.open({
      accountId: owner.id,
      ip: '127.0.0.1',
      agent: 'test',
      aal: 1,
      aalNeeded: 1,
      viewedBy: app.fixtures.operator.id,
    });
    expect((await app.call('GET', '/api/reports/leads', token)).status).toBe(200);
    expect((await app.call('GET', '/api/reports/leads.csv', token)).status).toBe(403);
    expect(JSON.stringify((await app.call('GET', '/api/ui/pages/reports.leads', token)).body)).not.toContain('leads.csv');
  });
});

describe('the lead report of the specification', () => {
  test("takes days of the caller's zone, `-` for an open end, and the fields shown", async () => {
    put('a', 0, { createdAt: new Date('2026-07-01T04:59:59Z'), email: 'june@example.com' });
    put('a', 0, { createdAt: new Date('2026-07-01T05:00:00Z'), email: 'july@example.com' });
    const { tenant, clients, owner } = app.fixtures.a;
    const path = `/leadspeek/report/lead/${tenant.id}/${clients[0]!.tenant.id}`;
    const emails = async (rest: string, zone?: string) =>
      (await get(path + rest, owner, zone)).body.data.map((row: { email: string }) => row.email);
    expect(await emails('/2026-07-01/2026-07-01')).toEqual(['july@example.com']);
    expect(await emails('/2026-07-01/2026-07-01', 'UTC')).toEqual(['july@example.com', 'june@example.com']);
    expect(await emails('/-/2026-06-30')).toEqual(['june@example.com']);
    expect(await emails('/-/-?Page=1&PerPage=1&sortby=created&order=asc&moduleType=local&searchQuery=june')).toEqual(['june@example.com']);
    expect((await get(`/leadspeek/report/initdate/${tenant.id}/${clients[0]!.tenant.id}`, owner)).body.start).toBe('2026-06-30');
    expect((await get(`/leadspeek/report/initdate/${tenant.id}/${clients[1]!.tenant.id}`, owner)).body).toEqual({
      start: expect.any(String),
      end: expect.any(String),
    });
  });

  test.each([
    ['2026-02-30/2026-03-01', 404],
    ['2026-03-02/2026-03-01', 422],
    ['today/2026-03-01', 404],
    ['2026-3-1/2026-03-02', 404],
    ['1999-12-31/2026-03-01', 422],
    ['2026-03-01/9999-12-31', 422],
    ["2026-03-01/2026-03-02'--", 404],
  ] as const)('%s is refused with %i', async (range, status) => {
    const { tenant, clients, owner } = app.fixtures.a;
    const paths = KINDS.map((kind) => `/leadspeek/report/${kind}/${tenant.id}/${clients[0]!.tenant.id}/${range}`);
    expect(await statuses(paths, owner)).toEqual([status, status, status]);
  });

  test('foreign companies are not there, whichever way they are named', async () => {
    put('b', 0);
    const { a, b } = app.fixtures;
    const pairs = [
      [b.tenant.id, '-'],
      ['-', b.clients[0]!.tenant.id],
      [a.tenant.id, b.clients[0]!.tenant.id],
      [app.fixtures.root.id, '-'],
      [a.clients[0]!.tenant.id, a.clients[1]!.tenant.id],
      [2_147_483_647, '-'],
    ].map((pair) => pair.join('/'));
    const paths = pairs.flatMap((pair) => [
      ...KINDS.map((kind) => `/leadspeek/report/${kind}/${pair}/-/-`),
      `/leadspeek/report/initdate/${pair}`,
    ]);
    expect(await statuses(paths, a.owner)).toEqual(paths.map(() => 404));
  });
});

test('a page address becomes short enough for a column', () => {
  expect(shortUrl('https://www.shop.example/a/b/?q=1#x')).toBe('shop.example/a/b');
  expect(shortUrl(`http://shop.example/${'x'.repeat(100)}`)).toHaveLength(60);
  expect(shortUrl('')).toBe('');
});
