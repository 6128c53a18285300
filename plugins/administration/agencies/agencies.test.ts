import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { definePlugin, type Tenant } from '../../../core/contract.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import plugin from './index.ts';

conformance(plugin);

/** Something that root can switch. */
const extra = definePlugin({ manifest: { id: 'extra', version: '1.0.0', core: '^1', level: 'agency', title: 'agencies.list.title' } });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [extra] });
});
afterAll(() => app.close());

const newAgency = (name: string, more: object = {}) => ({
  ClientCompanyName: name,
  ClientFullName: `Owner of ${name}`,
  ClientEmail: `${name.toLowerCase().replaceAll(' ', '.')}@agency.example`,
  ClientPhone: '(312) 555-0123',
  ...more,
});
const add = (name: string, more: object = {}) => app.call('POST', '/api/agencies', app.fixtures.operator, { body: newAgency(name, more) });
const rows = async (query = '') =>
  (await app.call('GET', `/api/agencies${query}`, app.fixtures.operator)).body.data as { company_id: number; company_name: string }[];

describe('the agency list', () => {
  test('shows agencies with their owners to operators and nothing to anybody else', async () => {
    const { fixtures } = app;
    const seen = await app.call('GET', '/api/agencies?sortby=company_name&order=asc', fixtures.operator);
    expect(seen.status).toBe(200);
    expect(seen.body.data).toMatchObject([{ company_name: 'Agency A', email: fixtures.a.owner.email }, { company_name: 'Agency B' }]);
    for (const somebody of [fixtures.a.owner, fixtures.a.admin, fixtures.a.clients[0]!.user]) {
      expect((await app.call('GET', '/api/agencies', somebody)).status).toBe(403);
      expect((await app.call('GET', '/api/ui/pages/agencies.list', somebody)).status).toBe(404);
    }
    expect((await app.call('GET', '/api/agencies')).status).toBe(401);
  });

  test('sorts both ways, searches what it shows and takes wildcards literally', async () => {
    expect((await rows('?sortby=company_name&order=desc'))[0]!.company_name).toBe('Agency B');
    expect(await rows('?search=owner-a')).toMatchObject([{ company_name: 'Agency A' }]);
    expect(await rows('?search=%25')).toEqual([]);
    expect((await app.call('GET', '/api/agencies?sortby=removed_at', app.fixtures.operator)).status).toBe(422);
  });

  test('the page offers everything to an operator and only a look to sales people', async () => {
    const page = async (who: typeof app.fixtures.operator) => (await app.call('GET', '/api/ui/pages/agencies.list', who)).body.blocks[0];
    const mine = await page(app.fixtures.operator);
    expect(mine.row.open.blocks[0].tabs.map((t: { id: string }) => t.id)).toEqual(['edit', 'modules', 'billing', 'overview']);
    expect(mine.add.do.form).toBe('agencies.add');
    const sales = await page(app.fixtures.sales);
    expect(sales.row.open.blocks[0].tabs.map((t: { id: string }) => t.id)).toEqual(['overview']);
    expect(sales.add).toBeUndefined();
    expect((await app.call('GET', '/api/ui/bootstrap', app.fixtures.operator)).body.home).toBe('/configuration/agency-list');
  });
});

describe('a new agency', () => {
  test('gets a company, an invited owner, a host and an event', async () => {
    const made = await add('Harbor Ads', { DownlineSubDomain: 'Harbor' });
    expect(made).toMatchObject({ status: 200, body: { message: 'Data has been added successfully' } });
    const [row] = await rows('?search=harbor');
    expect(row).toMatchObject({
      company_id: made.body.company_id,
      name: 'Owner of Harbor Ads',
      email: 'harbor.ads@agency.example',
      phonenum: '+13125550123',
      phone_country_code: 'US',
      phone_country_calling_code: '+1',
      subdomain: 'harbor',
      user_type: 'userdownline',
      company_root_id: app.fixtures.root.id,
    });
    const { platform } = app.kernel;
    expect(await platform('core_host').where({ host: 'harbor.localhost' }).first()).toMatchObject({
      tenant_id: made.body.company_id,
      canonical: true,
    });
    expect(await platform('core_mail').where({ recipient: 'harbor.ads@agency.example' })).toHaveLength(1);
    expect(await platform('core_outbox').where({ event: 'companies.agency-created', company_id: made.body.company_id })).toHaveLength(1);
  });

  test('a second click makes no second agency', async () => {
    const answers = await Promise.all([add('Twice'), add('Twice'), add('Twice')]);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status !== 200).map((a) => a.body.errors)).toEqual(
      Array.from({ length: 2 }, () => [{ field: 'ClientCompanyName', message: 'An agency with this name and person already exists.' }]),
    );
    expect(await rows('?search=Twice')).toHaveLength(1);
  });

  test('may have an owner who owns another one', async () => {
    expect(await add('Second Office', { ClientEmail: 'owner-a@test.example' })).toMatchObject({ status: 200 });
  });

  test.each([
    ['ClientPhone', { ClientPhone: '123' }, 'Please enter valid phone number'],
    ['ClientEmail', { ClientEmail: 'nobody' }, 'This is not valid.'],
    ['ClientFullName', { ClientFullName: '   ' }, 'This field is required.'],
    ['ClientCompanyName', { ClientCompanyName: 'Pay\u202Elap' }, /invisible/],
    ['ClientCompanyName', { ClientCompanyName: 'x'.repeat(201) }, /200/],
    ['DownlineSubDomain', { DownlineSubDomain: '-a' }, /form/],
    ['DownlineSubDomain', { DownlineSubDomain: 'a'.repeat(64) }, /form/],
    ['DownlineSubDomain', { DownlineSubDomain: 'WWW' }, /reserved/],
    ['DownlineSubDomain', { DownlineSubDomain: 'b' }, /taken/],
    ['userType', { userType: 'user' }, /not allowed/],
  ])('refuses a wrong %s and changes nothing: %j', async (field, change, message) => {
    const before = await app.kernel.platform('core_tenant').count();
    const refused = await add('Wrong', change);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual({ field, message: expect.stringMatching(message) });
    expect(await app.kernel.platform('core_tenant').count()).toEqual(before);
  });
});

describe('an edited agency', () => {
  const edit = (id: number, body: object, as = app.fixtures.operator) => app.call('PUT', `/api/agencies/${id}`, as, { body });

  test('saves every field; the old address keeps working and stays its own', async () => {
    const { company_id: id } = (await add('Old Name', { DownlineSubDomain: 'old' })).body;
    const changed = newAgency('New Name', { ClientPhone: '+44 20 7946 0958', DownlineSubDomain: 'new' });
    expect(await edit(id, changed)).toMatchObject({ status: 200, body: { message: 'Data has been updated successfully' } });
    expect((await app.call('GET', `/api/agencies/${id}`, app.fixtures.operator)).body).toMatchObject({
      ...changed,
      ClientPhone: '+442079460958',
    });
    const overview = await app.call('GET', `/api/agencies/${id}/overview`, app.fixtures.operator);
    expect(overview.body).toMatchObject({ hosts: ['new.localhost', 'old.localhost'], clients: 0 });
    expect((await add('Squatter', { DownlineSubDomain: 'old' })).status).toBe(422);
  });

  test.each([
    ['ClientCompanyName', ''],
    ['ClientCompanyName', '   '],
    ['ClientFullName', ''],
    ['ClientFullName', '   '],
    ['ClientEmail', ''],
    ['ClientEmail', 'nobody'],
    ['ClientPhone', ''],
    ['ClientPhone', '123'],
    ['DownlineSubDomain', ''],
    ['DownlineSubDomain', 'a-'],
    ['selectedterms', []],
  ])('refuses to be saved with a wrong %s (%j), and with none at all where the form asks for it', async (field, value) => {
    const { tenant } = app.fixtures.a;
    const right = newAgency('Agency A', { ClientPhone: '(312) 555-0123', DownlineSubDomain: 'agency-a', selectedterms: ['Weekly'] });
    const before = (await app.call('GET', `/api/agencies/${tenant.id}`, app.fixtures.operator)).body;
    const { [field]: _, ...without } = right as Record<string, unknown>;
    for (const body of [{ ...right, [field]: value }, ...(field === 'selectedterms' ? [] : [without])]) {
      const answer = await edit(tenant.id, body);
      const faults = (answer.body.errors as { field: string }[]).map((fault) => fault.field);
      expect([answer.status, [...new Set(faults)]]).toEqual([422, [field]]);
    }
    expect((await app.call('GET', `/api/agencies/${tenant.id}`, app.fixtures.operator)).body).toEqual(before);
  });

  test('needs phone and subdomain, and a company that is an agency of the caller', async () => {
    const { root, a } = app.fixtures;
    expect((await edit(a.tenant.id, newAgency('Agency A'))).status).toBe(422);
    expect((await edit(a.tenant.id, newAgency('Agency A', { ClientPhone: ' ', DownlineSubDomain: 'xx' }))).body.errors).toMatchObject([
      { field: 'ClientPhone' },
    ]);
    for (const id of [root.id, a.clients[0]!.tenant.id, 2_000_000_000])
      expect((await edit(id, newAgency('X', { DownlineSubDomain: 'xx' }))).status).toBe(404);
    expect((await edit(a.tenant.id, newAgency('X', { DownlineSubDomain: 'xx' }), a.owner)).status).toBe(403);
  });

  test('the database itself refuses a host for a company that is not below the caller', async () => {
    const { a, b } = app.fixtures;
    const under = (tenant: Tenant, company: number) =>
      app.kernel.tenants.transaction(async (trx) => {
        await trx.raw(`select set_config('app.scope', ?, true), set_config('app.tenant', ?, true)`, [tenant.kind, String(tenant.id)]);
        await trx.raw(`select core_take_subdomain(?, 'stolen', 90)`, [company]);
      });
    await expect(under(a.tenant, b.tenant.id)).rejects.toThrow(/not an agency below/);
    await expect(under(a.clients[0]!.tenant, a.tenant.id)).rejects.toThrow(/not an agency below/);
  });
});

describe('modules', () => {
  test('are switched for one agency alone, at once and with an event', async () => {
    const { operator, a, b } = app.fixtures;
    const path = `/api/agencies/${a.tenant.id}/modules`;
    expect((await app.call('PUT', `${path}/nothing`, operator, { body: { on: false } })).status).toBe(404);
    expect((await app.call('PUT', `${path}/extra`, a.owner, { body: { on: false } })).status).toBe(403);
    expect(
      (await app.call('PUT', `/api/agencies/${a.clients[0]!.tenant.id}/modules/extra`, operator, { body: { on: false } })).status,
    ).toBe(404);

    expect((await app.call('PUT', `${path}/extra`, operator, { body: { on: false } })).status).toBe(200);
    const extraOf = async (id: number) =>
      (await app.call('GET', `/api/agencies/${id}/modules?PerPage=100`, operator)).body.data.find(
        (m: { key: string }) => m.key === 'extra',
      );
    await vi.waitFor(
      async () => expect(await extraOf(a.tenant.id)).toMatchObject({ on: false, kind: 'module', company_id: a.tenant.id }),
      5000,
    );
    expect(await extraOf(b.tenant.id)).toMatchObject({ on: true });
    const [event] = await app.kernel.platform('core_outbox').where({ event: 'agencies.module-switched' });
    expect(event).toMatchObject({ company_id: a.tenant.id, payload: { agencyId: a.tenant.id, plugin: 'extra', on: false } });
  });
});

describe('removing an agency', () => {
  test('takes its people, clients and addresses with it', async () => {
    const { operator, b } = app.fixtures;
    expect((await app.call('DELETE', `/api/agencies/${b.tenant.id}`, b.owner)).status).toBe(403);
    const gone = await app.call('DELETE', `/api/agencies/${b.tenant.id}`, operator);
    expect(gone).toMatchObject({ status: 200, body: { message: 'You deleted Agency B' } });
    for (const person of [b.owner, b.clients[0]!.user]) expect((await app.call('GET', '/api/user', person)).status).toBe(401);
    expect(await app.kernel.platform('core_host').where({ tenant_id: b.tenant.id })).toEqual([]);
    expect(await rows('?search=Agency B')).toEqual([]);
    expect((await app.call('DELETE', `/api/agencies/${b.tenant.id}`, operator)).status).toBe(404);
    expect(await app.kernel.platform('core_outbox').where({ event: 'companies.removed', company_id: app.fixtures.root.id })).toHaveLength(
      3,
    );
  });
});
