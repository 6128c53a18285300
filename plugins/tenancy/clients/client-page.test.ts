import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

interface PageBody {
  head: { actions: { id: string }[] };
  blocks: { as: string; tabs?: { id: string }[] }[];
}

let app: TestApp;
let owner: Person;
let client: TestApp['fixtures']['a']['clients'][number];
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!;
});
afterAll(() => app.close());

const get = (path: string, as: Person = owner) => app.call('GET', `/api${path}`, as);
const page = async (as: Person): Promise<PageBody> => (await get('/ui/pages/clients.page', as)).body as PageBody;
const tabsOf = ({ blocks }: PageBody): string[] => blocks.find(({ as }) => as === 'tabs')!.tabs!.map(({ id }) => id);

describe('the page of a client', () => {
  test('has a tab for each thing that its agency looks after, and what can be done to its row', async () => {
    const body = await page(owner);
    expect(tabsOf(body)).toEqual(['overview', 'campaigns', 'billing', 'people', 'exclusions', 'settings', 'activity']);
    const actions = body.head.actions.map(({ id }) => id);
    expect(actions).toEqual(
      expect.arrayContaining([
        'clients.remove-client-here',
        'pricing.client-prices',
        'billing.invoice-client-now',
        'site-id.new-campaign-of-client',
      ]),
    );
    // Looking through accounts is for operators.
    expect(actions).not.toContain('view-mode.switch-user');
  });

  test('has no tab for what the reader may not do', async () => {
    const none = { enable: false, create: false, update: false, delete: false };
    const made = await app.call('POST', '/api/configuration/role-module/create', owner, {
      body: { roleName: 'Looks on', roledata: { LeadsPeek: none, Settings: { ...none, enable: true } } },
    });
    expect(made.status, made.text).toBe(200);
    const { admin } = app.fixtures.a;
    const given = await app.call('PUT', `/api/roles/people/${admin.id}`, owner, { body: { roleID: made.body.roleID } });
    expect(given.status, given.text).toBe(200);
    const seen = await page(admin);
    expect(tabsOf(seen)).toEqual(['billing', 'people', 'activity']);
    expect(seen.head.actions.map(({ id }) => id)).not.toEqual(expect.arrayContaining(['clients.remove-client-here']));
    for (const path of ['settings', 'overview'])
      expect([path, (await get(`/clients/${client.tenant.id}/${path}`, admin)).status]).toEqual([path, path === 'settings' ? 403 : 200]);
  });

  test('says how the client stands and why, and what a new campaign of it begins with', async () => {
    const added = await app.call('POST', '/api/clients', owner, {
      body: {
        ClientCompanyName: 'Pier',
        ClientFullName: 'Pat Pier',
        ClientEmail: 'pat@pier.example',
        ClientDomain: 'https://www.pier.example/shop',
      },
    });
    expect(added.status, added.text).toBe(200);
    const id = added.body.company_id as number;
    expect((await get(`/clients/${id}/overview`)).body).toMatchObject({
      company_name: 'Pier',
      state: 'invited',
      statetext: 'Pat Pier has not accepted the invitation yet.',
      website: 'https://www.pier.example',
      termstext: 'Weekly, Monthly, One Time, Prepaid',
      products: { local: true, locator: true },
    });
    expect((await get(`/clients/${client.tenant.id}/overview`)).body).toMatchObject({ state: 'active', statetext: '' });
    expect((await get(`/site-id/new-campaign/${id}`)).body).toEqual({ companyID: id, urlCode: 'https://www.pier.example/' });
    expect((await get(`/search-id/new-campaign/${id}`)).body).toMatchObject({ companyID: id });
  });

  test('changes one section and leaves the others as they are', async () => {
    const { body: added } = await app.call('POST', '/api/clients', owner, {
      body: { ClientCompanyName: 'Quay', ClientFullName: 'Quinn Quay', ClientEmail: 'quinn@quay.example', ClientDomain: 'quay.example' },
    });
    const id = added.company_id as number;
    // A client without a phone number can be changed all the same.
    const answer = await app.call('PATCH', `/api/clients/${id}`, owner, { body: { disabledaddcampaign: 'T' } });
    expect(answer.status, answer.text).toBe(200);
    expect((await get(`/clients/${id}`)).body).toMatchObject({
      ClientCompanyName: 'Quay',
      ClientFullName: 'Quinn Quay',
      ClientEmail: 'quinn@quay.example',
      ClientDomain: 'quay.example',
      timezone: 'America/Chicago',
      disabledaddcampaign: 'T',
    });
    expect((await get(`/clients/${id}/settings`)).body).toMatchObject({
      contact: 'Quay · Quinn Quay · quinn@quay.example',
      website: 'quay.example · America/Chicago',
      permissions: 'Your agency adds campaigns · Sees phone numbers · Gets notifications',
      terms: 'Weekly, Monthly, One Time, Prepaid',
    });
    const wrong = await app.call('PATCH', `/api/clients/${id}`, owner, { body: { timezone: 'Nowhere/At all' } });
    expect(wrong.status).toBe(422);
    expect((await app.call('PATCH', `/api/clients/${app.fixtures.b.clients[0]!.tenant.id}`, owner, { body: {} })).status).toBe(404);
  });

  test('is of nobody else’s clients: a foreign id answers like one that nobody has', async () => {
    const foreign = app.fixtures.b.clients[0]!.tenant.id;
    const unknown = 2_000_000_000;
    const paths = (id: number): string[] => [
      `/clients/${id}/overview`,
      `/clients/${id}/settings`,
      `/reports/clients/${id}/trends`,
      `/reports/clients/${id}/days`,
      `/billing/clients/${id}/overview`,
      `/people/of/${id}`,
      `/exclusions/summary?CompanyID=${id}`,
      `/site-id/new-campaign/${id}`,
    ];
    for (const [at, path] of paths(foreign).entries()) {
      const [asked, nobody] = [await get(path), await get(paths(unknown)[at]!)];
      expect([path, asked.status, (asked.body as { code: string }).code]).toEqual([path, 404, (nobody.body as { code: string }).code]);
    }
    for (const path of paths(client.tenant.id)) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });
});
