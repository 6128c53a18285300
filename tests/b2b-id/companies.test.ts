import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { organisationOf } from '../../plugins/lead-products/b2b-id/visiting/organisation.ts';
import { isAccessProvider } from '../../plugins/lead-intake/capture/identity/access-providers.ts';
import { COMCAST, FORD, LILLY, MIT, SERVERS, Visiting } from './visiting.ts';

let it: Visiting;
beforeAll(async () => {
  it = await Visiting.start();
});
afterAll(() => it.stop());
beforeEach(async () => {
  await it.supply();
  it.supplier.answer = (_name, { groups, about = {} }) =>
    groups.includes('company')
      ? [200, { data: { companyDomain: 'found.example', companyIndustry: 'Cars' } }]
      : [200, { data: { firstName: 'Pat', email: `pat${String(about['contact'])}@found.example`, contactTitle: 'Buyer' } }];
});
afterEach(() => it.rest());

const client = () => it.app.fixtures.a.clients[0]!;
const list = async (as: Person, query = '') => (await it.app.call('GET', `/api/b2b/visiting-companies${query}`, as)).body;
const names = async (as: Person, query = ''): Promise<string[]> => (await list(as, query)).data.map(({ name }: { name: string }) => name);
const idOf = async (name: string, as = client().user): Promise<number> =>
  (await list(as)).data.find((row: { name: string }) => row.name === name).id;
const find = (id: number, as: Person, body: object = {}) => it.app.call('POST', `/api/b2b/visiting-companies/${id}/contacts`, as, { body });
const question = (id: number, as: Person, body: object = {}) =>
  it.app.call('POST', `/api/b2b/visiting-companies/${id}/contacts/question`, as, { body });

describe('visiting companies', () => {
  test('are counted with their visits, pages and confidence, for nothing, and without a word about a person', async () => {
    const site = await it.website(client());
    await it.visit(site, [FORD, MIT, COMCAST, SERVERS]);
    await it.visit(site, [FORD], 'https://shop.example/prices', 'shop.example');
    await it.visit(site, [FORD], 'https://shop.example/prices', 'search.example');
    const { data } = await list(client().user);
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Ford Motor Company', 'Massachusetts Institute of Technology']);
    expect(data[0]).toMatchObject({ visits: 2, views: 3, confidence: 50, state: 'seen', client: 'Client A1', domain: '', employees: null });
    const pages = (await it.app.call('GET', `/api/b2b/visiting-companies/${data[0].id}/pages`, client().user)).body;
    expect(pages.data.map(({ url, views }: { url: string; views: number }) => [url, views])).toEqual([
      ['https://shop.example/prices', 2],
      ['https://shop.example/', 1],
    ]);
    expect(it.supplier.asked).toEqual([]);
    const { platform } = it.app.kernel;
    const rows = JSON.stringify([await platform('b2b_id_company'), await platform('b2b_id_page'), await platform('b2b_id_site')]);
    expect(rows).not.toMatch(/19\.1\.2|visitor|ip"/);
  });

  test('are searched, sorted and filtered', async () => {
    const site = await it.website(client());
    await it.visit(site, [FORD, MIT, LILLY]);
    await it.visit(site, [MIT]);
    const as = client().user;
    expect(await names(as, '?sortby=name')).toEqual([
      'Eli Lilly and Company',
      'Ford Motor Company',
      'Massachusetts Institute of Technology',
    ]);
    expect(await names(as, '?sortby=visits&PerPage=1')).toEqual(['Massachusetts Institute of Technology']);
    expect(await names(as, '?search=ford%20')).toEqual(['Ford Motor Company']);
    expect(await names(as, '?search=%25')).toEqual([]);
    expect(await names(as, '?state=searched')).toEqual([]);
    expect((await it.app.call('GET', '/api/b2b/visiting-companies?sortby=key', as)).status).toBe(422);
  });

  test('are seen by their client and its agency, and by nobody else', async () => {
    const { a, b, operator, sales } = it.app.fixtures;
    const site = await it.website(client());
    await it.visit(site, [FORD]);
    const id = await idOf('Ford Motor Company');
    expect(await names(a.owner)).toEqual(['Ford Motor Company']);
    for (const as of [a.clients[1]!.user, b.owner, b.clients[0]!.user]) {
      expect(await names(as)).toEqual([]);
      for (const path of [`${id}/pages`, '2147483647/pages'])
        expect((await it.app.call('GET', `/api/b2b/visiting-companies/${path}`, as)).status).toBe(404);
      expect((await find(id, as)).status).toBe(404);
      expect((await question(id, as)).status).toBe(404);
    }
    // The feature is an agency's.
    for (const as of [operator, sales]) expect((await it.app.call('GET', '/api/b2b/visiting-companies', as)).status).not.toBe(200);
  });

  test('are forgotten with the campaign of their website', async () => {
    const [one, two] = [await it.website(client()), await it.website(client())];
    await it.visit(one, [FORD, LILLY]);
    await it.visit(two, [MIT, LILLY]);
    const { platform } = it.app.kernel;
    await platform('campaigns_campaign')
      .where({ id: one })
      .update({ status: 'removed', removed_at: new Date(0) });
    await it.app.tick('campaigns.erase');
    await it.app.settle();
    expect((await it.companies(client().tenant.id)).map(({ name }) => name)).toEqual([
      'Eli Lilly and Company',
      'Massachusetts Institute of Technology',
    ]);
    expect(await platform('b2b_id_page').where({ campaign_id: one })).toEqual([]);
  });
});

describe('contacts are looked for', () => {
  test('at the price that was asked about, once for a company', async () => {
    const site = await it.website(client());
    await it.visit(site, [FORD]);
    const as = it.app.fixtures.a.owner;
    const id = await idOf('Ford Motor Company');
    expect((await question(id, as)).body.code).toBe('b2b-id.problem.no-campaign');
    // A campaign that would not take the company by itself.
    const campaign = await it.running(client(), {
      companycountries: ['DE'],
      CostSet: '3.25',
      contactspercompany: 2,
      campaignName: 'By hand',
    });
    expect((await question(id, as)).body.question).toEqual({
      title: 'Find contacts at Ford Motor Company?',
      body: expect.stringMatching(/“By hand” and costs \$3\.25, \$6\.50 at most/),
      button: 'Find contacts for $3.25 each',
    });
    expect(await it.leads(campaign)).toEqual([]);
    // A double click asks once.
    const answers = await Promise.all([find(id, as), find(id, as)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 200)!.body).toMatchObject({ leadspeek_api_id: campaign });
    await it.settle();
    expect((await it.leads(campaign)).map(({ email, retail_cents: cents }) => [email, cents])).toEqual([
      ['pat1@found.example', '325'],
      ['pat2@found.example', '325'],
    ]);
    expect((await list(as)).data[0]).toMatchObject({ state: 'found', domain: 'found.example', confidence: 90 });
    expect((await find(id, as)).body.code).toBe('b2b-id.problem.asked');
    const log = await it.app.kernel.platform('core_audit').where({ action: 'b2b-id.contacts-asked' });
    expect(log).toHaveLength(1);
  });

  test('also at a company that the campaign does not take by itself', async () => {
    const campaign = await it.running(client(), { companycountries: ['DE'] });
    const site = await it.website(client());
    await it.visit(site, [FORD]);
    await it.settle();
    expect(await it.outcomes(campaign)).toEqual({ other_company: 1 });
    const as = client().user;
    expect((await list(as)).data[0]).toMatchObject({ state: 'seen' });
    expect((await find(await idOf('Ford Motor Company'), as)).status).toBe(200);
    await it.settle();
    expect(await it.leads(campaign)).toHaveLength(1);
    expect(await it.outcomes(campaign)).toEqual({ other_company: 1, lead: 1 });
  });

  test('and the list says where none was found', async () => {
    const site = await it.website(client());
    await it.visit(site, [LILLY]);
    it.supplier.answer = () => [404, ''];
    await it.running(client(), { companycountries: ['DE'] });
    const as = it.app.fixtures.a.owner;
    const [{ id }] = (await list(as, '?search=Lilly')).data;
    expect((await find(id, as)).status).toBe(200);
    await it.settle();
    expect((await list(as, '?search=Lilly&state=searched')).data).toHaveLength(1);
    expect((await list(as, '?search=Lilly&state=found')).data).toEqual([]);
  });

  test('by campaigns of the same client that are about contacts and run', async () => {
    const site = await it.website(client());
    await it.visit(site, [FORD]);
    const as = it.app.fixtures.a.owner;
    const id = await idOf('Ford Motor Company');
    const ofCompanies = await it.running(client(), { campaign_information_type: 'company', companycountries: ['DE'] });
    const other = await it.running(it.app.fixtures.a.clients[1]!);
    const resting = (await it.create(client())).body.leadspeek_api_id as number;
    for (const [campaign, status] of [
      [ofCompanies, 422],
      [other, 404],
      [site, 404],
      [2_147_483_647, 404],
      [resting, 409],
    ] as const)
      expect((await find(id, as, { leadspeek_api_id: campaign })).status, String(campaign)).toBe(status);
    expect(it.supplier.asked).toEqual([]);
  });
});

describe('the owner of a network', () => {
  test.each([
    ['Massachusetts Institute of Technology', 50],
    ['Ford Motor Company', 50],
    ['Jones Day LLP', 35],
    ['100 PERCENT IT LIMITED', 20],
    ['Lars Erik Larsson', null],
    ['Fabiane Trento Informatica ME', null],
    ['William Rogerio EIRELI', null],
    ['', null],
  ])('%s: %s percent', (owner, confidence) => expect(organisationOf(owner)?.confidence ?? null).toBe(confidence));

  test('is one company however its name is written', () => {
    const keys = ['Acme Motors, Inc.', 'ACME MOTORS INC', 'Acmé  Motors LLC'].map((name) => organisationOf(name)?.key);
    expect(new Set(keys)).toEqual(new Set(['acme motors']));
  });

  test.each([
    'Telstra Limited',
    'PJSC "Vimpelcom"',
    'KDDI CORPORATION',
    'Swisscom (Schweiz) AG',
    'Bharti Airtel Limited',
    'NTT DOCOMO, INC.',
    'Deutsche Telekom AG',
    'TURBONET Provedor Ltda',
    'Hutchison 3G UK Limited',
    'Kabel servis Praha spol. s r.o.',
    'Microsoft Corporation',
  ])('%s gives others access', (name) => expect(isAccessProvider(name)).toBe(true));

  test.each(['Ford Motor Company', 'Bank of America, National Association', 'City of Eau Claire'])('%s does not', (name) =>
    expect(isAccessProvider(name)).toBe(false),
  );
});
