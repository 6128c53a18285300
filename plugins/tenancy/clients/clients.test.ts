import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newClient = (name: string, more: object = {}) => ({
  ClientCompanyName: name,
  ClientFullName: `Person of ${name}`,
  ClientEmail: `${name.toLowerCase().replaceAll(' ', '.')}@client.example`,
  ClientPhone: '+1 312 555 0123',
  timezone: 'Europe/Berlin',
  ...more,
});

describe('client management', () => {
  test('shows an agency its own clients and nobody else the screen', async () => {
    const { a, operator, sales } = app.fixtures;
    for (const person of [a.owner, a.admin]) {
      const seen = await app.call('GET', '/api/clients?sortby=company_name', person);
      expect(seen.body).toMatchObject({
        total: 2,
        data: [{ company_name: 'Client A1', email: 'client-a1@test.example', timezone: 'America/Chicago' }, { company_name: 'Client A2' }],
      });
      expect((await app.call('GET', '/api/ui/pages/clients.list', person)).status).toBe(200);
    }
    for (const person of [operator, sales, a.clients[0]!.user]) {
      expect((await app.call('GET', '/api/clients', person)).status).toBe(403);
      expect((await app.call('GET', '/api/ui/pages/clients.list', person)).status).toBe(404);
    }
  });

  test('the list is sorted, searched and paged by what is known of the client and of its owner', async () => {
    const names = async (query: string) => {
      const { body } = await app.call('GET', `/api/clients?${query}`, app.fixtures.a.owner);
      return [body.total, ...(body.data as { company_name: string }[]).map((row) => row.company_name)];
    };
    expect(await names('sortby=email&order=desc')).toEqual([2, 'Client A2', 'Client A1']);
    expect(await names('sortby=email&PerPage=1&Page=2')).toEqual([2, 'Client A2']);
    expect(await names('sortby=company_name&order=desc&PerPage=1&Page=3')).toEqual([2]);
    expect(await names('search=client-a2@')).toEqual([1, 'Client A2']);
    expect(await names('search=CLIENT&Exclude=0')).toEqual([2, 'Client A2', 'Client A1']);
  });

  test('capital letters of any script make no difference to order and search', async () => {
    const { a } = app.fixtures;
    const rename = async (names: readonly string[]) => {
      for (const [n, name] of names.entries())
        await app.kernel.platform('core_tenant').where({ id: a.clients[n]!.tenant.id }).update({ name });
    };
    const listed = async (query: string) =>
      ((await app.call('GET', `/api/clients?${query}`, a.owner)).body.data as { company_name: string }[]).map((row) => row.company_name);
    const chosen = async (search: string) =>
      (
        (await app.call('GET', `/api/clients/choices?search=${encodeURIComponent(search)}`, a.owner)).body.options as { label: string }[]
      ).map((o) => o.label);
    await rename(['Östra Bageri', 'öga 100%']);
    expect(await listed('sortby=company_name')).toEqual(['öga 100%', 'Östra Bageri']);
    expect(await chosen('')).toEqual(['öga 100%', 'Östra Bageri']);
    expect(await listed(`search=${encodeURIComponent('ÖSTRA B')}`)).toEqual(['Östra Bageri']);
    expect(await chosen('ÖGA')).toEqual(['öga 100%']);
    expect(await chosen('%')).toEqual(['öga 100%']);
    await rename(['Client A1', 'Client A2']);
  });

  test('offers choosers what the actor can see', async () => {
    const { a } = app.fixtures;
    const labels = async (who: typeof a.owner) =>
      ((await app.call('GET', '/api/clients/choices', who)).body.options as { label: string }[]).map((o) => o.label);
    expect(await labels(a.owner)).toEqual(['Client A1', 'Client A2']);
    expect((await app.call('GET', '/api/clients/choices', a.clients[1]!.user)).status).toBe(403);
    expect(await labels(app.fixtures.operator)).toHaveLength(4);
    const zones = (await app.call('GET', '/api/clients/timezones', a.owner)).body.options as { value: string }[];
    expect(zones.map((z) => z.value)).toContain('America/Chicago');
  });

  test('adds a client with an invited person, once, however often the button is pressed', async () => {
    const { b } = app.fixtures;
    const add = () => app.call('POST', '/api/clients', b.owner, { body: newClient('Bakery') });
    const answers = await Promise.all([add(), add()]);
    const made = answers.find((a) => a.status === 200);
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(made!.body.message).toBe('Data has been added successfully');
    expect((await app.call('GET', '/api/clients?search=bakery', b.owner)).body.data).toMatchObject([
      {
        company_id: made!.body.company_id,
        company_name: 'Bakery',
        name: 'Person of Bakery',
        phonenum: '+13125550123',
        timezone: 'Europe/Berlin',
        user_type: 'client',
      },
    ]);
    expect(await app.kernel.platform('core_mail').where({ recipient: 'bakery@client.example' })).toHaveLength(1);
    expect(await app.kernel.platform('core_outbox').where({ event: 'clients.client-created', company_id: b.tenant.id })).toHaveLength(1);
  });

  test.each([
    ['timezone', { timezone: 'Mars/Base' }],
    ['ClientPhone', { ClientPhone: '0000' }],
    ['ClientCompanyName', { ClientCompanyName: 'a\u0007b' }],
    ['ClientEmail', { ClientEmail: 'client-a1@test.example' }],
    ['agency_id', { agency_id: 1 }],
  ])('refuses a wrong %s', async (field, change) => {
    const refused = await app.call('POST', '/api/clients', app.fixtures.a.owner, { body: newClient('Wrong', change) });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field }]);
  });

  test('changes a client of its own only', async () => {
    const { a, b } = app.fixtures;
    const id = a.clients[1]!.tenant.id;
    const change = newClient('Client A2 Ltd', { ClientEmail: 'client-a2@test.example' });
    for (const path of [`/api/clients/${b.clients[0]!.tenant.id}`, `/api/clients/${a.tenant.id}`, '/api/clients/2000000000']) {
      expect((await app.call('PUT', path, a.owner, { body: change })).status).toBe(404);
      expect((await app.call('GET', path, a.owner)).status).toBe(404);
      expect((await app.call('DELETE', path, a.owner)).status).toBe(404);
    }
    expect((await app.call('PUT', `/api/clients/${id}`, a.clients[1]!.user, { body: change })).status).toBe(403);
    expect((await app.call('PUT', `/api/clients/${id}`, a.owner, { body: change })).body.message).toBe(
      'Data has been updated successfully',
    );
    expect((await app.call('GET', `/api/clients/${id}`, a.owner)).body).toMatchObject({
      ...change,
      ClientPhone: '+13125550123',
      disabledaddcampaign: 'F',
      enablephonenumber: 'T',
    });
  });

  test("keeps the operators' own fields", async () => {
    const { a } = app.fixtures;
    const layer = { revision: 0, ops: [], extra: { x_industry: { type: 'string', title: 'Industry', maxLength: 50 } } };
    expect((await app.call('PUT', '/api/forms/clients.edit/draft', app.fixtures.operator, { body: layer })).status).toBe(200);
    expect((await app.call('POST', '/api/forms/clients.edit/publish', app.fixtures.operator, { body: {} })).status).toBe(200);
    const path = `/api/clients/${a.clients[0]!.tenant.id}`;
    const body = { ...newClient('Client A1', { ClientEmail: 'client-a1@test.example' }), x_industry: 'Bread' };
    expect((await app.call('PUT', path, a.owner, { body })).status).toBe(200);
    expect((await app.call('GET', path, a.owner)).body).toMatchObject({ x_industry: 'Bread' });
  });

  test('removes a client with its people', async () => {
    const { a } = app.fixtures;
    const { tenant, user } = a.clients[1]!;
    expect((await app.call('DELETE', `/api/clients/${tenant.id}`, a.owner)).body.message).toMatch(/^You deleted Client A2/);
    expect((await app.call('GET', '/api/user', user)).status).toBe(401);
    expect((await app.call('GET', '/api/clients?search=A2', a.owner)).body.total).toBe(0);
    expect((await app.call('DELETE', `/api/clients/${tenant.id}`, a.owner)).status).toBe(404);
  });
});
