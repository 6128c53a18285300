import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { offer } from '../b2b-id/offered.ts';
import { rename } from '../support/switching.ts';

/**
 * Every field of the calls that make and change campaigns, with what becomes of it: what was sent is read back, or the call is refused on that
 * field. Nothing that a call says is dropped.
 */
const PRODUCTS = ['local', 'locator', 'enhance', 'b2b'] as const;
type Product = (typeof PRODUCTS)[number];
/** What is sent and what is read back, the same where only one is given. Products that are not named refuse the field. */
type Effect = readonly [sent: unknown, shown?: unknown];
type Effects = Effect | Partial<Record<Product, Effect>>;

const EVERYWHERE: Record<string, Effect> = {
  campaignName: ['Spring'],
  timezone: ['America/Denver'],
  startdatecampaign: ['2030-01-02'],
  enddatecampaign: ['2030-02-03'],
  CostSet: ['3.50'],
  CostMaxLead: ['75', '75.00'],
  LimitLead: [12],
  LimitLeadFreq: ['week'],
  LimitLeadStart: ['2030-01-05'],
  LimitLeadEnd: ['2030-01-25'],
  reidentificationtype: ['1month'],
  requireemailaddress: ['F'],
  phoneenabled: ['T'],
  nationaltargeting: ['F'],
  locatorstate: ['il', ['IL']],
  locatorzip: ['60601, 60602', '60601\n60602'],
  reportSentTo: ['a@example.com', ['a@example.com']],
  reportType: ['Excel'],
  reportFrequency: ['monthly'],
  leadsAmountNotification: [5],
  adminNotifyTo: [[]],
  enableMinimumLimitLeads: ['T'],
  minimumLimitLeads: [3],
  clientCampaignID: ['C-7'],
  clientHidePhone: ['T'],
  clientOrganizationID: ['N-1'],
  PaymentTerm: ['Weekly'],
  PlatformFee: ['12', '12.00'],
  CostMonth: ['40', '40.00'],
  leadsbuy: [50],
};
const TABLE: Record<string, Effects> = {
  ...EVERYWHERE,
  applyreidentificationall: { local: ['T'], locator: ['T'], b2b: ['T'] },
  homeaddressenabled: { local: ['T'], locator: ['T'], enhance: ['T'] },
  CostSetAdvanced: { enhance: ['9.50'] },
  CostSetB2b: { b2b: ['3.50'] },
  locatorcity: {
    local: ['chicago', ['chicago']],
    locator: [['Chicago, IL'], ['chicago, il']],
    enhance: ['chicago', ['chicago']],
    b2b: ['chicago', ['chicago']],
  },
  urlCode: { local: ['https://shop.example/'] },
  urlCodeThankyou: { local: ['https://shop.example/thanks'] },
  gtminstalled: { local: ['T'] },
  allowedHosts: { local: [['shop.example']] },
  pagesOnly: { local: [['/shop']] },
  pagesNever: { local: [['/jobs']] },
  pagesHot: { local: [['/prices']] },
  ownNetworks: { local: [['203.0.113.7'], ['203.0.113.7/32']] },
  formCapture: { local: ['T'] },
  locatorkeyword: { locator: [['running shoes']] },
  locatorkeywordcontextual: { locator: [['cheap shoes']] },
  stopwords: { locator: [['used']] },
  locatordesc: { locator: ['For runners.'] },
  locatorrequire: { locator: [['FirstName']] },
  locationtarget: { locator: ['radius'] },
  radiuscenter: { locator: ['60601'] },
  radiusmiles: { locator: [40] },
  sificampaign: { locator: ['S-1'] },
  sifiorganizationid: { locator: ['S-2'] },
  externalcampaign: { locator: ['E-1'] },
  externalorganizationid: { locator: ['E-2'] },
  listAdvanceInformationId: { enhance: [['household']] },
  answers: { enhance: ['Why: more'] },
  campaign_information_type: { enhance: ['advanced'], b2b: ['company'] },
  jobtitles: { b2b: [['CEO']] },
  contactspercompany: { b2b: [2] },
  companycountries: { b2b: [['US']] },
  companysizes: { b2b: [['11-50']] },
  industries: { b2b: [['Retail']] },
  minimumconfidence: { b2b: [70] },
};
/** What only says which campaign is meant, or repeats what it has: tried below. */
const REPEATED = ['companyID', 'leadspeekID', 'leadspeek_api_id', 'leadspeekType', 'oristartdatecampaign', 'orienddatecampaign', 'status'];
/** These need others, or something that has to be made: tried below. */
const WITH_OTHERS = ['topupoptions', 'contiDurationSelection', 'companyGroupID', 'sourcecampaigns', 'listB2BInformationId'];

let app: TestApp;
let owner: Person;
let client: TestApp['fixtures']['a']['clients'][number];
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!;
  await offer(app, app.fixtures.a);
  await rename(app, owner, { enhance: { name: 'Enhance ID', url: 'enhanceid' }, b2b: { name: 'B2B ID', url: 'b2bid' } });
  await app.call('POST', '/api/marketing/organizations', owner, { body: { OrganizationName: 'N-1', CustomID: 'N-1' } });
});
afterAll(() => app.close());

const create = (product: Product, fields: object = {}): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/client/create', owner, {
    body: { companyID: client.tenant.id, leadspeekType: product, campaignName: 'Shop', ...fields },
  });
const made = async (product: Product, fields: object = {}): Promise<number> => {
  const { status, body, text } = await create(product, fields);
  expect(status, text).toBe(200);
  return body.leadspeek_api_id;
};
const update = (id: number, fields: object, as = owner): Promise<Answer> =>
  app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeekID: id, ...fields } });
const view = async (id: number): Promise<Record<string, unknown>> =>
  (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body;
const refusal = ({ status, body }: Answer) => [status, body.errors?.map(({ field }: { field: string }) => field)];
const effectOn = (effects: Effects, product: Product): Effect | undefined =>
  Array.isArray(effects) ? (effects as Effect) : (effects as Partial<Record<Product, Effect>>)[product];

test('the table names every field of the calls', async () => {
  const spec = (await app.call('GET', '/api/openapi.json', owner)).body;
  for (const [method, path] of [
    ['post', '/api/leadspeek/client/create'],
    ['put', '/api/leadspeek/client/update'],
  ] as const) {
    const { schema } = spec.paths[path][method].requestBody.content['application/json'];
    const named = new Set([...Object.keys(TABLE), ...REPEATED, ...WITH_OTHERS]);
    expect(
      Object.keys(schema.properties).filter((name) => !named.has(name)),
      path,
    ).toEqual([]);
  }
});

describe.for(PRODUCTS)('a campaign of %s', (product) => {
  const own = Object.entries(TABLE).flatMap(([field, effects]) => {
    const effect = effectOn(effects, product);
    return effect === undefined ? [] : [[field, effect[0], effect[1] ?? effect[0]] as const];
  });
  const sent = Object.fromEntries(own.map(([field, value]) => [field, value]));
  const shown = Object.fromEntries(own.map(([field, , value]) => [field, value]));

  test('has what is sent of its fields, from the start or later, as it is sent back, and when it is left out', async () => {
    expect(await view(await made(product, sent))).toMatchObject(shown);
    const id = await made(product);
    // One at a time: none needs another.
    for (const [field, value] of own) {
      const { status, text } = await update(id, { [field]: value });
      expect(status, `${field} ${text}`).toBe(200);
    }
    expect(await view(id)).toMatchObject(shown);
    const back = await view(id);
    expect((await update(id, Object.fromEntries(own.map(([field]) => [field, back[field]])))).status).toBe(200);
    expect(await view(id)).toMatchObject(shown);
  });

  test('refuses each field that others have', async () => {
    const id = await made(product);
    const foreign = Object.entries(TABLE).flatMap(([field, effects]) => {
      const others = effectOn(effects, product) === undefined ? Object.values(effects as object) : [];
      return others.length > 0 ? [[field, others[0][0]] as const] : [];
    });
    const names = foreign.map(([field]) => field).toSorted();
    const all = Object.fromEntries(foreign);
    for (const answer of [await create(product, all), await update(id, { ...all, campaignName: 'Lost' })])
      expect([answer.status, answer.body.errors?.map(({ field }: { field: string }) => field).toSorted()]).toEqual([422, names]);
    expect(await view(id)).toMatchObject({ campaignName: 'Shop' });
  });
});

test('a group, the sources and the information of a product take what exists, and nothing else', async () => {
  const source = await made('local');
  const group = await app.call('POST', '/api/company/group/create', owner, {
    body: { companyID: app.fixtures.a.tenant.id, moduleID: 'LeadsPeek', companyGroupName: 'North' },
  });
  expect(group.status, group.text).toBe(200);
  const [{ id: groupId }] = (await app.call('GET', `/api/company/group?companyID=${app.fixtures.a.tenant.id}&userModule=LeadsPeek`, owner))
    .body.params;
  for (const [product, sent] of [
    ['local', { companyGroupID: groupId }],
    ['enhance', { sourcecampaigns: [String(source)] }],
    ['b2b', { sourcecampaigns: [String(source)], listB2BInformationId: ['business-profile'] }],
  ] as const)
    for (const id of [await made(product, sent), await made(product).then(async (of) => (await update(of, sent), of))])
      expect(await view(id), product).toMatchObject(sent);
  expect(refusal(await create('local', { companyGroupID: 999_999 }))).toEqual([422, ['companyGroupID']]);
  const id = await made('local', { companyGroupID: groupId });
  expect((await update(id, { companyGroupID: '' }, client.user)).status).toBe(200);
  expect(refusal(await update(id, { companyGroupID: groupId }, client.user))).toEqual([422, ['companyGroupID']]);
  expect(await view(id)).toMatchObject({ companyGroupID: groupId });
});

describe('what no call changes', () => {
  test('may be repeated, and is refused where it says something else', async () => {
    const id = await made('local', { startdatecampaign: '2030-01-02', enddatecampaign: '2030-02-03' });
    const repeated = {
      leadspeek_api_id: id,
      leadspeekType: 'local',
      companyID: client.tenant.id,
      status: 'draft',
      oristartdatecampaign: '2030-01-02',
      orienddatecampaign: '2030-02-03',
    };
    expect((await update(id, repeated)).status).toBe(200);
    // The dates as they were read, beside those that they are to be.
    expect((await update(id, { ...repeated, startdatecampaign: '2030-01-03' })).status).toBe(200);
    for (const [field, value] of Object.entries({
      leadspeek_api_id: id + 1,
      leadspeekType: 'locator',
      companyID: app.fixtures.a.clients[1]!.tenant.id,
      status: 'active',
      oristartdatecampaign: '2031-01-01',
      orienddatecampaign: '2031-01-01',
    }))
      expect(refusal(await update(id, { campaignName: 'Lost', [field]: value })), field).toEqual([422, [field]]);
    expect(await view(id)).toMatchObject({ campaignName: 'Shop', status: 'draft', startdatecampaign: '2030-01-03' });
  });

  test('says nothing of a new campaign, or is refused', async () => {
    await made('local', {
      leadspeekID: '',
      leadspeek_api_id: 0,
      status: 'draft',
      startdatecampaign: '2030-01-02',
      oristartdatecampaign: '2030-01-02',
    });
    for (const [field, value] of Object.entries({
      leadspeekID: 7,
      leadspeek_api_id: '7',
      status: 'active',
      oristartdatecampaign: '2030-01-02',
    }))
      expect(refusal(await create('local', { [field]: value })), field).toEqual([422, [field]]);
  });
});

describe('the pack of a campaign', () => {
  test('is bought as the call says, which says nothing without a number of leads', async () => {
    const pack = { leadsbuy: 70, topupoptions: 'continual', contiDurationSelection: 'monthly' };
    expect(await view(await made('local', pack))).toMatchObject(pack);
    const id = await made('local', { leadsbuy: 70 });
    expect((await update(id, { topupoptions: 'continual' })).status).toBe(200);
    expect(await view(id)).toMatchObject({ leadsbuy: 70, topupoptions: 'continual' });
    const none = await made('local');
    for (const sent of [{ topupoptions: 'continual' }, { contiDurationSelection: 'monthly', leadsbuy: 0 }])
      expect(refusal(await update(none, sent))).toEqual([422, [Object.keys(sent)[0]]]);
  });
});

describe('prices', () => {
  test('of B2B leads go by either name, never by both with two amounts', async () => {
    const id = await made('b2b', { CostSet: '5' });
    expect(await view(id)).toMatchObject({ CostSet: '5.00', CostSetB2b: '5.00' });
    expect((await update(id, { CostSetB2b: '6' })).status).toBe(200);
    // One of the two as it was read, the other as it is to be.
    expect((await update(id, { CostSet: '7', CostSetB2b: '6.00' })).status).toBe(200);
    expect(await view(id)).toMatchObject({ CostSet: '7.00', CostSetB2b: '7.00' });
    expect(refusal(await update(id, { CostSet: '8', CostSetB2b: '9' }))).toEqual([422, ['CostSetB2b']]);
    expect(refusal(await create('b2b', { CostSet: '8', CostSetB2b: '9' }))).toEqual([422, ['CostSetB2b']]);
    expect(await view(id)).toMatchObject({ CostSet: '7.00' });
  });

  test('with advanced information are never below those without', async () => {
    const id = await made('enhance', { CostSet: '5', CostSetAdvanced: '6' });
    expect(refusal(await update(id, { CostSetAdvanced: '4' }))).toEqual([422, ['CostSetAdvanced']]);
    expect((await update(id, { CostSet: '7' })).status).toBe(200);
    expect(await view(id)).toMatchObject({ CostSet: '7.00', CostSetAdvanced: '7.00' });
  });

  test('are said by the agency: its client may repeat them, and no more', async () => {
    for (const [product, field] of [
      ['enhance', 'CostSetAdvanced'],
      ['b2b', 'CostSetB2b'],
    ] as const) {
      const id = await made(product, { CostSet: '5' });
      const stands = (await view(id))[field];
      expect((await update(id, { [field]: stands }, client.user)).status, field).toBe(200);
      expect(refusal(await update(id, { [field]: '50' }, client.user))).toEqual([422, [field]]);
    }
  });
});
