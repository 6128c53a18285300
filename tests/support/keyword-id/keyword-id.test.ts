import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareDatabase } from '../../../core/boot/database.ts';
import { loadPlugins } from '../../../core/boot/load.ts';
import { serve } from '../../../core/boot/serve.ts';
import { startKernel } from '../../../core/boot/start.ts';
import { INSTALLED } from '../../../config/plugins.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Receiver } from '../../../plugins/connectors/integrations/receiver.fake.ts';
import { LeadIntake } from '../../../plugins/lead-intake/leads/contract.ts';
import { Books } from '../../../plugins/money/ledger/contract.ts';
import keywordId, { Searches } from './index.ts';

/** A product is one folder and one line: what is made of its declaration, and what the rest of the product does with it. */
conformance(keywordId);

let app: TestApp;
let crm: Receiver;
let owner: Person;
let operator: Person;
let client: Person;
let id: number;
beforeAll(async () => {
  crm = await Receiver.start();
  app = await startTestApp({ plugins: [keywordId], config: { egressAllow: [crm.host] } });
  owner = app.fixtures.a.owner;
  operator = app.fixtures.operator;
  client = app.fixtures.a.clients[0]!.user;
  await app.call('POST', '/api/general/create-connected-account', owner);
  await app.call('PUT', '/api/payments/sandbox-account', owner, { body: { status: 'completed' } });
  await app.call('PUT', '/api/payment/card', client, { body: { tokenid: 'approved' } });
  id = (await create({ keywords: ['Running Shoes', 'trail'] })).body.leadspeek_api_id;
});
afterAll(async () => {
  await app.close();
  crm.stop();
});

const create = (fields: object, as = owner) =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { companyID: client.tenant.id, leadspeekType: 'keyword', campaignName: 'Shoes', ...fields },
  });
const view = async (of = id, as = owner) => (await app.call('GET', `/api/leadspeek/getcampaign/${of}`, as)).body;
const activate = (of = id) => app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: of, status: 'active' } });
/** People who were observed to look for a keyword. */
const observe = (campaignId: number, names: readonly string[]) =>
  app.inside(app.fixtures.a.tenant, 'keyword-id', (ctx) =>
    ctx.use(LeadIntake).take(
      Searches,
      names.map((name) => ({
        ref: name,
        campaignId,
        personKey: createHash('sha256').update(name).digest(),
        person: {
          firstName: name,
          lastName: 'Known',
          email: `${name}@people.example`,
          phone: '',
          address: '',
          city: '',
          state: '',
          zip: '',
          company: '',
        },
        at: ctx.now,
        evidence: { keyword: 'trail' },
      })),
    ),
  );
const text = async (path: string, as = owner) => (await app.call('GET', `/api${path}`, as)).text;
const bootstrap = (as: Person) => app.call('GET', '/api/ui/bootstrap', as);

describe('what is declared of a product makes', () => {
  test('its place in the menu, its pages and its name and address, which an agency may change', async () => {
    expect(JSON.stringify((await bootstrap(client)).body.menu)).toContain('/keywordid/campaign-management');
    const names = { keyword: { name: 'Finder', url: 'finder' } };
    expect((await app.call('PUT', '/api/configuration/module-names', owner, { body: { names } })).status).toBe(200);
    await expect.poll(async () => JSON.stringify((await bootstrap(client)).body.menu)).toContain('/finder/campaign-management');
    expect(await text('/ui/pages/clients.list')).toContain('Finder');
    for (const page of ['dashboard', 'campaigns', 'campaigns-v1']) {
      expect((await app.call('GET', `/api/ui/pages/keyword-id.${page}`, owner)).status, page).toBe(200);
    }
    expect(await text('/ui/pages/keyword-id.dashboard')).toContain('reports.');
    expect((await bootstrap(operator)).body.pages.find((p: { id: string }) => p.id === 'keyword-id.campaigns').access.open).toBe(false);
  });

  test('forms with its own fields before those of all campaigns, without those that it has not got', async () => {
    const form = (await app.call('GET', '/api/ui/forms/keyword-id.campaign', owner)).body;
    expect(form.order).toEqual(expect.arrayContaining(['campaignName', 'keywords', 'strictMatch', 'LimitLead', 'clientOrganizationID']));
    expect(Object.keys(form.schema.properties)).not.toEqual(expect.arrayContaining(['locatorzip']));
    expect(form.schema.properties).not.toHaveProperty('urlCode');
    expect([form.schema.properties.keywords.title, form.schema.properties.LimitLead.title]).toEqual(['Keywords', 'Lead limit']);
    expect(form.schema.required).toContain('keywords');
    expect([form.ui.campaignName.group, form.ui.companyID.group, form.ui.clientOrganizationID.group]).toEqual([
      'Keywords',
      'Keywords',
      'Keywords',
    ]);
  });

  test('calls that keep its fields, and refuse wrong ones and those of other products', async () => {
    expect(await view()).toMatchObject({ leadspeekType: 'keyword', keywords: ['running shoes', 'trail'], strictMatch: 'F' });
    const change = (body: object) => app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, ...body } });
    expect((await change({ strictMatch: 'T' })).status).toBe(200);
    expect(await view()).toMatchObject({ keywords: ['running shoes', 'trail'], strictMatch: 'T' });
    for (const [wrong, field] of [
      [{ keywords: ['2nd'] }, 'keywords'],
      [{ keywords: 'a,b,c,d,e,f' }, 'keywords'],
      [{ urlCode: 'https://shop.example/' }, 'urlCode'],
      [{ strictMatch: 'maybe' }, 'strictMatch'],
      [{ locatorzip: '60601' }, 'locatorzip'],
    ] as const)
      expect((await change(wrong)).body.errors, field).toEqual([expect.objectContaining({ field })]);
    const local = await create({ leadspeekType: 'local', keywords: ['shoes'] });
    expect(local.body.errors).toEqual([{ field: 'keywords', message: 'Site ID campaigns do not have this field.' }]);
    expect(await view(id, app.fixtures.b.owner)).toMatchObject({ status: 404 });
  });

  test('prices with the names that it says', async () => {
    const { tenant } = app.fixtures.a;
    const cost = { keyword: { Weekly: { KeywordCostperlead: '0.90' } } };
    const set = await app.call('PUT', '/api/configuration/setting', operator, {
      body: { companyID: tenant.id, actionType: 'customsmtpmodule', comsetname: 'costagency', comsetval: cost },
    });
    expect(set.status, set.text).toBe(200);
    const { data } = (await app.call('GET', `/api/configuration/setting/${tenant.id}/costagency`, operator)).body;
    expect(data.keyword.Weekly).toEqual({ KeywordPlatformFee: '0', KeywordCostperlead: '0.90', KeywordMinCostMonth: '0' });
    expect((await view()).CostSet).toBe('2.10');
  });

  test('a guard of its own, a test lead, and a switch', async () => {
    const empty = (await create({})).body.leadspeek_api_id as number;
    expect((await activate(empty)).body.guards).toMatchObject([{ code: 'keyword-id.guard.keywords' }]);
    expect((await app.call('POST', '/api/leadspeek/testlead', owner, { body: { leadspeek_api_id: id } })).status).toBe(200);
    const modules = (await app.call('GET', `/api/clients/${client.tenant.id}/products`, owner)).body.data;
    expect(modules.map(({ key }: { key: string }) => key)).toEqual(['local', 'locator', 'keyword']);
    expect(modules.at(-1)).toMatchObject({ on: true });
  });
});

test('its leads are charged, listed, exported, delivered and returned like all others', async () => {
  const hook = { name: 'CRM', url: crm.url('/hook') };
  expect((await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', client, { body: hook })).status).toBe(200);
  expect((await activate()).body.status).toBe('active');
  expect((await observe(id, ['ada', 'bo'])).map(({ name }) => name)).toEqual(['lead', 'lead']);
  await app.settle();
  const owed = await app.inside(app.fixtures.a.tenant, 'ledger', (ctx) =>
    ctx.use(Books).cents({ companyId: client.tenant.id, account: 'receivable' }),
  );
  expect(owed).toBe(420);
  const { data } = (await app.call('GET', '/api/reports/leads?product=keyword', client)).body;
  expect(data).toHaveLength(3); // one of them a test
  const file = await app.call('GET', '/api/reports/leads.csv?product=keyword', client);
  expect(file.text).toMatch(/Keyword/);
  expect(file.text).toContain('trail');
  expect(crm.received.filter(({ body }) => body.includes('trail'))).toHaveLength(2);
  const lead = data.find(({ email }: { email: string }) => email === 'ada@people.example').id as string;
  const back = await app.call('POST', '/api/warranty/returns', client, { body: { lead, reason: 'wrong_person', note: randomUUID() } });
  expect(back.status, back.text).toBe(200);
});

test('its leads are bought beforehand like all others', async () => {
  await app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: id, status: 'paused' } });
  const terms = {
    companyID: client.tenant.id,
    leadspeekType: 'keyword',
    CostSet: '3',
    PaymentTerm: 'Prepaid',
    leadsbuy: 3,
    topupoptions: 'onetime',
  };
  expect((await app.call('PUT', '/api/configuration/user/costmodule', owner, { body: terms })).body).toMatchObject({ result: 'success' });
  const prepaid = (await create({ keywords: ['boots'], CostSet: '3' })).body.leadspeek_api_id as number;
  const bought = await app.call('POST', '/api/prepaid/packs', owner, { body: { leadspeek_api_id: prepaid, activate: 'T' } });
  expect(bought.status, bought.text).toBe(200);
  await app.settle();
  expect(await view(prepaid)).toMatchObject({ status: 'active' });
  const names = (await observe(prepaid, ['cy', 'di', 'ed', 'flo'])).map(({ name }) => name);
  expect(names.filter((name) => name === 'lead')).toHaveLength(3);
});

test('without its plugin its campaigns rest and show as unavailable, and their leads stay', async () => {
  expect((await app.call('POST', '/api/prepaid/packs', owner, { body: { leadspeek_api_id: id, activate: 'T' } })).status).toBe(200);
  await app.settle();
  expect((await view()).status).toBe('active');
  const config = { ...app.kernel.config, port: 0 };
  const loaded = await loadPlugins(INSTALLED);
  await prepareDatabase(
    config,
    app.databaseUrl,
    loaded.flatMap(({ plugin }) => plugin ?? []),
  );
  const kernel = await startKernel(config, loaded, { faults: [] });
  try {
    expect(kernel.registry.report.filter(({ state }) => state === 'failed')).toEqual([]);
    const serving = await serve(kernel, { host: 'localhost', schedule: false });
    try {
      const token = await app.tokenOf(owner);
      const get = async (path: string) =>
        (await fetch(`http://localhost:${serving.port}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
      await serving.workers.tick('campaigns.clock');
      expect(await get(`/leadspeek/getcampaign/${id}`)).toMatchObject({
        status: 'paused',
        state: 'unavailable',
        pausereason: 'module_disabled',
      });
      const all = await get('/leadspeek/client/-/-/-');
      expect(all.data.map((row: { state: string }) => row.state)).toEqual(expect.arrayContaining(['unavailable']));
      expect((await get('/leadspeek/client/-/-/-?CampaignStatus=unavailable')).total).toBe(3);
      expect((await get('/pricing/own')).data.map((row: { product: string }) => row.product)).not.toContain('keyword');
      const history = await get(`/pricing/agencies/${app.fixtures.a.tenant.id}/history`);
      expect(history.data.map((row: { product: string }) => row.product)).toContain('keyword');
      expect((await get('/reports/leads')).total).toBeGreaterThanOrEqual(5);
      const refused = await fetch(`http://localhost:${serving.port}/api/leadspeek/client/activepause`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ leadspeekID: id, status: 'active' }),
      });
      expect(refused.status).toBe(409);
    } finally {
      await serving.stop();
    }
  } finally {
    await kernel.close();
  }
  await app.tick('campaigns.clock');
  expect(await view()).toMatchObject({ status: 'active', state: expect.not.stringMatching('unavailable') });
});
