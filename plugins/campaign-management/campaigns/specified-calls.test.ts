import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rights, Switches } from '../../../core/contract.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Campaigns } from './contract.ts';

/** The specification's calls, with all the fields it shows, as each kind of person makes them. */
let app: TestApp;
let owner: Person;
let first: Person;
let second: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  [first, second] = app.fixtures.a.clients.map((c) => c.user) as [Person, Person];
});
afterAll(() => app.close());

const create = (fields: object = {}, as = owner): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { companyID: first.tenant.id, leadspeekType: 'local', campaignName: 'Shop', ...fields },
  });
const update = (body: object): Promise<Answer> => app.call('PUT', '/api/leadspeek/client/update', owner, { body });
const made = async (fields: object = {}): Promise<number> => (await create(fields)).body.leadspeek_api_id;
const activate = (id: number, as = owner): Promise<Answer> =>
  app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status: 'active' } });
const running = (as: Person, companyId: number): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/check-campaign-active', as, {
    body: { company_id: companyId, leadspeek_type: 'local', user_type: 'agency' },
  });

/** Fields that belong to other products: they come empty where a whole entity is sent. */
const ofOthers = {
  locationtarget: '',
  locatordesc: '',
  locatorkeyword: [],
  locatorkeywordcontextual: '',
  locatorrequire: '',
  sificampaign: 0,
  sifiorganizationid: '',
  externalcampaign: '',
  externalorganizationid: null,
  listAdvanceInformationId: '',
  listB2BInformationId: '',
  campaign_information_type: '',
  answers: '',
};
/** Further fields of the specification's entities. */
const entity = {
  ...ofOthers,
  reportType: 'CSV',
  adminNotifyTo: [],
  enableMinimumLimitLeads: 'F',
  minimumLimitLeads: 0,
  companyGroupID: '',
  clientOrganizationID: '',
  clientCampaignID: '',
  clientHidePhone: 'F',
  gtminstalled: 'F',
  oristartdatecampaign: '',
  orienddatecampaign: '',
  status: 'draft',
  CostSetAdvanced: '0',
  CostSetB2b: '0',
  CostMonth: '0',
  PaymentTerm: 'Weekly',
  contiDurationSelection: 'weekly',
  topupoptions: 'onetime',
  leadsbuy: 0,
  PlatformFee: '0',
};

test('a whole entity is taken, new or changed, and its status moves nothing', async () => {
  const answer = await create({ ...entity, leadspeekID: '', leadspeek_api_id: '' });
  expect([answer.status, answer.body.status], answer.text).toEqual([200, 'draft']);
  const body = {
    ...entity,
    leadspeekID: answer.body.leadspeek_api_id,
    campaignName: 'Changed',
    startdatecampaign: '2030-01-02',
  };
  for (const refused of [await create({ ...entity, status: 'active' }), await update({ ...body, status: 'active' })])
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'status' }]]);
  expect((await update(body)).body).toMatchObject({ result: 'success', status: 'draft' });
  expect((await app.call('GET', `/api/leadspeek/getcampaign/${body.leadspeekID}`, owner)).body).toMatchObject({
    campaignName: 'Changed',
    startdatecampaign: '2030-01-02',
    oristartdatecampaign: '2030-01-02',
    orienddatecampaign: '',
  });
});

test('a field that campaigns of the product have not got is refused where it says something, and changes nothing', async () => {
  const id = await made();
  for (const [field, value] of [
    ['locatorkeyword', ['shoes']],
    ['sificampaign', 7],
    ['answers', 'yes'],
    ['nosuchfield', 'x'],
  ] as const) {
    for (const answer of [
      await create({ [field]: value }),
      await app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, campaignName: 'Lost', [field]: value } }),
    ])
      expect([answer.status, answer.body.errors], field).toEqual([422, [expect.objectContaining({ field })]]);
  }
  expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body.campaignName).toBe('Shop');
});

test('a campaign is booked under an organization of its agency, and under no other', async () => {
  const { a, b, operator } = app.fixtures;
  for (const [as, CustomID] of [
    [a.owner, 'N-1'],
    [b.owner, 'B-1'],
    [operator, 'R-1'],
  ] as const)
    await app.call('POST', '/api/marketing/organizations', as, { body: { OrganizationName: CustomID, CustomID } });
  const id = await made({ clientOrganizationID: 'N-1' });
  const shown = async (as = owner) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, as)).body.clientOrganizationID;
  expect([await shown(), await shown(operator), await shown(first)]).toEqual(['N-1', 'N-1', '']);
  const change = (clientOrganizationID: unknown, as = owner) =>
    app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeekID: id, clientOrganizationID } });
  for (const [foreign, as] of [
    ['B-1', owner],
    ['R-1', owner],
    ['free text', owner],
    ['N-1', first],
  ] as const) {
    const refused = await change(foreign, as);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'clientOrganizationID', message: 'This organization does not exist. Please choose one from the list.' }],
    ]);
  }
  // A client is not told of it, so what it sends back empty takes nothing away.
  expect((await change('', first)).status).toBe(200);
  expect(await shown()).toBe('N-1');
  expect((await change('')).status).toBe(200);
  expect(await shown()).toBe('');
  expect((await create({ clientOrganizationID: 'B-1' })).status).toBe(422);
});

test('a list of a company holds what stands below it, whoever asks', async () => {
  await made();
  const { a, b, root, operator } = app.fixtures;
  const total = async (as: Person, path: string): Promise<number> =>
    (await app.call('GET', `/api/leadspeek/client/-/local/${path}`, as)).body.total;
  const all = await total(owner, '-');
  expect(all).toBeGreaterThan(0);
  for (const path of ['-', `${root.id}`, `${a.tenant.id}`, `${a.tenant.id}/${first.tenant.id}`])
    expect(await total(operator, path), path).toBe(all);
  for (const path of [`${a.tenant.id}`, `-/${first.tenant.id}`]) expect(await total(owner, path), path).toBe(all);
  expect(await total(first, `${first.tenant.id}`)).toBe(all);
  for (const path of [`${second.tenant.id}/${first.tenant.id}`, `${b.tenant.id}`, '2000000000'])
    expect(await total(owner, path), path).toBe(0);
});

test('what this product only keeps is kept, answered, and stays when it is not spoken of', async () => {
  const kept = {
    reportType: 'GoogleSheet',
    enableMinimumLimitLeads: 'T',
    minimumLimitLeads: 25,
    clientCampaignID: 'Spring-7',
    gtminstalled: 'T',
    homeaddressenabled: 'T',
  };
  const id = await made({ ...kept, locatorcity: 'Chicago, Springfield\nchicago' });
  const seen = async () => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body;
  expect(await seen()).toMatchObject({ ...kept, locatorcity: ['chicago', 'springfield'] });
  await app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, enableMinimumLimitLeads: false } });
  expect(await seen()).toMatchObject({ ...kept, enableMinimumLimitLeads: 'F' });
  expect(await (await app.call('GET', `/api/leadspeek/getcampaign/${await made()}`, owner)).body).toMatchObject({
    reportType: 'CSV',
    enableMinimumLimitLeads: 'F',
    minimumLimitLeads: 0,
    clientCampaignID: '',
    gtminstalled: 'F',
    homeaddressenabled: 'F',
    locatorcity: [],
    adminNotifyTo: [],
  });
  for (const wrong of [{ reportType: 'Word' }, { minimumLimitLeads: -1 }, { gtminstalled: 'yes' }, { clientCampaignID: 'a\u0000b' }])
    expect((await create(wrong)).body.errors, JSON.stringify(wrong)).toMatchObject([{ field: Object.keys(wrong)[0] }]);
});

test('the list has two views: by campaign, and with the campaigns of each client together', async () => {
  const order = [first, second, first].map((client) => client.tenant.id);
  const ids: number[] = [];
  for (const companyID of order) ids.push(await made({ companyID }));
  const seen = async (query: string) => (await app.call('GET', `/api/leadspeek/client/-/local/-/-${query}`, owner)).body;
  const plain = await seen('');
  expect(plain.total).toBeGreaterThan(0);
  for (const view of ['campaign', '']) expect(await seen(`?PerPage=10&view=${view}&Page=1`), view).toEqual(plain);
  const mine = (data: { leadspeek_api_id: number }[]) => data.map((row) => row.leadspeek_api_id).filter((id) => ids.includes(id));
  expect(mine((await seen('?PerPage=100')).data)).toEqual([ids[2], ids[1], ids[0]]);
  expect(mine((await seen('?PerPage=100&view=client')).data)).toEqual([ids[2], ids[0], ids[1]]);
  const whole = (await seen('?PerPage=100&view=client')).data.map((row: { leadspeek_api_id: number }) => row.leadspeek_api_id);
  const pages = [];
  for (const Page of [1, 2]) pages.push(...(await seen(`?PerPage=${whole.length - 1}&Page=${Page}&view=client`)).data);
  expect(pages.map((row) => row.leadspeek_api_id)).toEqual(whole);
  // What a client had whom nobody has any more is still found by its name.
  const removed = (at: Date | null) => app.kernel.platform('core_tenant').where({ id: second.tenant.id }).update({ removed_at: at });
  await removed(new Date());
  expect(mine((await seen('?PerPage=100&view=client')).data)).toEqual([ids[2], ids[0], ids[1]]);
  await removed(null);
  const refused = await app.call('GET', '/api/leadspeek/client/-/local/-/-?view=board', owner);
  expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'view' }]]);
});

test('a lead limit is never below the minimum that the agency set', async () => {
  const id = await made({ enableMinimumLimitLeads: 'T', minimumLimitLeads: 25, LimitLead: 30 });
  const change = (fields: object, as = owner) =>
    app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeekID: id, ...fields } });
  for (const as of [owner, first])
    expect((await change({ LimitLead: 24 }, as)).body.errors).toEqual([
      { field: 'LimitLead', message: 'The lead limit must be at least 25, or 0 for no limit.' },
    ]);
  expect((await change({ minimumLimitLeads: 31 })).body.errors).toMatchObject([{ field: 'LimitLead' }]);
  for (const LimitLead of [25, 0]) expect((await change({ LimitLead }, first)).status, String(LimitLead)).toBe(200);
  for (const fields of [{ enableMinimumLimitLeads: 'F' }, { minimumLimitLeads: 5 }])
    expect((await change(fields, first)).body.errors).toMatchObject([{ field: Object.keys(fields)[0] }]);
  expect((await change({ enableMinimumLimitLeads: 'T', minimumLimitLeads: 25 }, first)).status).toBe(200);
  expect((await change({ enableMinimumLimitLeads: 'F', LimitLead: 5 })).status).toBe(200);
  expect((await create({ enableMinimumLimitLeads: 'T', minimumLimitLeads: 25, LimitLead: 10 })).body.errors).toMatchObject([
    { field: 'LimitLead' },
  ]);
});

test('leads are counted as they are sold', async () => {
  const id = await made();
  const leads = async (): Promise<number> => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body.leads;
  expect(await leads()).toBe(0);
  await app.inside(app.fixtures.a.tenant, 'campaigns', (ctx) => ctx.use(Campaigns).reserveQuota(id, 3, ctx.now));
  expect(await leads()).toBe(3);
});

test('who may not look at campaigns is not told which are running', async () => {
  const id = await made();
  await activate(id);
  const { a, operator, sales } = app.fixtures;
  for (const as of [owner, operator]) expect((await running(as, a.tenant.id)).body.active_campaign_id).toContain(id);
  expect((await running(first, first.tenant.id)).body.active_campaign_id).toContain(id);
  expect((await running(sales, a.tenant.id)).status).toBe(403);
  const none = { enable: false, create: false, update: false, delete: false };
  const rights: Rights = {
    AdsDesign: none,
    Campaign: none,
    Developer: none,
    LeadsPeek: none,
    Operations: none,
    Privacy: none,
    Settings: none,
  };
  await app.kernel
    .platform('core_account')
    .where({ id: a.admin.id })
    .update({ rights: JSON.stringify(rights) });
  expect((await running(a.admin, a.tenant.id)).status).toBe(403);
});

test('nobody activates for a client that lost the module, or is gone', async () => {
  const id = await made();
  const narrow = async (on: boolean): Promise<void> => {
    await app.inside(app.fixtures.a.tenant, 'agencies', (ctx) => ctx.use(Switches).narrow(first.tenant, 'site-id', on));
    await app.kernel.features.refresh();
  };
  await narrow(false);
  expect((await activate(id)).body.guards).toMatchObject([{ code: 'campaigns.guard.module' }]);
  await narrow(true);
  expect((await activate(id)).body.status).toBe('active');
  const left = await made({ companyID: second.tenant.id });
  await app.kernel.platform('core_tenant').where({ id: second.tenant.id }).update({ removed_at: new Date() });
  expect((await activate(left)).body.guards).toMatchObject([{ code: 'campaigns.guard.client' }]);
});
