import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const NONE = { active: 0, scheduled: 0, limit_reached: 0, paused: 0, needs_attention: 0, draft: 0 };
const get = (path: string, as: Person) => app.call('GET', `/api${path}`, as);
const create = async (as: Person, companyID: number, leadspeekType: string) =>
  (await app.call('POST', '/api/leadspeek/client/create', as, { body: { companyID, leadspeekType, campaignName: `New ${leadspeekType}` } }))
    .body.leadspeek_api_id as number;
/** What the menu Campaign holds for somebody. */
const entries = async (as: Person): Promise<[string, string][]> => {
  type Entry = { id: string; title: string; path: string; children: Entry[] };
  const { menu } = (await get('/ui/bootstrap', as)).body as { menu: Entry[] };
  return (menu.find(({ id }) => id === 'products.campaign-menu')?.children ?? []).map(({ title, path }) => [title, path]);
};

describe('the menu Campaign', () => {
  test('holds the dashboard, a new campaign, the audiences and the clients, for those who may', async () => {
    const { a, operator, sales } = app.fixtures;
    const own = [
      ['Dashboard', '/campaign'],
      ['Create Campaign', '/campaign-setup'],
      ['Campaign Audience List', '/Audience'],
    ];
    expect(await entries(a.owner)).toEqual([...own, ['Clients', '/Client']]);
    expect(await entries(a.clients[0]!.user)).toEqual(own);
    for (const who of [operator, sales]) expect(await entries(who)).toEqual([]);
  });

  test('shows the campaigns of all products and of no other agency, counted by their state', async () => {
    const { a, b } = app.fixtures;
    const [client, other] = a.clients;
    await create(a.owner, client!.tenant.id, 'local');
    await create(a.owner, client!.tenant.id, 'locator');
    await create(b.owner, b.clients[0]!.tenant.id, 'local');
    expect((await get('/campaigns/counts', a.owner)).body).toEqual({ ...NONE, draft: 2 });
    expect((await get('/campaigns/counts', other!.user)).body).toEqual(NONE);
    const { data } = (await get(`/leadspeek/client/-/-/${a.tenant.id}`, a.owner)).body;
    expect(data.map((row: { product_name: string }) => row.product_name)).toEqual(['Search ID', 'Site ID']);
    expect((await get('/campaigns/clients?sortby=company_name', a.owner)).body.data).toEqual([
      { companyID: client!.tenant.id, company_name: 'Client A1', campaigns: 2, active: 0 },
      { companyID: other!.tenant.id, company_name: 'Client A2', campaigns: 0, active: 0 },
    ]);
    expect((await get('/campaigns/clients?search=a1', b.owner)).body.total).toBe(0);
    expect((await get('/campaigns/clients', client!.user)).status).toBe(403);
  });

  test('counts of each state as many as the list of that state holds', async () => {
    const { owner, clients } = app.fixtures.b;
    const client = clients[1]!;
    const soon = new Date(Date.now() + 3_600_000);
    const past = new Date(Date.now() - 3_600_000);
    const kinds: object[] = [
      { status: 'draft' },
      { status: 'scheduled', starts_at: soon },
      { status: 'active' },
      { status: 'active', full_until: soon },
      { status: 'active', full_until: past },
      { status: 'paused', pause_reason: 'user' },
      { status: 'paused', pause_reason: 'wallet_empty' },
      { status: 'stopped' },
      { status: 'archived' },
      { status: 'removed', removed_at: past },
    ];
    for (const kind of kinds) {
      const id = await create(owner, client.tenant.id, 'local');
      await app.kernel.platform('campaigns_campaign').where({ id }).update(kind);
    }
    const gone = await create(owner, client.tenant.id, 'local');
    await app.kernel.platform('campaigns_campaign').where({ id: gone }).update({ status: 'active', product: 'a-product-of-before' });
    const counts = (await get('/campaigns/counts', client.user)).body as Record<string, number>;
    // Those that run have no pixel that was met.
    expect(counts).toEqual({ active: 3, scheduled: 1, limit_reached: 1, paused: 2, needs_attention: 4, draft: 1 });
    for (const [state, count] of Object.entries(counts)) {
      const { total } = (await get(`/leadspeek/client/-/-/${client.tenant.id}?CampaignStatus=${state}`, client.user)).body;
      expect([state, total]).toEqual([state, count]);
    }
  });

  test('offers the products that the company has, each with its form', async () => {
    const { a } = app.fixtures;
    const products = async () => (await get('/products/offered', a.owner)).body.data.map(({ product }: { product: string }) => product);
    expect(await products()).toEqual(['local', 'locator']);
    const { blocks } = (await get('/ui/pages/products.campaign-setup', a.owner)).body;
    expect(blocks[0].actions.map(({ id, when }: { id: string; when: object }) => [id, when])).toEqual(
      expect.arrayContaining([
        ['site-id.set-up', { field: 'product', is: 'local' }],
        ['search-id.set-up', { field: 'product', is: 'locator' }],
      ]),
    );
    await app.call('PUT', `/api/agencies/${a.tenant.id}/modules/search-id`, app.fixtures.operator, { body: { on: false } });
    await expect.poll(products).toEqual(['local']);
  });

  test('asks for the area Campaign and that of leads', async () => {
    const { owner, admin } = app.fixtures.b;
    const all = { enable: true, create: true, update: true, delete: true };
    const module = '/api/configuration/role-module';
    const { roleID } = (
      await app.call('POST', `${module}/create`, owner, {
        body: { roleName: 'Looks', roledata: { LeadsPeek: all, Campaign: { enable: true } } },
      })
    ).body;
    await app.call('PUT', `/api/roles/people/${admin.id}`, owner, { body: { roleID, no_role: false } });
    expect((await entries(admin)).map(([title]) => title)).toEqual(['Dashboard', 'Campaign Audience List', 'Clients']);
    expect((await get('/products/offered', admin)).status).toBe(403);
    for (const roledata of [{ LeadsPeek: all }, { Campaign: all }]) {
      expect((await app.call('PUT', `${module}/update`, owner, { body: { roleID, roledata } })).status).toBe(200);
      expect(await entries(admin)).toEqual([]);
      expect((await get('/ui/pages/products.campaign', admin)).status).toBe(404);
    }
  });
});
