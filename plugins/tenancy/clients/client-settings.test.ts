import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { definePlugin, contribute, Switches, type Tenant } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { PageViews } from '../../lead-intake/capture/shared.ts';
import { RemovalGuards } from '../../foundation/companies/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { Clients } from './contract.ts';

/** Stands in for billing: this client owes something. */
let owed: string[] = [];
const ledger = definePlugin({
  manifest: { id: 'ledger', version: '1.0.0', core: '^1', level: 'platform', requires: { companies: '^1' } },
  contributions: [contribute(RemovalGuards, async () => owed)],
});

let app: TestApp;
let owner: Person;
let client: Person;
let company: number;
beforeAll(async () => {
  app = await startTestApp({ plugins: [ledger] });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  company = client.tenant.id;
});
afterAll(() => app.close());
beforeEach(() => {
  owed = [];
});

/** UpdateClient as the specification shows it. */
const update = (more: object, as = owner) =>
  app.call('PUT', '/api/configuration/user/update', as, {
    body: {
      ClientID: client.id,
      ClientCompanyName: 'Client A1',
      ClientFullName: 'Cleo Client',
      ClientEmail: client.email,
      ClientPhone: '3125550123',
      ...more,
    },
  });
const create = (as: Person, more: object = {}) =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { companyID: company, leadspeekType: 'local', campaignName: `Shop ${Math.random()}`, ...more },
  });
/** The client with a session that begins now. */
const fresh = (): Person => {
  const { token: _token, ...rest } = client;
  return rest;
};

describe('what an agency settles for a client', () => {
  test('is stored, shown and told to the client', async () => {
    const fields = {
      ClientDomain: 'https://www.Client-A1.example/welcome',
      disabledreceivedemail: 'T',
      enablephonenumber: 'F',
      editorspreadsheet: true,
    };
    expect((await update(fields)).body).toMatchObject({ result: 'success' });
    expect((await app.call('GET', `/api/clients/${company}`, owner)).body).toMatchObject({
      ClientFullName: 'Cleo Client',
      ClientDomain: 'www.client-a1.example',
      disabledreceivedemail: 'T',
      enablephonenumber: 'F',
      editorspreadsheet: 'T',
      disabledaddcampaign: 'F',
      twoFactorAuth: 'F',
    });
    expect((await app.call('GET', '/api/user', client)).body).toMatchObject({
      disable_client_add_campaign: 'F',
      disabledreceivedemail: 'T',
      leadspeek: 'T',
      leadspeek_type: 'local|locator',
    });
    // What a call leaves out stays as it is.
    await update({});
    expect((await app.call('GET', `/api/clients/${company}`, owner)).body).toMatchObject({ ClientDomain: 'www.client-a1.example' });
  });

  test.each([
    ['ClientDomain', { ClientDomain: 'javascript:alert(1)' }],
    ['ClientDomain', { ClientDomain: 'no host' }],
    ['timezone', { timezone: 'Mars/Base' }],
    ['selectedterms', { selectedterms: [{ term: 'Daily', status: 'T' }] }],
    ['selectedmodules', { selectedmodules: [{ type: 'b2b', status: 'T' }] }],
    ['ClientRole', { ClientRole: 'chief' }],
  ])('refuses a wrong %s', async (field, change) => {
    const refused = await update(change);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field }]);
  });

  test('a client that may not add campaigns adds none, and is told so', async () => {
    expect((await create(client)).status).toBe(200);
    expect((await update({ disabledaddcampaign: 'T' })).status).toBe(200);
    expect((await create(client)).status).toBe(403);
    expect((await create(owner)).status).toBe(200);
    const told = await app.call('GET', `/api/user/only/${client.id}`, client);
    expect(told.body).toMatchObject({ id: client.id, company_id: company, disable_client_add_campaign: 'T' });
    expect((await app.call('GET', `/api/user/only/${app.fixtures.b.owner.id}`, client)).status).toBe(404);
    const rules = JSON.stringify((await app.call('GET', '/api/ui/bootstrap', fresh())).body.rules);
    expect(rules).not.toContain('create,Campaign');
    const page = await app.call('GET', '/api/ui/bootstrap', client);
    const management = (page.body.pages as { path: string; access: object }[]).find((p) => p.path === '/siteid/campaign-management');
    expect(management?.access).toMatchObject({ open: false, go: '/siteid/dashboard' });
    expect((await update({ disabledaddcampaign: 'F' })).status).toBe(200);
    expect((await create(fresh())).status).toBe(200);
  });

  test('notices do not reach a client that wants none; security and billing mail does', async () => {
    const send = async (about: 'notice' | 'billing' | undefined, to: string) => {
      await app.inside(app.fixtures.a.tenant, 'integrations', (ctx) =>
        ctx.mail({
          to,
          subject: 'integrations.mail.attention.subject',
          text: 'integrations.mail.attention.text',
          params: { name: 'x', response: 'y' },
          ...(about && { about }),
        }),
      );
      return ((await app.kernel.platform('core_mail').where({ recipient: to })) as unknown[]).length;
    };
    await update({ disabledreceivedemail: 'T' });
    const { n } = (await app.kernel.platform('core_mail').where({ recipient: client.email }).count('* as n').first())!;
    const before = Number(n);
    expect(await send('notice', client.email)).toBe(before);
    expect(await send('billing', client.email)).toBe(before + 1);
    expect(await send(undefined, client.email)).toBe(before + 2);
    expect(await send('notice', owner.email)).toBeGreaterThan(0);
    await update({ disabledreceivedemail: 'F' });
    expect(await send('notice', client.email)).toBe(before + 3);
  });

  test('a second factor can be asked of the client', async () => {
    const made = await app.call('POST', '/api/configuration/user/create', owner, {
      body: {
        companyID: owner.tenant.id,
        userType: 'client',
        ClientCompanyName: 'Careful',
        ClientFullName: 'Cara',
        ClientEmail: 'cara@careful.example',
        ClientPass: 'seven harbour lamps at dusk',
        twoFactorAuth: 'T',
      },
    });
    expect(made.body).toMatchObject({ result: 'success' });
    // No invitation: the password was given.
    expect(await app.kernel.platform('core_mail').where({ recipient: 'cara@careful.example' }).select('subject')).toEqual([
      { subject: 'Your sign-in settings were changed' },
    ]);
    const login = await app.call('POST', '/api/login', null, {
      body: { username: 'cara@careful.example', password: 'seven harbour lamps at dusk' },
      headers: { host: 'a.localhost' },
    });
    expect(login.body.access_token).toBeUndefined();
    expect(login.body.two_factor_auth_type).toBe('email');
  });

  test('terms and products are chosen among those of the agency', async () => {
    const terms = () => app.inside(app.fixtures.a.tenant, 'clients', (ctx) => ctx.use(Clients).paymentTerms(company));
    expect(await terms()).toEqual(['Weekly', 'Monthly', 'OneTime', 'Prepaid']);
    const body = {
      selectedterms: [
        { term: 'Monthly', status: 'F' },
        { term: 'OneTime', status: false },
      ],
    };
    expect((await update(body)).status).toBe(200);
    expect(await terms()).toEqual(['Weekly', 'Prepaid']);
    const turn = (term: string, on: boolean, as = owner) => app.call('PUT', `/api/clients/${company}/terms/${term}`, as, { body: { on } });
    expect((await turn('Weekly', false)).status).toBe(200);
    expect((await turn('Prepaid', false)).body.errors).toMatchObject([{ field: 'selectedterms', message: 'Please select payment term' }]);
    expect((await turn('Weekly', true, app.fixtures.b.owner)).status).toBe(404);

    const product = (on: boolean, of = company) => app.call('PUT', `/api/clients/${of}/products/local`, owner, { body: { on } });
    const second = app.fixtures.a.clients[1]!;
    expect((await app.call('GET', `/api/clients/${second.tenant.id}/products`, owner)).body.data).toMatchObject([
      { key: 'local', on: true },
      { key: 'locator', on: true },
    ]);
    expect((await product(false, second.tenant.id)).status).toBe(200);
    await app.kernel.features.refresh();
    expect((await app.call('GET', '/api/ui/pages/site-id.campaigns', second.user)).status).toBe(404);
    expect((await app.call('GET', '/api/user', second.user)).body).toMatchObject({ leadspeek: 'T', leadspeek_type: 'locator' });
    expect((await product(false, app.fixtures.b.clients[0]!.tenant.id)).status).toBe(404);
    await app.inside(app.fixtures.root, 'agencies', (ctx) => ctx.use(Switches).grant(app.fixtures.a.tenant, 'site-id', false));
    await app.kernel.features.refresh();
    expect((await product(true, second.tenant.id)).status).toBe(422);
    await app.inside(app.fixtures.root, 'agencies', (ctx) => ctx.use(Switches).grant(app.fixtures.a.tenant, 'site-id', true));
    await app.kernel.features.refresh();
    expect((await product(true, second.tenant.id)).status).toBe(200);
    await app.kernel.features.refresh();
  });

  test('phone numbers are kept from a client for itself or for one campaign', async () => {
    await update({ enablephonenumber: 'T' });
    const id = (await create(owner)).body.leadspeek_api_id as number;
    const lead = await app.inside(app.fixtures.a.tenant, 'clients', (ctx) => ctx.use(Leads).test(id, PageViews));
    const phone = (tenant: Tenant) => app.inside(tenant, 'clients', async (ctx) => (await ctx.use(Leads).byId([lead.id]))[0]!.phone);
    expect(await phone(client.tenant)).toBe(lead.phone);
    const hide = (clientHidePhone: string, as: Person) =>
      app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeek_api_id: id, clientHidePhone } });
    expect((await hide('T', owner)).status).toBe(200);
    expect(await phone(client.tenant)).toBe('');
    expect(await phone(owner.tenant)).toBe(lead.phone);
    expect((await hide('F', client)).body.errors).toMatchObject([{ field: 'clientHidePhone' }]);
    expect((await hide('T', client)).status).toBe(200);
    expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, client)).body).toMatchObject({
      clientHidePhone: 'T',
      urlCode: 'https://www.client-a1.example/',
    });
    await hide('F', owner);
    expect(await phone(client.tenant)).toBe(lead.phone);
    await update({ enablephonenumber: 'F' });
    expect(await phone(client.tenant)).toBe('');
    expect((await app.call('GET', `/api/reports/leads/${lead.id}`, client)).body.phone).toBe('');
    expect((await app.call('GET', `/api/reports/leads/${lead.id}`, owner)).body.phone).toBe(lead.phone);
  });
});

describe('the list', () => {
  test('filters by campaigns and by card', async () => {
    const { b } = app.fixtures;
    const names = async (query: string, as = owner) => {
      const found = await app.call('GET', `/api/clients?${query}`, as);
      return found.status === 200 ? (found.body.data as { company_name: string }[]).map((r) => r.company_name) : found.status;
    };
    expect(await names('CampaignStatus=draft')).toEqual(['Client A1']);
    expect(await names('CampaignStatus=archived')).toEqual([]);
    expect(await names('CampaignStatus=draft', b.owner)).toEqual([]);
    expect(await names('CardStatus=none&sortby=company_name')).toEqual(expect.arrayContaining(['Client A1', 'Client A2']));
    expect(await names('CardStatus=failed')).toEqual([]);
    expect(await names('CampaignStatus=nonsense')).toBe(422);
    const path = `/api/configuration/user/${owner.tenant.id}/-/-/client/-/company_name/asc?CampaignStatus=draft`;
    expect((await app.call('GET', path, owner)).body).toMatchObject({ total: 1 });
  });
});

describe('campaigns to choose from', () => {
  test('are those of a company below the caller', async () => {
    const { a, b, root, operator, sales } = app.fixtures;
    const show = (as: Person, companyID: number) => app.call('POST', '/api/configuration/user/show-campaigns', as, { body: { companyID } });
    const own = (await show(owner, a.tenant.id)).body.campaigns as { company_name: string }[];
    expect(own.length).toBeGreaterThan(0);
    expect(Object.keys(own[0]!).sort()).toEqual(['campaign_name', 'company_name', 'leadspeek_api_id']);
    expect((await show(operator, root.id)).body.campaigns).toHaveLength(own.length);
    expect((await show(client, company)).body.campaigns).toHaveLength(own.length);
    expect((await show(b.owner, b.tenant.id)).body.campaigns).toEqual([]);
    expect((await show(owner, b.tenant.id)).status).toBe(404);
    expect((await show(sales, root.id)).status).toBe(403);
  });
});

describe('removing a client', () => {
  test('is refused with the list of what is open', async () => {
    const remove = () => app.call('DELETE', `/api/configuration/user/remove/${company}/${client.id}`, owner);
    const open = (await create(owner)).body.leadspeek_api_id as number;
    await app.kernel.platform('campaigns_campaign').where({ id: open }).update({ status: 'active' });
    owed = ['Unpaid invoices: 7, 9.'];
    const refused = await remove();
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ reasons: expect.arrayContaining([`Open campaigns: ${open}.`, 'Unpaid invoices: 7, 9.']) });
    await app.kernel.platform('campaigns_campaign').where({ id: open }).update({ status: 'stopped' });
    expect((await remove()).body.reasons).toEqual(['Unpaid invoices: 7, 9.']);
    owed = [];
    expect((await remove()).status).toBe(200);
    expect((await app.call('GET', '/api/user', client)).status).toBe(401);
  });
});
