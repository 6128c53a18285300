import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { trustedHops: 1 } });
});
afterAll(() => app.close());

const me = async (who: Person, headers: Record<string, string> = {}) => (await app.call('GET', '/api/user', who, { headers })).body;

describe('the signed-in user', () => {
  test('is told where the company stands and whose customer it is', async () => {
    const { a, root, operator, sales } = app.fixtures;
    const client = a.clients[0]!.user;
    const none = { company_parent: null, companyparentname: '' };
    expect(await me(operator)).toMatchObject({ rootcomp: 'T', company_name: 'Test Root', ...none });
    expect(await me(sales)).toMatchObject({ rootcomp: 'T', ...none });
    expect(await me(a.owner)).toMatchObject({ rootcomp: 'F', company_parent: root.id, companyparentname: 'Test Root' });
    expect(await me(client)).toMatchObject({ rootcomp: 'F', company_parent: a.tenant.id, companyparentname: 'Agency A' });
  });

  test('is told the address that the call came from', async () => {
    expect(await me(app.fixtures.a.owner, { 'x-forwarded-for': '198.51.100.7' })).toMatchObject({ ip_login: '198.51.100.7' });
  });

  test('is told the role, and that there is none', async () => {
    const { a } = app.fixtures;
    const made = await app.call('POST', '/api/configuration/role-module/create', a.owner, {
      body: { roleName: 'Support', roleIcon: 'user', roledata: { LeadsPeek: { enable: 'T' } } },
    });
    const person = await addPerson(app.kernel, a.tenant, 'administrator', 'support@agency-a.example');
    expect(await me(person)).toMatchObject({ role_id: null });
    await app.call('PUT', `/api/roles/people/${person.id}`, a.owner, { body: { roleID: made.body.roleID } });
    expect(await me(person)).toMatchObject({ role_id: made.body.roleID });
  });

  const MODULES = ['local', 'locator'].map((type) => ({ type, status: 'T' }));

  test('is told whether the menu of products shows', async () => {
    const { a, b, operator } = app.fixtures;
    const client = b.clients[0]!.user;
    for (const [who, menuLeadspeek] of [
      [operator, 'F'],
      [a.owner, 'T'],
      [client, 'T'],
    ] as const)
      expect(await me(who), who.email).toMatchObject({ menuLeadspeek });
    for (const product of ['local', 'locator'])
      await app.call('PUT', `/api/configuration/client-menu/${product}`, b.owner, { body: { shown: false } });
    expect([(await me(client)).menuLeadspeek, (await me(b.owner)).menuLeadspeek]).toEqual(['F', 'T']);
    const none = { enable: false, create: false, update: false, delete: false };
    const rights = { AdsDesign: none, Campaign: none, LeadsPeek: none, Settings: none };
    await app.kernel
      .platform('core_account')
      .where({ id: a.admin.id })
      .update({ rights: JSON.stringify(rights) });
    expect(await me(a.admin)).toMatchObject({ menuLeadspeek: 'F' });
  });

  test('is told the white label, the products and the payment terms of the company', async () => {
    const { a, b, operator } = app.fixtures;
    const body = {
      ClientCompanyName: 'Agency A',
      ClientFullName: 'Owner A',
      ClientEmail: a.owner.email,
      ClientPhone: '+13125550100',
      DownlineSubDomain: 'a',
      ClientWhiteLabeling: 'T',
      selectedterms: ['Weekly', 'Prepaid'],
      selectedmodules: [],
    };
    expect((await app.call('PUT', `/api/agencies/${a.tenant.id}`, operator, { body })).status).toBe(200);
    await app.kernel.features.refresh();
    const seen = await me(a.owner);
    // What the root took away is none of the company's products.
    expect(seen).toMatchObject({
      is_whitelabeling: 'T',
      modules: [],
      paymenttermlist: [
        { value: 'Weekly', label: 'Weekly' },
        { value: 'Prepaid', label: 'Prepaid' },
      ],
    });
    expect(seen).not.toHaveProperty('agencyDefaultModules');
    expect(await me(b.owner)).toMatchObject({ is_whitelabeling: 'F', modules: MODULES });
    expect(await me(a.clients[0]!.user)).toMatchObject({ is_whitelabeling: 'F', modules: [] });
  });

  test('is told what new agencies begin with, among the root’s people alone', async () => {
    const { a, operator, sales } = app.fixtures;
    const begin = {
      agencyDefaultModules: MODULES,
      rootPaymentTermsNewAgencies: ['Weekly', 'Monthly', 'OneTime', 'Prepaid'].map((term) => ({ term, status: 'T' })),
    };
    for (const who of [operator, sales]) expect(await me(who)).toMatchObject(begin);
    await app.call('PUT', '/api/settings/companies.payment-terms', operator, { body: { value: ['Weekly', 'Monthly'] } });
    const { rootPaymentTermsNewAgencies: terms } = await me(operator);
    expect(terms).toEqual([
      { term: 'Weekly', status: 'T' },
      { term: 'Monthly', status: 'T' },
      { term: 'OneTime', status: 'F' },
      { term: 'Prepaid', status: 'F' },
    ]);
    expect(await me(a.owner)).not.toHaveProperty('rootPaymentTermsNewAgencies');
  });
});
