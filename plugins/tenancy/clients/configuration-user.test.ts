import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** CreateClient with exactly the fields of the specification. */
const fields = (companyID: number, userType: string, name: string) => ({
  companyID,
  idsys: app.fixtures.root.id,
  userType,
  ClientCompanyName: name,
  ClientFullName: 'Ann Example',
  ClientEmail: `${name.toLowerCase()}@people.example`,
  ClientPhone: '3125550123',
  ClientPhoneCountryCode: 'US',
  ClientPhoneCountryCallingCode: '+1',
  ClientWhiteLabeling: 'F',
  ApiMode: 'F',
  DownlineDomain: '',
  DownlineSubDomain: userType === 'userdownline' ? name : '',
  DownlineOrganizationID: '',
});

describe('the calls about users of every kind', () => {
  test('manage agencies for the root', async () => {
    const { root, operator } = app.fixtures;
    const made = await app.call('POST', '/api/configuration/user/create', operator, { body: fields(root.id, 'userdownline', 'Northwind') });
    expect(made.body).toMatchObject({
      result: 'success',
      message: 'Data has been added successfully',
      data: [{ company_name: 'Northwind', subdomain: 'northwind' }],
    });
    const [{ id, company_id: company }] = made.body.data;

    const { userType: _type, ...rest } = fields(root.id, 'userdownline', 'Southwind');
    const update = {
      ...rest,
      ClientID: id,
      action: 'downline',
      selectedterms: [
        { term: 'Weekly', status: 'T' },
        { term: 'Prepaid', status: 'F' },
      ],
      selectedmodules: [],
    };
    expect((await app.call('PUT', '/api/configuration/user/update', operator, { body: update })).body).toEqual({
      result: 'success',
      message: 'Data has been updated successfully',
    });
    const none = { ...update, selectedterms: [{ term: 'Weekly', status: 'F' }] };
    expect((await app.call('PUT', '/api/configuration/user/update', operator, { body: none })).body.errors).toEqual([
      { field: 'selectedterms', message: 'Please select payment term' },
    ]);

    const list = await app.call(
      'GET',
      `/api/configuration/user/${root.id}/-/-/userdownline/-/company_name/desc/wind?Page=1&PerPage=5`,
      operator,
    );
    expect(list.body).toMatchObject({ total: 1, per_page: 5, data: [{ id, company_name: 'Southwind', subdomain: 'southwind' }] });

    expect((await app.call('DELETE', `/api/configuration/user/remove/${root.id}/${id}`, operator)).status).toBe(404);
    expect((await app.call('DELETE', `/api/configuration/user/remove/${company}/${id}`, operator)).body).toEqual({
      result: 'success',
      title: 'Deleted!',
      message: 'You deleted Southwind',
    });
  });

  test('manage clients for an agency', async () => {
    const { a } = app.fixtures;
    const made = await app.call('POST', '/api/configuration/user/create', a.owner, { body: fields(a.tenant.id, 'client', 'Florist') });
    expect(made.body.data).toMatchObject([{ company_name: 'Florist', user_type: 'client', timezone: 'America/Chicago' }]);
    const { id, company_id: company } = made.body.data[0];
    const { userType: _type, ...rest } = fields(a.tenant.id, 'client', 'Florist');
    expect(
      (await app.call('PUT', '/api/configuration/user/update', a.owner, { body: { ...rest, ClientID: id, ClientFullName: 'Bea Example' } }))
        .status,
    ).toBe(200);
    const list = await app.call('GET', `/api/configuration/user/${a.tenant.id}/-/-/client/-/null/null`, a.owner);
    expect(list.body).toMatchObject({ total: 3, data: [{ company_name: 'Florist', name: 'Bea Example' }, {}, {}] });
    expect((await app.call('DELETE', `/api/configuration/user/remove/${company}/${id}`, a.owner)).status).toBe(200);
  });

  test('take no empty name, and leave a name alone that is left out', async () => {
    const { root, operator, a } = app.fixtures;
    const nameOf = async (id: number) => (await app.kernel.platform('core_tenant').where({ id }).first('name')).name;
    const cases = [
      [operator, fields(root.id, 'userdownline', 'Kept-agency')],
      [a.owner, fields(a.tenant.id, 'client', 'Kept-client')],
    ] as const;
    for (const [who, body] of cases) {
      const { id, company_id: company } = (await app.call('POST', '/api/configuration/user/create', who, { body })).body.data[0];
      const { userType: _type, ...rest } = body;
      for (const ClientCompanyName of ['', '   ', '\u00a0\u2003']) {
        const answer = await app.call('PUT', '/api/configuration/user/update', who, { body: { ...rest, ClientID: id, ClientCompanyName } });
        expect(answer.body.errors).toEqual([{ field: 'ClientCompanyName', message: 'This field is required.' }]);
        const again = { ...body, ClientCompanyName, ClientEmail: `new-${body.ClientEmail}` };
        expect((await app.call('POST', '/api/configuration/user/create', who, { body: again })).body.errors).toMatchObject([
          { field: 'ClientCompanyName' },
        ]);
      }
      const { ClientCompanyName: _name, ...nameless } = rest;
      const changed = { ...nameless, ClientID: id, ClientFullName: 'Somebody Else' };
      expect((await app.call('PUT', '/api/configuration/user/update', who, { body: changed })).status).toBe(200);
      expect(await nameOf(company)).toBe(body.ClientCompanyName);
      expect((await app.call('DELETE', `/api/configuration/user/remove/${company}/${id}`, who)).status).toBe(200);
    }
  });

  test('answer for nobody else and for no other company', async () => {
    const { root, operator, a, b } = app.fixtures;
    const { userType: _type, ...rest } = fields(a.tenant.id, 'client', 'Foreign');
    const update = (ClientID: number, as = a.owner) =>
      app.call('PUT', '/api/configuration/user/update', as, { body: { ...rest, ClientID } });
    for (const foreign of [b.clients[0]!.user.id, b.owner.id, b.admin.id, operator.id, a.owner.id, 2_000_000_000])
      expect((await update(foreign)).status).toBe(404);
    const create = (as: typeof operator, companyID: number, userType: string) =>
      app.call('POST', '/api/configuration/user/create', as, { body: fields(companyID, userType, 'Foreign') });
    expect((await create(a.owner, b.tenant.id, 'client')).status).toBe(404);
    expect((await create(a.owner, a.tenant.id, 'userdownline')).status).toBe(403);
    expect((await create(operator, root.id, 'client')).status).toBe(403);
    expect((await create(a.clients[0]!.user, a.clients[0]!.tenant.id, 'client')).status).toBe(403);
    expect((await create(a.owner, a.tenant.id, 'sales')).status).toBe(403);
    expect((await create(operator, root.id, 'nobody')).status).toBe(422);
    expect((await app.call('GET', `/api/configuration/user/${b.tenant.id}/-/-/client/-/-/-`, a.owner)).status).toBe(404);
    expect((await app.call('GET', `/api/configuration/user/-/-/-/userdownline/-/-/-`, a.owner)).status).toBe(403);
    expect(
      (await app.call('DELETE', `/api/configuration/user/remove/${b.clients[0]!.tenant.id}/${b.clients[0]!.user.id}`, a.owner)).status,
    ).toBe(404);
    expect((await app.call('GET', '/api/configuration/user/-/-/-/client/-/-/-')).status).toBe(401);
  });

  test('take user type, system number and company from the session: a claim of another changes nothing', async () => {
    const { root, operator, a, b } = app.fixtures;
    const { platform } = app.kernel;
    const everything = async () => ({
      companies: await platform('core_tenant').orderBy('id').select('id', 'name', 'parent_id', 'removed_at'),
      people: await platform('core_account')
        .orderBy('id')
        .select('id', 'company_id', 'name', 'email', 'user_type', 'is_system', 'removed_at'),
    });
    const before = await everything();
    const client = b.clients[0]!;
    const body = (companyID: number, userType: string, more: object = {}) => ({ ...fields(companyID, userType, 'Claimed'), ...more });
    const create = (as: typeof operator, sent: object) => app.call('POST', '/api/configuration/user/create', as, { body: sent });
    const update = (as: typeof operator, sent: object) => app.call('PUT', '/api/configuration/user/update', as, { body: sent });
    const [ownUser, admin] = [a.clients[0]!.user, a.admin];
    const answers = [
      // A foreign company, above, beside and below.
      ...(await Promise.all([root.id, b.tenant.id, client.tenant.id].map((id) => create(a.owner, body(id, 'client'))))),
      ...(await Promise.all(
        [root.id, b.tenant.id, client.tenant.id].map((id) => update(a.owner, body(id, 'client', { ClientID: ownUser.id }))),
      )),
      // Kinds of user that are not the caller's to make.
      ...(await Promise.all(['user', 'userdownline', 'sales'].map((type) => create(a.owner, body(a.tenant.id, type))))),
      ...(await Promise.all(['client', 'administrator', 'userdownline'].map((type) => create(ownUser, body(ownUser.tenant.id, type))))),
      // Somebody else's person, whatever they are said to be.
      ...(await Promise.all(
        ['client', 'userdownline', 'user'].map((type) => update(a.owner, body(a.tenant.id, type, { ClientID: client.user.id }))),
      )),
      ...(await Promise.all(['client', 'user'].map((type) => update(admin, body(a.tenant.id, type, { ClientID: operator.id }))))),
    ];
    expect(answers.map(({ status }) => status).filter((status) => ![403, 404, 422].includes(status))).toEqual([]);
    expect(await everything()).toEqual(before);

    // Of an update the type is not read at all: a client stays one, and `idsys` moves nothing.
    const sent = body(a.tenant.id, 'userdownline', { ClientID: ownUser.id, idsys: b.tenant.id, ClientEmail: ownUser.email });
    expect((await update(a.owner, sent)).status).toBe(200);
    expect(await platform('core_account').where({ id: ownUser.id }).first()).toMatchObject({
      user_type: 'client',
      company_id: ownUser.tenant.id,
      is_system: false,
    });
    const made = await create(a.owner, { ...body(a.tenant.id, 'client'), idsys: b.tenant.id });
    expect(made.body.data).toMatchObject([{ company_root_id: root.id, user_type: 'client' }]);
    expect(await platform('core_tenant').where({ id: made.body.data[0].company_id }).first('parent_id')).toEqual({
      parent_id: a.tenant.id,
    });
    for (const system of [b.tenant.id, 0, 'x'])
      expect((await app.call('GET', `/api/configuration/user/-/-/${system}/client/-/null/null`, a.owner)).body.total).toBe(3);
  });
});
