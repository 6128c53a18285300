import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ctx, contribute, ConfigurationParts, definePlugin, Problem, type Tenant } from '../../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import { grant } from '../../../../tests/support/switching.ts';
import { changesBetween } from './changes.ts';

/** A part that refuses, for agencies of this name. */
let refusing = '';
const stubborn = definePlugin({
  manifest: { id: 'stubborn', version: '1.0.0', core: '^1', level: 'platform' },
  contributions: [
    contribute(ConfigurationParts, {
      id: 'stubborn.part',
      title: 'core.configuration.forms',
      order: 900,
      read: async (_ctx: Ctx, agency: Tenant) => ({ is: agency.name === refusing ? 'other' : 'same' }),
      async write() {
        throw new Problem(409, 'core.problem.denied');
      },
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [stubborn] });
});
afterAll(() => app.close());

const BASE = '/api/operations/snapshots';
const ask = (path: string, as = app.fixtures.operator) => app.call('GET', `${BASE}${path}`, as);
const keep = async (agency: Tenant, name: string): Promise<number> => {
  const kept = await app.call('POST', BASE, app.fixtures.operator, { body: { agency: agency.id, name } });
  expect(kept.status, kept.text).toBe(201);
  return kept.body.id;
};
const push = (id: number, agency: Tenant, parts?: string[], rest = '') =>
  app.call(rest ? 'POST' : 'PUT', `${BASE}/${id}/agencies/${agency.id}${rest}`, app.fixtures.operator, { body: parts ? { parts } : {} });
const restore = (id: number, rest = '') => app.call('POST', `${BASE}/${id}/restore${rest}`, app.fixtures.operator);
const changes = async (id: number, other = 'now') => (await ask(`/${id}/changes?PerPage=100&with=${other}`)).body.data;
const setting = async (agency: Tenant, key: string): Promise<unknown> =>
  ((await app.kernel.platform('core_setting').where({ company_id: agency.id, key }).first('value')) as { value: unknown } | undefined)
    ?.value;
const store = (agency: Tenant, key: string, value: unknown) =>
  app.kernel
    .platform('core_setting')
    .insert({ company_id: agency.id, key, value: JSON.stringify(value) })
    .onConflict(['company_id', 'key'])
    .merge();

/** Sets an agency up in every part that there is. */
async function setUp(agency: Tenant): Promise<void> {
  const { platform } = app.kernel;
  await store(agency, 'white-label.theme', { sidebarcolor: '#112233' });
  await store(agency, 'core.names', { local: { name: 'Visitors', url: 'visitors', former: ['old-visitors'] } });
  await store(agency, 'campaigns.prices', { local: 45 });
  await store(agency, 'wallet.wholesale', { local: 20 });
  await store(agency, 'companies.payment-terms', ['Weekly']);
  await store(agency, 'billing.zone', 'America/New_York');
  await store(agency, 'search-id.lookback', { days: 10 });
  await platform('core_switch').insert({ company_id: agency.id, key: 'wallet.data_wallet', is_on: true });
  await platform('core_form_layer').insert({
    company_id: agency.id,
    form_id: 'clients.add',
    revision: 1,
    state: 'published',
    base_version: 1,
    ops: JSON.stringify([{ field: 'ClientDomain', set: 'hide', value: true }]),
    published_at: new Date(),
  });
  await platform('roles_role').insert({
    company_id: agency.id,
    name: 'Support',
    icon: 'user',
    rights: JSON.stringify({ Settings: { enable: true } }),
  });
}

let kept = 0;
test('a snapshot holds each part, and nothing secret, of people or of one agency alone', async () => {
  const { a } = app.fixtures;
  await setUp(a.tenant);
  await store(a.tenant, 'white-label.contact', { contact_email: 'somebody@agency-a.example' });
  await store(a.tenant, 'wallet.ceiling', { cents: 777_777 });
  kept = await keep(a.tenant, 'As it should be');
  const { parts } = (await app.kernel.platform('operations_snapshot').where({ id: kept }).first('parts')) as {
    parts: Record<string, Record<string, unknown>>;
  };
  expect(parts).toMatchObject({
    'agencies.modules': { 'wallet.data_wallet': true },
    'core.names': { local: { name: 'Visitors', url: 'visitors' } },
    'white-label.look': { 'white-label.theme': { sidebarcolor: '#112233' } },
    'wallet.wholesale': { 'wallet.wholesale': { local: 20 } },
    'campaigns.prices': { 'campaigns.prices': { local: 45 } },
    'companies.terms': { 'companies.payment-terms': ['Weekly'] },
    'billing.zone': { 'billing.zone': 'America/New_York' },
    'search-id.lookback': { 'search-id.lookback': { days: 10 } },
    'core.forms': { 'clients.add': { version: 1, ops: [{ field: 'ClientDomain' }] } },
    'roles.roles': { Support: { rights: { Settings: { enable: true } } } },
  });
  expect(JSON.stringify(parts)).not.toMatch(/old-visitors|somebody@|777777/);
  expect(await changes(kept)).toEqual([]);
});

test('what differs from now, or from another snapshot, is told value by value', async () => {
  const { a } = app.fixtures;
  await store(a.tenant, 'campaigns.prices', { local: 60, enhance: 5 });
  expect(await changes(kept)).toMatchObject([
    { part: 'Default price per lead', name: 'enhance', before: '', after: '5', kind: 'added' },
    { part: 'Default price per lead', name: 'local', before: '45', after: '60', kind: 'changed' },
  ]);
  const later = await keep(a.tenant, 'Later');
  expect(await changes(kept, String(later))).toHaveLength(2);
  expect(await changes(later, String(kept))).toMatchObject([{ kind: 'removed' }, { before: '60', after: '45' }]);
  expect((await restore(kept)).body.changes).toBe(2);
  expect(await setting(a.tenant, 'campaigns.prices')).toEqual({ local: 45 });
  expect((await ask(`/${kept}/changes?with=999999`)).status).toBe(404);
});

test('a module is called by its title, and is on or off', async () => {
  const { b } = app.fixtures;
  const before = await keep(b.tenant, 'Before');
  await grant(app, b.tenant, 'core.agency_forms', true);
  expect(await changes(before)).toMatchObject([{ name: 'Agencies edit their own forms', before: '', after: 'On', kind: 'added' }]);
  await grant(app, b.tenant, 'core.agency_forms', null);
});

test('chosen parts are pushed, a rehearsal changes nothing, and what was there before can be brought back', async () => {
  const { b } = app.fixtures;
  await store(b.tenant, 'campaigns.prices', { local: 99 });
  await app.kernel.platform('roles_role').insert({ company_id: b.tenant.id, name: 'Own', icon: '', rights: '{}' });
  const [target] = (await ask(`/${kept}/agencies?search=Agency B`)).body.data;
  expect(target.changes).toBeGreaterThan(8);
  expect((await push(kept, b.tenant, ['campaigns.prices'], '/rehearsal')).body).toEqual({ result: 'success' });
  expect(await setting(b.tenant, 'campaigns.prices')).toEqual({ local: 99 });

  expect((await push(kept, b.tenant, ['campaigns.prices', 'roles.roles'])).status).toBe(200);
  expect([await setting(b.tenant, 'campaigns.prices'), await setting(b.tenant, 'white-label.theme')]).toEqual([{ local: 45 }, undefined]);
  // The second click finds nothing to do, and keeps no further snapshot.
  expect((await push(kept, b.tenant, ['campaigns.prices', 'roles.roles'])).body.changes).toBe(0);
  const before = (await ask('?reason=push')).body.data;
  expect(before).toMatchObject([{ agency: 'Agency B', name: 'As it should be', parts: ['Default price per lead', 'Roles'] }]);

  expect((await push(kept, b.tenant)).status).toBe(200);
  await vi.waitFor(async () => expect((await ask(`/${kept}/agencies?search=Agency B`)).body.data[0].changes).toBe(0), 10_000);
  // Its links keep leading to where they led.
  expect(await setting(b.tenant, 'core.names')).toMatchObject({ local: { name: 'Visitors', url: 'visitors' } });

  for (const { id } of (await ask('?reason=push')).body.data) expect((await restore(id)).status).toBe(200);
  expect([await setting(b.tenant, 'campaigns.prices'), await setting(b.tenant, 'white-label.theme')]).toEqual([{ local: 99 }, undefined]);
  const roles = await app.kernel.platform('roles_role').where({ company_id: b.tenant.id }).pluck('name');
  expect(roles).toEqual(['Own']);
  const forms = await app.kernel.platform('core_form_layer').where({ company_id: b.tenant.id, state: 'published' }).select('ops', 'extra');
  expect(forms).toEqual([{ ops: [], extra: {} }]);
  const { rows } = await app.kernel.platform.raw(`select actor_id, company_id from core_audit where action = 'operations.snapshot-pushed'`);
  expect(rows).toEqual([1, 2].map(() => ({ actor_id: app.fixtures.operator.id, company_id: b.tenant.id })));
});

test('a part that the agency cannot have leaves all others as they were', async () => {
  const { b } = app.fixtures;
  refusing = b.tenant.name;
  const before = (await ask('')).body.total;
  expect((await push(kept, b.tenant, undefined, '/rehearsal')).status).toBe(409);
  expect((await push(kept, b.tenant)).status).toBe(409);
  refusing = '';
  expect([await setting(b.tenant, 'campaigns.prices'), (await ask('')).body.total]).toEqual([{ local: 99 }, before]);
});

test('two pushes to one agency at the same time follow one another', async () => {
  const { a, b } = app.fixtures;
  await store(a.tenant, 'campaigns.prices', { local: 11 });
  const other = await keep(a.tenant, 'Eleven');
  const both = await Promise.all([push(kept, b.tenant, ['campaigns.prices']), push(other, b.tenant, ['campaigns.prices'])]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const rows = (await ask('?reason=push')).body.data.slice(0, 2) as { id: number; name: string }[];
  // Whoever came second kept what the first had pushed.
  const stored = await app.kernel
    .platform('operations_snapshot')
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .select('parts');
  const prices = stored.map(({ parts }) => parts['campaigns.prices']['campaigns.prices'].local);
  expect(prices[0]).toBe(99);
  expect([11, 45]).toContain(prices[1]);
  expect((await setting(b.tenant, 'campaigns.prices')) as object).toEqual({ local: prices[1] === 11 ? 45 : 11 });
});

test('nobody below the root sees or makes any, not even its own, and a fresh sign-in is asked for', async () => {
  const { a, b, sales, operator } = app.fixtures;
  for (const who of [a.owner, a.admin, a.clients[0]!.user, sales]) {
    for (const path of ['', `/${kept}`, `/${kept}/changes`, `/${kept}/agencies`]) expect((await ask(path, who)).status).toBe(403);
    expect((await app.call('POST', `${BASE}/${kept}/restore`, who)).status).toBe(403);
  }
  expect((await app.call('POST', BASE, operator, { body: { agency: a.clients[0]!.tenant.id, name: 'x' } })).status).toBe(404);
  expect((await push(kept, a.clients[0]!.tenant)).status).toBe(404);
  expect((await push(kept, b.tenant, ['stubborn.nothing'])).status).toBe(422);
  await app.kernel
    .platform('core_session')
    .where({ account_id: operator.id })
    .update({ fresh_at: new Date(0) });
  expect((await restore(kept)).body.code).toBe('core.problem.step-up');
  await app.kernel.platform('core_session').where({ account_id: operator.id }).update({ fresh_at: new Date() });
  expect((await app.call('DELETE', `${BASE}/${kept}`, operator)).status).toBe(200);
  expect((await ask(`/${kept}`)).status).toBe(404);
});

test('changes name the single values that differ', () => {
  const before = { part: { deep: { one: 1, list: [1, 2] }, gone: 'x' } };
  const after = { part: { deep: { one: 2, list: [1, 2] }, new: {} } };
  expect(changesBetween(before, after, ['part'])).toEqual([
    { part: 'part', name: 'deep › one', before: '1', after: '2', kind: 'changed' },
    { part: 'part', name: 'gone', before: 'x', after: '', kind: 'removed' },
    { part: 'part', name: 'new', before: '', after: '{}', kind: 'added' },
  ]);
  expect(changesBetween(before, before, ['part'])).toEqual([]);
});
