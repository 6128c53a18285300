import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { grant, rename } from '../support/switching.ts';
import { accept, FEATURE, nameIt, offer } from './offered.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await offer(app, app.fixtures.a);
});
afterAll(() => app.close());

const get = async (path: string, as: Person = app.fixtures.a.owner) => app.call('GET', `/api${path}`, as);
const create = (fields: object = {}, as: Person = app.fixtures.a.owner, of = app.fixtures.a.clients[0]!.tenant.id) =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { companyID: of, leadspeekType: 'b2b', campaignName: 'Companies', ...fields },
  });
const made = async (fields: object = {}): Promise<number> => (await create(fields)).body.leadspeek_api_id;
const view = async (id: number) => (await get(`/leadspeek/getcampaign/${id}`)).body;
const change = (id: number, fields: object) =>
  app.call('PUT', '/api/leadspeek/client/update', app.fixtures.a.owner, { body: { leadspeekID: id, ...fields } });
const activate = (id: number, as: Person) =>
  app.call('PUT', '/api/leadspeek/client/activepause', as, { body: { leadspeekID: id, status: 'active' } });

describe('B2B ID is offered', () => {
  const menu = async (as: Person) => JSON.stringify((await get('/ui/bootstrap', as)).body.menu);
  const isThere = async (as: Person) => (await menu(as)).includes('/b2bid/campaign-management');
  const status = async (page: string, as: Person) => (await get(`/ui/pages/b2b-id.${page}`, as)).status;

  test('where it has a name and an address and the agency has the feature, and nowhere else', async () => {
    const { a, b } = app.fixtures;
    expect(await isThere(a.owner)).toBe(true);
    expect((await get(`/user/${a.owner.id}`)).body).toMatchObject({ leadb2bname: 'B2B ID', leadb2burl: 'b2bid' });

    const client = b.clients[0]!;
    const nothing = async () => {
      expect([await isThere(b.owner), await isThere(client.user)]).toEqual([false, false]);
      for (const page of ['dashboard', 'campaigns', 'campaigns-v1', 'leads']) expect(await status(page, b.owner), page).toBe(404);
      expect((await create({}, b.owner, client.tenant.id)).status).toBe(404);
      expect((await get(`/clients/${client.tenant.id}/products`, b.owner)).text).not.toContain('b2b');
      expect((await get(`/user/${b.owner.id}`, b.owner)).body).not.toHaveProperty('leadb2burl');
      expect((await get('/leadspeek/list-advance-information?leadspeekType=b2b', b.owner)).body.data).toEqual([]);
    };
    await nothing();
    // Neither alone is enough.
    expect((await nameIt(app, b)).status).toBe(200);
    await nothing();
    await grant(app, b.tenant, FEATURE, true);
    expect(await isThere(client.user)).toBe(true);
    expect((await create({}, b.owner, client.tenant.id)).status).toBe(200);
    await grant(app, b.tenant, FEATURE, false);
    await nothing();
  });
});

describe('a campaign', () => {
  test('keeps what it wants under the names of the specification', async () => {
    const id = await made({
      campaign_information_type: 'company',
      listB2BInformationId: 'Company-Figures, business-phone',
      companycountries: ['us', ' CA '],
      companysizes: ['51-200', '5001+'],
      industries: 'Steel,  Food   processing',
      jobtitles: ['Head of Sales'],
      contactspercompany: 3,
      minimumconfidence: 40,
    });
    const kept = {
      leadspeekType: 'b2b',
      campaign_information_type: 'company',
      listB2BInformationId: ['company-figures', 'business-phone'],
      companycountries: ['US', 'CA'],
      companysizes: ['51-200', '5001+'],
      industries: ['Steel', 'Food processing'],
      jobtitles: ['Head of Sales'],
      contactspercompany: 3,
      minimumconfidence: 40,
      sourcecampaigns: [],
    };
    expect(await view(id)).toMatchObject(kept);
    expect((await change(id, { campaignName: 'Other' })).status).toBe(200);
    expect(await view(id)).toMatchObject({ ...kept, campaignName: 'Other' });
  });

  test('refuses what nobody has, campaigns of others, and fields of other products', async () => {
    const id = await made();
    const { a, b } = app.fixtures;
    const local = async (as: Person, companyID: number) =>
      (
        await app.call('POST', '/api/leadspeek/client/create', as, {
          body: { companyID, leadspeekType: 'local', campaignName: 'Site', urlCode: '' },
        })
      ).body.leadspeek_api_id as number;
    const ofOther = await local(a.owner, a.clients[1]!.tenant.id);
    const ofOtherAgency = await local(b.owner, b.clients[0]!.tenant.id);
    for (const [wrong, field] of [
      [{ campaign_information_type: 'basic' }, 'campaign_information_type'],
      [{ listB2BInformationId: ['household'] }, 'listB2BInformationId'],
      [{ listAdvanceInformationId: ['household'] }, 'listAdvanceInformationId'],
      [{ companycountries: ['USA'] }, 'companycountries'],
      [{ companycountries: ['QX'] }, 'companycountries'],
      [{ companysizes: ['small'] }, 'companysizes'],
      [{ minimumconfidence: 101 }, 'minimumconfidence'],
      [{ contactspercompany: 0 }, 'contactspercompany'],
      [{ jobtitles: ['a\u0000b'] }, 'jobtitles'],
      [{ sourcecampaigns: [String(ofOther)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: [String(ofOtherAgency)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: [String(id)] }, 'sourcecampaigns'],
      [{ sourcecampaigns: ["1' or true"] }, 'sourcecampaigns'],
      [{ urlCode: 'https://shop.example/' }, 'urlCode'],
    ] as const) {
      const answer = await change(id, wrong);
      expect([answer.status, answer.body.errors], JSON.stringify(wrong)).toEqual([422, [expect.objectContaining({ field })]]);
    }
    expect(await view(id)).toMatchObject({ campaign_information_type: 'contact', companycountries: [], sourcecampaigns: [] });
  });

  test('of another product has what that product calls by the same name', async () => {
    await rename(app, app.fixtures.a.owner, { enhance: { name: 'Enhance ID', url: 'enhanceid' } });
    const enhance = (campaign_information_type: string) => create({ leadspeekType: 'enhance', campaign_information_type });
    expect((await enhance('contact')).body.errors).toMatchObject([{ field: 'campaign_information_type' }]);
    expect((await enhance('advanced')).status).toBe(200);
  });

  test('is started by whoever accepted the agreement for their company', async () => {
    const { a } = app.fixtures;
    const client = a.clients[0]!.user;
    const codes = async (id: number, as: Person) => ((await activate(id, as)).body.guards ?? []).map(({ code }: { code: string }) => code);
    const [one, two] = [await made(), await made()];
    expect((await activate(one, client)).status).toBe(409);
    for (const as of [client, a.owner]) expect(await codes(one, as)).toContain('b2b-id.guard.agreement');
    expect((await accept(app, a.owner)).body).toMatchObject({ status: 'T' });
    expect(await codes(one, a.owner)).not.toContain('b2b-id.guard.agreement');
    expect(await codes(two, client)).toContain('b2b-id.guard.agreement');
    expect((await accept(app, client)).status).toBe(200);
    expect(await codes(two, client)).not.toContain('b2b-id.guard.agreement');
  });
});

test('the pages ask for the agreement until the company has accepted it', async () => {
  const { b } = app.fixtures;
  await grant(app, b.tenant, FEATURE, true);
  const access = async (page: string) =>
    (await get('/ui/bootstrap', b.owner)).body.pages.find(({ id }: { id: string }) => id === `b2b-id.${page}`).access;
  for (const page of ['campaigns', 'campaigns-v1', 'dashboard'])
    expect(await access(page)).toMatchObject({ open: false, ask: 'agreements.b2b-dialog' });
  const feature = async () => (await get(`/agreements/feature/${b.owner.id}/b2b_module`, b.owner)).body;
  expect(await feature()).toMatchObject({ status: 'F' });
  await accept(app, b.owner);
  expect(await feature()).toMatchObject({ status: 'T' });
  for (const page of ['campaigns', 'campaigns-v1', 'dashboard']) expect(await access(page)).toEqual({ open: true });
});

test('groups of information are listed with their fields', async () => {
  const { body } = await get('/leadspeek/list-advance-information?leadspeekType=b2b', app.fixtures.a.clients[0]!.user);
  expect(body.data.map(({ id, is_advanced }: { id: string; is_advanced: string }) => [id, is_advanced])).toEqual([
    ['company', 'F'],
    ['business-contact', 'F'],
    ['business-phone', 'T'],
    ['business-profile', 'T'],
    ['company-figures', 'T'],
  ]);
});
