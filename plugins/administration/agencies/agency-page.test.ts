import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';

interface PageBody {
  head: { actions: { id: string }[] };
  blocks: { as: string; tabs?: { id: string; blocks: unknown[] }[] }[];
}
let app: TestApp;
let operator: Person;
let agency: TestApp['fixtures']['a'];
beforeAll(async () => {
  app = await startTestApp();
  operator = app.fixtures.operator;
  agency = app.fixtures.a;
});
afterAll(() => app.close());

const get = (path: string, as: Person = operator) => app.call('GET', `/api${path}`, as);
const tabsOf = async (as: Person): Promise<string[]> =>
  ((await get('/ui/pages/agencies.page', as)).body as PageBody).blocks
    .find((block) => block.as === 'tabs')!
    .tabs!.filter(({ blocks }) => blocks.length > 0)
    .map(({ id }) => id);

test('has a tab for each thing that operators look after, and what can be done to its row', async () => {
  expect(await tabsOf(operator)).toEqual(['overview', 'clients', 'modules', 'billing', 'people', 'domains', 'settings', 'activity']);
  const { head } = (await get('/ui/pages/agencies.page')).body as PageBody;
  expect(head.actions.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['agencies.remove-agency-here', 'view-mode.switch-user', 'pricing.set-agency-cost', 'wallet.edit-billing']),
  );
});

test('sales people see the agencies they look after; nobody else sees one', async () => {
  const { sales, b } = app.fixtures;
  await app.call('PUT', '/api/configuration/sales', operator, { body: { companyID: agency.tenant.id, salesRep: sales.id } });
  expect((await get(`/agencies/${agency.tenant.id}/overview`, sales)).status).toBe(200);
  expect((await get(`/agencies/${b.tenant.id}/overview`, sales)).status).toBe(404);
  expect((await get('/ui/pages/agencies.page', agency.owner)).status).toBe(404);
  expect((await get(`/agencies/${agency.tenant.id}/overview`, agency.owner)).status).toBe(403);
});

test('says how the agency stands and why, with its clients and domains', async () => {
  const id = agency.tenant.id;
  expect((await get(`/agencies/${id}/overview`)).body).toMatchObject({
    company_id: id,
    id: agency.owner.id,
    state: 'active',
    statetext: '',
    clients: 2,
    terms: 'Weekly, Monthly, One Time, Prepaid',
  });
  const added = await app.call('POST', '/api/agencies', operator, {
    body: { ClientCompanyName: 'Pier', ClientFullName: 'Pat Pier', ClientEmail: 'pat@pier.example' },
  });
  expect(added.status, added.text).toBe(200);
  expect((await get(`/agencies/${added.body.company_id}/overview`)).body).toMatchObject({
    state: 'invited',
    statetext: 'Pat Pier has not accepted the invitation yet.',
  });
  const { body } = await get(`/clients/of/${id}`);
  expect((body as { data: { company_id: number }[] }).data.map(({ company_id }) => company_id).sort()).toEqual(
    agency.clients.map(({ tenant }) => tenant.id).sort(),
  );
  expect((await get(`/white-label/hosts/${id}`)).status).toBe(200);
});

test('the palette finds the agencies that somebody sees, and leads to their pages', async () => {
  const found = async (as: Person) =>
    (
      (await get(`/ui/records?search=${encodeURIComponent(agency.tenant.name)}`, as)).body as { groups: { id: string; data: object[] }[] }
    ).groups
      .filter(({ id }) => id === 'agencies.search')
      .flatMap(({ data }) => data);
  expect(await found(operator)).toMatchObject([{ id: String(agency.tenant.id), title: agency.tenant.name }]);
  expect(await found(app.fixtures.b.owner)).toEqual([]);
});

test('figures are for operators who may see the report over all agencies', async () => {
  const path = `/reports/agencies/${agency.tenant.id}/trends`;
  const deputy = await addPerson(app.kernel, app.fixtures.root, 'user', 'deputy@test.example', true);
  expect((await get(path, deputy)).body).toEqual({ leads: null, volume: null, paid: null, margin: null });
  await app.kernel
    .platform('roles_person')
    .insert({ account_id: deputy.id, company_id: app.fixtures.root.id, permissions: { report_analytics: true } });
  expect((await get(path, deputy)).body).toMatchObject({
    leads: { value: 0, before: 0 },
    volume: { value: 0 },
    paid: { value: 0 },
    margin: { value: 0 },
  });
});

test('a client, a foreign company and nobody answer alike', async () => {
  for (const id of [agency.clients[0]!.tenant.id, 2_000_000_000])
    for (const path of [
      `/agencies/${id}/overview`,
      `/clients/of/${id}`,
      `/white-label/hosts/${id}`,
      `/reports/agencies/${id}/trends`,
      `/wallet/agencies/${id}/balance`,
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
});
