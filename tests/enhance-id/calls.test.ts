import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { Enhancing } from './enhancing.ts';

let it: Enhancing;
beforeAll(async () => {
  it = await Enhancing.start();
});
afterAll(() => it.stop());

const get = async (path: string, as: Person = it.app.fixtures.a.owner) => it.app.call('GET', `/api${path}`, as);
const view = async (id: number) => (await get(`/leadspeek/getcampaign/${id}`)).body;
const change = (id: number, fields: object) =>
  it.app.call('PUT', '/api/leadspeek/client/update', it.app.fixtures.a.owner, { body: { leadspeekID: id, ...fields } });
const made = async (fields: object = {}): Promise<number> => (await it.create(fields)).body.leadspeek_api_id;

describe('Enhance ID is offered', () => {
  const menu = async (as: Person) => JSON.stringify((await get('/ui/bootstrap', as)).body.menu);

  test('where a name and an address are configured, and nowhere else', async () => {
    const { a, b } = it.app.fixtures;
    expect(await menu(a.clients[0]!.user)).toContain('/enhanceid/campaign-management');
    for (const page of ['dashboard', 'campaigns', 'campaigns-v1'])
      expect((await get(`/ui/pages/enhance-id.${page}`)).status, page).toBe(200);
    expect((await get(`/user/${a.owner.id}`)).body).toMatchObject({ leadenhancename: 'Enhance ID', leadenhanceurl: 'enhanceid' });

    const client = b.clients[0]!;
    expect(await menu(client.user)).not.toContain('enhance');
    for (const page of ['dashboard', 'campaigns', 'campaigns-v1', 'leads'])
      expect((await get(`/ui/pages/enhance-id.${page}`, b.owner)).status, page).toBe(404);
    expect((await it.create({}, b.owner, client.tenant.id)).status).toBe(404);
    expect((await get(`/clients/${client.tenant.id}/products`, b.owner)).text).not.toContain('enhance');
    expect((await get(`/user/${b.owner.id}`, b.owner)).body).not.toHaveProperty('leadenhanceurl');
    expect((await get('/leadspeek/list-advance-information', b.owner)).body.data).toEqual([]);
    expect((await get('/ui/pages/site-id.dashboard', b.owner)).body.variants.map(({ page }: { page: string }) => page)).not.toContain(
      'enhance-id.dashboard',
    );
    // It can be named there all the same.
    expect((await get('/configuration/module-names', b.owner)).body.data).toContainEqual(
      expect.objectContaining({ key: 'enhance', own: false }),
    );
    expect((await it.name(b.owner)).status).toBe(200);
    await expect.poll(() => menu(client.user)).toContain('/enhanceid/campaign-management');
    await it.app.call('DELETE', '/api/configuration/module-names/enhance', b.owner);
    await expect.poll(() => menu(client.user)).not.toContain('enhance');
  });
});

describe('a campaign', () => {
  test('keeps what it asks for, and the answers of a questionnaire however they are sent', async () => {
    const id = await made({
      campaign_information_type: 'advanced',
      listAdvanceInformationId: 'Household, interests',
      answers: { Age: 40, Why: 'more' },
    });
    expect(await view(id)).toMatchObject({
      leadspeekType: 'enhance',
      campaign_information_type: 'advanced',
      listAdvanceInformationId: ['household', 'interests'],
      sourcecampaigns: [],
      answers: 'Age: 40\nWhy: more',
    });
    expect((await change(id, { answers: ['One', 'Two'] })).status).toBe(200);
    expect(await view(id)).toMatchObject({ answers: 'One\nTwo', listAdvanceInformationId: ['household', 'interests'] });
  });

  test('refuses information that nobody has, campaigns of others, and fields of other products', async () => {
    const id = await made();
    const { a, b } = it.app.fixtures;
    const ofOther = await it.leadsOf([], a.clients[1]!.tenant);
    await it.name(b.owner);
    const ofOtherAgency = (await it.create({}, b.owner, b.clients[0]!.tenant.id)).body.leadspeek_api_id as number;
    for (const [wrong, field] of [
      [{ listAdvanceInformationId: ['religion'] }, 'listAdvanceInformationId'],
      [{ campaign_information_type: 'all' }, 'campaign_information_type'],
      [{ sourcecampaigns: [String(ofOther)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: [String(ofOtherAgency)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: [String(id)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: ['9999999999'] }, 'sourcecampaigns'],
      [{ sourcecampaigns: ["1' or true"] }, 'sourcecampaigns'],
      [{ applyreidentificationall: 'T' }, 'applyreidentificationall'],
      [{ locatorkeyword: 'shoes' }, 'locatorkeyword'],
    ] as const)
      expect((await change(id, wrong)).body.errors, JSON.stringify(wrong)).toEqual([expect.objectContaining({ field })]);
    expect(await view(id)).toMatchObject({ sourcecampaigns: [], listAdvanceInformationId: [] });
  });

  test('that asks for advanced information says which before it begins', async () => {
    const id = await made({ campaign_information_type: 'advanced' });
    expect((await it.switch(id, 'active')).body.guards).toMatchObject([{ code: 'enhance-id.guard.information' }]);
    await change(id, { listAdvanceInformationId: ['household'] });
    expect((await it.switch(id, 'active')).status).toBe(200);
  });

  test('is offered campaigns of other products in the sight of whoever asks', async () => {
    const source = await it.leadsOf([]);
    const { a, b } = it.app.fixtures;
    const options = async (as: Person) => JSON.stringify((await get('/leadspeek/enhance/source-campaigns?search=Site', as)).body.options);
    expect(await options(a.clients[0]!.user)).toContain(`"value":"${source}"`);
    expect(await options(a.clients[1]!.user)).not.toContain(`"value":"${source}"`);
    expect(await options(b.owner)).toBe('[]');
  });
});

test('groups of information are listed with their fields', async () => {
  const { body } = await get('/leadspeek/list-advance-information?leadspeekType=enhance', it.app.fixtures.a.clients[0]!.user);
  expect(body.data.map(({ id, is_advanced }: { id: string; is_advanced: string }) => [id, is_advanced])).toEqual([
    ['contact', 'F'],
    ['address', 'F'],
    ['demographics', 'T'],
    ['household', 'T'],
    ['employment', 'T'],
    ['interests', 'T'],
  ]);
  expect(body.data[0].fields).toEqual([
    { name: 'email', title: 'E-mail address' },
    { name: 'phone', title: 'Phone number' },
  ]);
});

describe('suppliers', () => {
  test('are set up by operators alone, and their secrets are never shown again', async () => {
    await it.supply({});
    const { operator, a, sales } = it.app.fixtures;
    const listed = await get('/enrichment/suppliers', operator);
    const [{ id }] = listed.body.data;
    const one = await get(`/enrichment/suppliers/${id}`, operator);
    expect(one.body).toMatchObject({ name: 'Supplier 1', header: 'X-Api-Key', costCents: 10 });
    expect(listed.text + one.text).not.toContain('canary-secret');
    expect((await get('/settings/enrichment.suppliers', operator)).status).toBe(404);
    const [{ value }] = (await it.app.kernel.platform('core_setting').where({ key: 'enrichment.suppliers' })) as [{ value: object }];
    expect(JSON.stringify(value)).not.toContain('canary-secret');
    for (const person of [a.owner, a.clients[0]!.user, sales]) {
      for (const path of ['', `/${id}`]) expect((await get(`/enrichment/suppliers${path}`, person)).status).toBe(403);
      const body = it.supplierBody(0, { name: 'Mine' });
      expect((await it.app.call('POST', '/api/enrichment/suppliers', person, { body })).status).toBe(403);
      expect((await it.app.call('DELETE', `/api/enrichment/suppliers/${id}`, person)).status).toBe(403);
    }
  });

  test('have names of their own and groups that there are', async () => {
    const add = (fields: object) =>
      it.app.call('POST', '/api/enrichment/suppliers', it.app.fixtures.operator, { body: it.supplierBody(0, fields) });
    expect((await add({ name: ' supplier 1 ' })).body.errors).toMatchObject([{ field: 'name' }]);
    expect((await add({ name: 'Other', groups: ['religion'] })).body.errors).toMatchObject([{ field: 'groups' }]);
    expect((await add({ name: 'Other', url: 'ftp://x' })).body.errors).toMatchObject([{ field: 'url' }]);
  });
});
