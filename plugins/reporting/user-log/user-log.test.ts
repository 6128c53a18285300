import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Networks } from '../../lead-intake/capture/contract.ts';
import userLog from './index.ts';

conformance(userLog);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web', 'worker'] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.kernel.platform('core_rate').delete();
});

interface Deed {
  company: { id: number };
  actor?: { id: number; name?: string; userType?: string };
  action?: string;
  description?: string;
  at?: string;
  campaign?: string;
  viewedBy?: number;
  ip?: string;
  detail?: object;
}
const note = (...deeds: Deed[]): Promise<unknown> =>
  app.kernel.platform.batchInsert(
    'core_audit',
    deeds.map((d) => ({
      company_id: d.company.id,
      action: d.action ?? 'campaigns.created',
      description: d.description ?? 'Create a campaign',
      actor_id: d.actor?.id ?? 0,
      actor_name: d.actor?.name ?? 'Somebody',
      user_type: d.actor?.userType ?? 'client',
      ip: d.ip ?? '203.0.113.9',
      request_id: 'r',
      ...(d.campaign ? { concerns_kind: 'campaign', concerns_id: d.campaign } : {}),
      viewed_by: d.viewedBy ?? null,
      detail: JSON.stringify(d.detail ?? {}),
      ...(d.at ? { at: d.at } : {}),
    })),
  );
const search = (as: Person, body: object) => app.call('POST', '/api/configuration/user/log-user', as, { body });
const texts = (answer: { body: any }): string[] => answer.body.data.map((row: any) => row.description);
const path = (companyId: number, ...rest: string[]): string =>
  `/api/configuration/user/download-log-user/${[companyId, ...rest, 'all', 'all', 'all', 'all', 'all'].slice(0, 6).join('/')}`;

describe('log-user', () => {
  test('location is who runs the network of the address, where that is known', async () => {
    const { a } = app.fixtures;
    const company = a.clients[0]!.tenant;
    // The table of networks is read in the background, at the first question.
    const known = () => app.inside(a.tenant, 'user-log', async (ctx) => ctx.use(Networks).ownerOf('128.30.2.1'));
    await expect.poll(known, { timeout: 15_000 }).not.toBe('');
    await note(
      { company, action: 'test.location', ip: '128.30.2.1', description: 'at work' },
      { company, action: 'test.location', ip: '203.0.113.9', description: 'nowhere' },
      { company, action: 'test.location', ip: '73.1.2.3', description: 'at home' },
    );
    const { body } = await search(a.owner, { companyID: a.tenant.id, page: 1, action: 'test.location' });
    const places = Object.fromEntries(body.data.map((row: any) => [row.description, row.location]));
    expect(places).toEqual({ 'at work': expect.stringMatching(/Massachusetts Institute of Technology/i), nowhere: '', 'at home': '' });
  });

  test('answers the fields of the specification, newest first, by pages', async () => {
    const { a, operator } = app.fixtures;
    const client = a.clients[0]!;
    await note(
      ...Array.from({ length: 12 }, (_, n) => ({
        company: client.tenant,
        actor: { ...client.user, name: 'Cleo' },
        description: `Deed ${n}`,
        action: 'test.page',
      })),
    );
    const first = await search(operator, {
      companyID: a.tenant.id,
      page: 1,
      action: 'test.page',
      userType: 9999,
      userID: 9999,
      campaignID: 'all',
      logDateRange: 'all',
    });
    expect(first.body).toMatchObject({ current_page: 1, per_page: 10, total: 12, last_page: 2 });
    expect(first.body.data[0]).toEqual({
      id: expect.any(String),
      name: 'Cleo',
      type_user: 'Client',
      location: '',
      user_ip: '203.0.113.9',
      action: 'test.page',
      action_name: 'Test page',
      description: 'Deed 11',
      company_name: 'Client A1',
      create_date: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(texts(await search(operator, { companyID: a.tenant.id, page: 2, action: 'test.page' }))).toEqual(['Deed 1', 'Deed 0']);
  });

  test('narrows by user type, user, action, campaign and days in the zone of the caller', async () => {
    const { b, operator } = app.fixtures;
    const client = b.clients[0]!;
    await note(
      { company: b.tenant, actor: { ...b.owner }, description: 'owner', action: 'campaigns.stopped', at: '2026-03-08T05:30:00Z' },
      { company: b.tenant, actor: { ...b.admin }, description: 'admin', at: '2026-03-08T07:00:00Z' },
      { company: client.tenant, actor: { ...client.user }, description: 'client', campaign: '77', at: '2026-03-09T04:30:00Z' },
      { company: b.tenant, actor: { ...operator }, description: 'root', at: '2026-03-10T12:00:00Z' },
    );
    const found = async (body: object) => texts(await search(operator, { companyID: b.tenant.id, ...body }));
    expect(await found({})).toEqual(['root', 'client', 'admin', 'owner']);
    expect(await found({ userType: 'root' })).toEqual(['root']);
    expect(await found({ userType: 'admin' })).toEqual(['admin', 'owner']);
    expect(await found({ userType: 'client' })).toEqual(['client']);
    expect(await found({ userID: b.admin.id })).toEqual(['admin']);
    expect(await found({ action: 'campaigns.stopped' })).toEqual(['owner']);
    expect(await found({ campaignID: '77' })).toEqual(['client']);
    // 2026-03-08 in Chicago lasts from 06:00Z to 05:00Z, for the clock moves that night.
    expect(await found({ logDateRange: '2026-03-08_2026-03-08' })).toEqual(['client', 'admin']);
    expect(await found({ logDateRange: ['2026-03-07', '2026-03-07'] })).toEqual(['owner']);
    expect(await found({ logDateRange: 7, userType: 'client' })).toEqual([]);
  });

  test.for([
    [{ userType: 'boss' }, 'userType'],
    [{ userID: 'x' }, 'userID'],
    [{ campaignID: '1e9' }, 'campaignID'],
    [{ logDateRange: '2026-02-31' }, 'logDateRange'],
    [{ logDateRange: '2026-02-02_2026-02-01' }, 'logDateRange'],
    [{ page: 0 }, 'page'],
    [{ nonsense: 1 }, 'nonsense'],
  ] as const)('refuses %j', async ([body, field]) => {
    const answer = await search(app.fixtures.operator, { companyID: app.fixtures.a.tenant.id, ...body });
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
  });

  test('a company out of sight answers like a missing one; clients see their own, sales people nothing', async () => {
    const { a, b, sales } = app.fixtures;
    const foreign = await search(a.owner, { companyID: b.tenant.id });
    const missing = await search(a.owner, { companyID: 2_000_000_000 });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    await note({ company: a.clients[1]!.tenant, description: 'mine' }, { company: a.clients[0]!.tenant, description: "my neighbour's" });
    expect(texts(await search(a.clients[1]!.user, {}))).toContain('mine');
    expect(texts(await search(a.clients[1]!.user, {}))).not.toContain("my neighbour's");
    expect((await search(a.clients[1]!.user, { companyID: a.tenant.id })).status).toBe(404);
    expect((await search(sales, {})).status).toBe(403);
  });

  test('staff of the root is named to the root alone; the account reads that support viewed it, the root also why', async () => {
    const { a, operator } = app.fixtures;
    await note(
      {
        company: a.tenant,
        actor: { ...operator, name: 'Olga' },
        action: 'view-mode.started',
        description: 'Support viewed your account',
        detail: { reason: 'Ticket 9' },
      },
      {
        company: a.tenant,
        actor: { ...a.owner, name: 'Ann' },
        viewedBy: operator.id,
        action: 'campaigns.switched',
        description: 'Paused',
        ip: '198.51.100.7',
      },
    );
    const [did, began] = (await search(a.owner, {})).body.data;
    expect(began).toMatchObject({ name: 'Support', description: 'Support viewed your account', user_ip: '', type_user: 'Enterprise' });
    expect(did).toMatchObject({ name: 'Support as Ann', user_ip: '' });
    const [seen, why] = (await search(operator, { companyID: a.tenant.id })).body.data;
    expect(why).toMatchObject({ name: 'Olga', description: 'Support viewed your account: Ticket 9' });
    expect(seen).toMatchObject({ name: 'operator as Ann', user_ip: '198.51.100.7' });
  });
});

test('an entry is told in the language of whoever reads it; one without its facts keeps the text it was written with', async () => {
  const { a, operator } = app.fixtures;
  await app.call('POST', '/api/exclusions', a.owner, { body: { entry: 'walter@example.com' } });
  await app.call('PUT', `/api/agencies/${a.tenant.id}/modules/wallet.data_wallet`, operator, { body: { on: true } });
  await note({ company: a.tenant, action: 'exclusions.added', description: 'Added somebody, long ago' });
  await note({ company: a.tenant, action: 'core.view-save', description: 'Save a view', detail: { call: 'core.view-save' } });
  const told = async (locale: string): Promise<string[]> => {
    const read = (action: string) =>
      app.call('POST', '/api/configuration/user/log-user', operator, {
        body: { companyID: a.tenant.id, action, per_page: 2 },
        headers: { 'accept-language': locale },
      });
    return [
      ...texts(await read('exclusions.added')),
      ...texts(await read('core.switched')).slice(0, 1),
      ...texts(await read('core.view-save')).slice(0, 1),
    ];
  };
  const [old, added, switched, saved] = await told('en');
  expect([old, switched, saved]).toEqual(['Added somebody, long ago', 'Data Wallet: On', 'List view saved']);
  expect(added).toMatch(/^Added w\S+ to the exclusion list$/);
  const arabic = await told('ar');
  expect(arabic[0]).toBe(old);
  for (const text of arabic.slice(1)) expect(text).toMatch(/\p{Script=Arabic}/u);
});

test('what the product did by itself is told of the system, in the language of the reader', async () => {
  const { a, operator } = app.fixtures;
  await app.inside(a.tenant, 'user-log', (ctx) =>
    ctx.audit({ action: 'white-label.domain-lost', description: 'Lost', target: 'shop.example' }),
  );
  const named = async (locale: string): Promise<string> => {
    const body = { companyID: a.tenant.id, action: 'white-label.domain-lost', per_page: 1 };
    return (await app.call('POST', '/api/configuration/user/log-user', operator, { body, headers: { 'accept-language': locale } })).body
      .data[0].name;
  };
  expect([await named('en'), await named('ar')]).toEqual(['System', 'النظام']);
});

test('log-category lists the actions that occur, by readable name', async () => {
  const { b, operator } = app.fixtures;
  await note({ company: b.tenant, action: 'odd.never-heard-of' });
  const answer = await app.call('POST', '/api/configuration/user/log-category', operator, { body: { companyID: b.tenant.id } });
  expect(answer.body.data).toEqual(
    expect.arrayContaining([
      { action: 'campaigns.stopped', name: 'Campaign stopped' },
      { action: 'odd.never-heard-of', name: 'Odd never heard of' },
    ]),
  );
  const all = await app.call('POST', '/api/configuration/user/log-category', operator, { body: {} });
  expect(all.body.data.length).toBeGreaterThan(answer.body.data.length);
  const client = await app.call('POST', '/api/configuration/user/log-category', b.clients[1]!.user, { body: {} });
  expect(client.body.data).toEqual([]);
});

describe('a line that the browser sends', () => {
  const claim = (as: Person, body: object) => app.call('POST', '/api/configuration/user/save-log', as, { body });

  test('is noted as what it is: a claim', async () => {
    const client = app.fixtures.a.clients[0]!;
    expect((await claim(client.user, { action: 'Opened report', description: 'March', campaignID: 5 })).status).toBe(200);
    const [line] = (await search(client.user, {})).body.data;
    expect(line).toMatchObject({ action: 'user-log.claimed', description: 'Reported by the browser: Opened report: March' });
    expect(await app.kernel.platform('core_audit').orderBy('id', 'desc').first()).toMatchObject({
      actor_id: client.user.id,
      concerns_kind: 'campaign',
      concerns_id: '5',
      detail: { claimed: true },
    });
  });

  test('is limited in size, form and number', async () => {
    const { owner } = app.fixtures.a;
    for (const body of [{ action: '' }, { action: '=cmd' }, { action: 'x'.repeat(61) }, { action: 'x', description: 'y'.repeat(301) }])
      expect((await claim(owner, body)).status).toBe(422);
    const answers = await Promise.all(Array.from({ length: 40 }, () => claim(owner, { action: 'click' })));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(26);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(14);
  });
});

describe('the file', () => {
  test('holds what the filters leave, and no cell is taken for a formula', async () => {
    const { b } = app.fixtures;
    await note({
      company: b.tenant,
      action: 'test.csv',
      actor: { id: 1, name: '=HYPERLINK("http://x")', userType: 'userdownline' },
      description: '@SUM(A1), "quoted"',
    });
    const answer = await app.call('GET', path(b.tenant.id, '9999', '9999', 'test.csv'), b.owner);
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="user-log-[\d-]+\.csv"/);
    const rows: string[][] = parse(answer.text.replace(/^\uFEFF/, ''));
    expect(rows[0]).toEqual(['Name', 'User type', 'Location', 'IP address', 'Action', 'Description', 'Company', 'Date']);
    expect(rows).toHaveLength(2);
    expect(rows[1]!.slice(0, 2)).toEqual([`'=HYPERLINK("http://x")`, 'Admin']);
    expect(rows[1]![5]).toBe(`'@SUM(A1), "quoted"`);
    expect((await app.call('GET', path(app.fixtures.a.tenant.id), b.owner)).status).toBe(404);
  });

  test('is read in parts without loss', async () => {
    const { a } = app.fixtures;
    await note(...Array.from({ length: 1_200 }, (_, i) => ({ company: a.tenant, action: 'test.parts', description: `Row ${i}` })));
    const answer = await app.call('GET', path(a.tenant.id, 'all', 'all', 'test.parts'), a.owner);
    const rows: string[][] = parse(answer.text.replace(/^\uFEFF/, ''));
    expect(rows.slice(1).map((row) => row[5])).toEqual(Array.from({ length: 1_200 }, (_, i) => `Row ${1_199 - i}`));
  });

  test('a long one is written in the background, at most once at a time, and is nobody else’s', { timeout: 60_000 }, async () => {
    const { a } = app.fixtures;
    const owner = a.owner;
    const deed = { company: a.tenant, action: 'test.long' };
    for (let n = 0; n < 6; n += 1)
      await note(...Array.from({ length: 2_000 }, (_, i) => ({ ...deed, description: `Row ${n * 2_000 + i}` })));
    const direct = await app.call('GET', path(a.tenant.id, 'all', 'all', 'test.long'), owner);
    expect([direct.status, direct.body.code], direct.text).toEqual([409, 'user-log.problem.long']);
    const begin = () => app.call('POST', '/api/configuration/user/log-exports', owner, { body: { action: 'test.long' } });
    const begun = await Promise.all([begin(), begin(), begin()]);
    const ids = new Set(begun.map((b) => b.body.id));
    expect(ids.size).toBe(1);
    const file = `/api/configuration/user/log-exports/${begun[0].body.id}`;
    await app.settle();
    await expect
      .poll(async () => (await app.call('GET', file, owner)).body, { timeout: 20_000 })
      .toMatchObject({ percentage: 100, done: true, rows: 12_000 });
    const rows: string[][] = parse((await app.call('GET', `${file}/file`, owner)).text.replace(/^\uFEFF/, ''));
    expect(rows).toHaveLength(12_001);
    expect(new Set(rows.slice(1).map((r) => r[5])).size).toBe(12_000);
    for (const who of [a.admin, app.fixtures.b.owner, app.fixtures.operator])
      expect((await app.call('GET', `${file}/file`, who)).status).toBe(404);
    expect((await app.call('GET', '/api/configuration/user/log-exports', owner)).body.data).toHaveLength(1);
  });
});

test('a log of more than five thousand rows says that there are at least so many', async () => {
  const company = app.fixtures.b.tenant;
  await app.kernel.platform.raw(
    `insert into core_audit (company_id, action, description, actor_id, actor_name, user_type, ip, request_id)
     select ?, 'test.many', 'Deed', 0, 'Somebody', 'client', '203.0.113.9', 'r' from generate_series(1, 5001)`,
    [company.id],
  );
  const { body } = await search(app.fixtures.operator, { companyID: company.id, action: 'test.many' });
  expect(body).toMatchObject({ total: 5_000, total_is_least: true, last_page: 500 });
});
