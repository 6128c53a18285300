import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const newcomer = (name: string, more: object = {}) => ({
  ClientFullName: name,
  ClientEmail: `${name.toLowerCase().replaceAll(' ', '.')}@people.example`,
  ...more,
});
const add = (name: string, as: Person, more: object = {}, path = '/api/administrators') =>
  app.call('POST', path, as, { body: newcomer(name, more) });
/** Somebody made in a test, with a session that begins now. */
const person = (id: number, like: Person): Person => {
  const { token: _token, ...rest } = like;
  return { ...rest, id };
};

describe('administrators', () => {
  test('are seen by those who run the company, and by nobody else', async () => {
    const { a, b, operator, sales } = app.fixtures;
    const seen = await app.call('GET', '/api/administrators?sortby=name', a.admin);
    expect(seen.body).toMatchObject({
      total: 2,
      data: [
        { name: 'admin-a', user_type: 'administrator', standing: 'self', status_acc: 'active' },
        { name: 'owner-a', user_type: 'userdownline', standing: 'owner' },
      ],
    });
    expect((await app.call('GET', '/api/administrators', operator)).body.data).toMatchObject([{ name: 'operator', user_type: 'user' }]);
    for (const who of [sales, a.clients[0]!.user]) {
      expect((await app.call('GET', '/api/administrators', who)).status).toBe(403);
      expect((await app.call('GET', '/api/ui/pages/people.administrators', who)).status).toBe(404);
    }
    for (const id of [b.admin.id, a.clients[0]!.user.id, operator.id, sales.id, 2_000_000_000]) {
      expect((await app.call('GET', `/api/administrators/${id}`, a.owner)).status).toBe(404);
      expect((await app.call('PUT', `/api/administrators/${id}`, a.owner, { body: newcomer('Foreign') })).status).toBe(404);
      expect((await app.call('DELETE', `/api/administrators/${id}`, a.owner)).status).toBe(404);
      expect((await app.call('PUT', `/api/administrators/${id}/status`, a.owner, { body: { status: 'suspended' } })).status).toBe(404);
    }
  });

  test('are added once, invited by mail, and changed', async () => {
    const { a } = app.fixtures;
    const tries = await Promise.all(Array.from({ length: 5 }, () => add('Ann Added', a.owner, { defaultAdmin: 'T', customercare: 'T' })));
    expect(tries.filter((t) => t.status === 200)).toHaveLength(1);
    const { id } = tries.find((t) => t.status === 200)!.body;
    expect(await app.kernel.platform('core_mail').where({ recipient: 'ann.added@people.example' })).toHaveLength(1);
    const body = newcomer('Ann Changed', {
      ClientEmail: 'ann.added@people.example',
      ClientPhone: '(312) 555-0123',
      adminGetNotification: 'T',
    });
    expect((await app.call('PUT', `/api/administrators/${id}`, a.owner, { body })).body.message).toBe('Data has been updated successfully');
    expect((await app.call('GET', `/api/administrators/${id}`, a.owner)).body).toMatchObject({
      ClientFullName: 'Ann Changed',
      ClientPhone: '+13125550123',
      defaultAdmin: 'T',
      customercare: 'T',
      adminGetNotification: 'T',
      twoFactorAuth: 'F',
    });
    const second = (await add('Ben Default', a.owner, { defaultAdmin: 'T' })).body.id as number;
    expect((await app.call('GET', `/api/administrators/${id}`, a.owner)).body.defaultAdmin).toBe('F');
    expect((await app.call('GET', `/api/administrators/${second}`, a.owner)).body.defaultAdmin).toBe('T');
    expect((await add('Ann Again', a.owner, { ClientEmail: 'ANN.added@people.example' })).body.errors).toMatchObject([
      { field: 'ClientEmail' },
    ]);
    expect((await add('Weak', a.owner, { ClientPass: 'short' })).body.errors).toMatchObject([{ field: 'ClientPass' }]);
  });

  test('suspension ends sessions at once and can be taken back; nobody suspends or removes themselves or the owner', async () => {
    const { a } = app.fixtures;
    const id = (await add('Sue Suspended', a.owner)).body.id as number;
    const sue = person(id, a.admin);
    expect((await app.call('GET', '/api/user', sue)).status).toBe(200);
    const status = (of: number, to: string, as = a.owner) =>
      app.call('PUT', `/api/administrators/${of}/status`, as, { body: { status: to } });
    expect((await status(id, 'suspended')).status).toBe(200);
    expect((await app.call('GET', '/api/user', sue)).status).toBe(401);
    expect((await status(id, 'active')).status).toBe(200);
    expect((await app.call('GET', '/api/user', person(id, a.admin))).status).toBe(200);
    expect((await status(a.owner.id, 'suspended', a.admin)).status).toBe(409);
    expect((await status(a.admin.id, 'suspended', a.admin)).status).toBe(409);
    for (const kept of [a.owner.id, a.admin.id])
      expect((await app.call('DELETE', `/api/administrators/${kept}`, a.admin)).status).toBe(409);
    expect((await app.call('DELETE', `/api/administrators/${a.owner.id}`, a.owner)).status).toBe(409);
    const steal = newcomer('Owner', { ClientEmail: 'mine@people.example' });
    expect((await app.call('PUT', `/api/administrators/${a.owner.id}`, a.admin, { body: steal })).status).toBe(409);
    expect((await app.call('DELETE', `/api/administrators/${id}`, a.owner)).body.message).toBe('You deleted Sue Suspended');
    expect((await app.call('GET', `/api/administrators/${id}`, a.owner)).status).toBe(404);
  });

  test('who has fewer rights takes over nobody with more', async () => {
    const { b } = app.fixtures;
    const id = (await add('Lea Less', b.owner)).body.id as number;
    const grants = { enable: true, create: true, update: true, delete: true };
    const rights = { AdsDesign: grants, Campaign: grants, Settings: grants, LeadsPeek: { ...grants, create: false } };
    await app.kernel
      .platform('core_account')
      .where({ id })
      .update({ rights: JSON.stringify(rights) });
    const lea = person(id, b.admin);
    const steal = { ClientFullName: 'admin-b', ClientEmail: 'stolen@people.example' };
    expect((await app.call('PUT', `/api/administrators/${b.admin.id}`, lea, { body: steal })).status).toBe(403);
    expect((await app.call('PUT', `/api/administrators/${b.admin.id}/status`, lea, { body: { status: 'suspended' } })).status).toBe(403);
    expect((await app.call('DELETE', `/api/administrators/${b.admin.id}`, lea)).status).toBe(403);
    expect((await app.call('DELETE', `/api/administrators/${id}`, b.admin)).status).toBe(200);
  });

  test('the invitation is sent again until a password is set; the link before is void', async () => {
    const { a } = app.fixtures;
    const id = (await add('Ina Invited', a.owner)).body.id as number;
    const again = (as: Person, body: object = { ClientID: id }) =>
      app.call('POST', '/api/configuration/user/resendinvitation', as, { body });
    expect((await again(a.owner)).body).toMatchObject({ result: 'success' });
    const mails = (await app.kernel.platform('core_mail').where({ recipient: 'ina.invited@people.example' }).orderBy('id')) as {
      body: string;
    }[];
    expect(mails).toHaveLength(2);
    const [old, fresh] = mails.map((m) => /token=([\w-]+)/.exec(m.body)![1]!);
    const set = (token: string) =>
      app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: 'seven harbour lamps at dusk' } });
    expect((await set(old!)).status).toBe(422);
    expect((await set(fresh!)).status).toBe(200);
    expect((await again(a.owner)).status).toBe(409);
    for (const [who, what] of [
      [app.fixtures.b.owner, { ClientID: id }],
      [a.owner, { ClientID: 2_000_000_000 }],
      [a.owner, { ClientID: id, companyID: app.fixtures.b.tenant.id }],
      [a.owner, { ClientID: a.owner.id }],
      [a.owner, {}],
    ] as const)
      expect((await again(who, what)).status).toBe(404);
  });
});

describe('sales accounts', () => {
  test('are managed by system users, with a code of their own', async () => {
    const { operator, a, sales } = app.fixtures;
    const made = await add('Sam Sales', operator, { salesAE: 'T', salesRef: 'sam-2026' }, '/api/sales-accounts');
    expect(made.status).toBe(200);
    const list = await app.call('GET', '/api/sales-accounts?search=sam', operator);
    expect(list.body.data).toMatchObject([{ name: 'Sam Sales', salesRep: 'F', salesAE: 'T', salesRef: 'sam-2026', user_type: 'sales' }]);
    expect((await add('Tom Taken', operator, { salesRef: 'SAM-2026' }, '/api/sales-accounts')).body.errors).toMatchObject([
      { field: 'salesRef' },
    ]);
    expect((await add('Nil None', operator, { salesRep: 'F', salesAE: 'F' }, '/api/sales-accounts')).body.errors).toMatchObject([
      { field: 'salesRep' },
    ]);
    const plain = await add('Rae Rep', operator, {}, '/api/sales-accounts');
    expect((await app.call('GET', `/api/sales-accounts/${plain.body.id}`, operator)).body).toMatchObject({
      salesRep: 'T',
      salesAE: 'F',
      salesRef: expect.stringMatching(/^[0-9a-f]{10}$/) as string,
    });
    expect((await app.call('GET', '/api/user', person(made.body.id, sales))).body).toMatchObject({
      user_type: 'sales',
      isAccExecutive: 'T',
      status_acc: 'active',
    });
    for (const who of [a.owner, a.clients[0]!.user, person(plain.body.id, sales)])
      expect((await app.call('GET', '/api/user', who)).body).toMatchObject({ isAccExecutive: 'F', status_acc: 'active' });
    for (const who of [a.owner, sales]) {
      expect((await app.call('GET', '/api/sales-accounts', who)).status).toBe(403);
      expect((await app.call('GET', '/api/ui/pages/people.sales', who)).status).toBe(404);
    }
    expect((await app.call('GET', `/api/sales-accounts/${operator.id}`, operator)).status).toBe(404);
  });

  test('see how their account stands with the payment provider', async () => {
    const { sales, operator } = app.fixtures;
    expect((await app.call('GET', '/api/sales-connection', sales)).body).toEqual({ accountConnected: 'completed', isAccExecutive: 'F' });
    expect((await app.call('GET', '/api/sales-connection', operator)).status).toBe(403);
    expect((await app.call('GET', '/api/ui/pages/people.connect', sales)).status).toBe(200);
    expect((await app.call('GET', '/api/ui/pages/people.connect', operator)).status).toBe(404);
  });
});

describe("the specification's calls", () => {
  const fields = (companyID: number, userType: string, name: string) => ({
    companyID,
    idsys: app.fixtures.root.id,
    userType,
    ...newcomer(name),
    ClientPhone: '3125550123',
    ClientPhoneCountryCode: 'US',
    ClientPhoneCountryCallingCode: '+1',
    defaultAdmin: 'F',
    customercare: 'F',
    adminGetNotification: 'T',
    salesRep: 'T',
  });

  test.each([
    ['administrator', 'a', 'administrator'],
    ['administrator', 'root', 'user'],
    ['sales', 'root', 'sales'],
  ])('create, change, list and remove a %s of %s', async (type, where, stored) => {
    const as = where === 'root' ? app.fixtures.operator : app.fixtures.a.owner;
    const name = `Cal ${type} ${where}`;
    const made = await app.call('POST', '/api/configuration/user/create', as, { body: fields(as.tenant.id, type, name) });
    expect(made.body).toMatchObject({ result: 'success', data: [{ name, user_type: stored, company_id: as.tenant.id }] });
    const { id } = made.body.data[0];
    const [account] = await app.kernel.platform('core_account').where({ id }).select('is_system', 'user_type');
    expect(account).toEqual({ user_type: stored, is_system: stored === 'user' });
    const { userType: _type, ...rest } = fields(as.tenant.id, type, `${name} II`);
    const update = { ...rest, ClientID: id };
    expect((await app.call('PUT', '/api/configuration/user/update', as, { body: update })).body).toMatchObject({ result: 'success' });
    const list = await app.call('GET', `/api/configuration/user/${as.tenant.id}/-/-/${type}/-/name/asc/II`, as);
    expect(list.body).toMatchObject({ total: 1, data: [{ id, name: `${name} II` }] });
    expect((await app.call('DELETE', `/api/configuration/user/remove/${app.fixtures.b.tenant.id}/${id}`, as)).status).toBe(404);
    expect((await app.call('DELETE', `/api/configuration/user/remove/${as.tenant.id}/${id}`, as)).body).toMatchObject({
      title: 'Deleted!',
    });
  });

  test('find people by company and kind', async () => {
    const { root, operator, a, b, sales } = app.fixtures;
    const show = (as: Person, companyID: number, userType?: string | number, searchUser = '') =>
      app.call('POST', '/api/configuration/user/show-user', as, { body: { companyID, searchUser, ...(userType && { userType }) } });
    const own = (await show(a.owner, a.tenant.id, 9999)).body.users as { company_name: string; type_user_tx: string }[];
    expect(new Set(own.map((u) => u.company_name))).toEqual(new Set(['Agency A', 'Client A1', 'Client A2']));
    expect((await show(a.owner, a.tenant.id, 'client', 'A1')).body.users).toMatchObject([
      { id: a.clients[0]!.user.id, company_name: 'Client A1', type_user_tx: 'Client' },
    ]);
    expect(((await show(operator, root.id, 'root', 'operator')).body.users as object[])[0]).toMatchObject({ type_user_tx: 'Enterprise' });
    expect(((await show(operator, root.id, 'admin', 'owner-b')).body.users as object[])[0]).toMatchObject({ type_user_tx: 'Admin' });
    expect((await show(a.owner, b.tenant.id)).status).toBe(404);
    expect((await show(a.owner, root.id)).status).toBe(404);
    for (const who of [sales, a.clients[0]!.user]) expect((await show(who, who.tenant.id)).status).toBe(403);
  });
});

test('those who asked are told of a new client', async () => {
  const { a } = app.fixtures;
  await add('Nia Notified', a.owner, { adminGetNotification: 'T' });
  const client = { ClientCompanyName: 'Harbour Cafe', ClientFullName: 'Cleo', ClientEmail: 'cleo@harbour.example', timezone: 'UTC' };
  expect((await app.call('POST', '/api/clients', a.owner, { body: client })).status).toBe(200);
  await app.settle();
  const mail = await app.kernel.platform('core_mail').where({ recipient: 'nia.notified@people.example' }).orderBy('id', 'desc').first();
  expect(mail.subject).toBe('New client: Harbour Cafe');
});
