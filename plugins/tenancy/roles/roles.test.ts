import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';
import { Roles } from './contract.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

const MODULE = '/api/configuration/role-module';
const all = { enable: true, create: true, update: true, delete: true };
const look = { enable: 'T', create: 'F' };
let names = 0;

async function addRole(as: Person, roledata: object, roleName = `Role ${(names += 1)}`): Promise<number> {
  const answer = await app.call('POST', `${MODULE}/create`, as, { body: { roleName, roleIcon: 'user', roledata } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.roleID as number;
}
const give = (as: Person, to: Person, change: object) => app.call('PUT', `/api/roles/people/${to.id}`, as, { body: change });
const rightsOf = async (who: Person) => (await app.kernel.platform('core_account').where({ id: who.id }).first('rights')).rights;
const administrator = (name: string): Promise<Person> =>
  addPerson(app.kernel, app.fixtures.a.tenant, 'administrator', `${name}@agency-a.example`);

describe('roles of a company', () => {
  test('are listed with exactly the fields of the specification', async () => {
    const { a } = app.fixtures;
    const id = await addRole(a.owner, { LeadsPeek: all, Settings: look }, 'Support');
    const list = await app.call('GET', `${MODULE}?companyID=${a.tenant.id}&getType=getrolemodule&roleID=&usrID=${a.admin.id}`, a.owner);
    expect(list.body).toMatchObject({
      result: 'success',
      role_id: null,
      data: [
        {
          roleID: id,
          roleName: 'Support',
          roleIcon: 'user',
          people: 0,
          roledata: { AdsDesign: { enable: false, create: false }, LeadsPeek: all, Settings: { enable: true, create: false } },
        },
      ],
    });
    expect((await app.call('GET', `${MODULE}?companyID=${a.tenant.id}`, app.fixtures.operator)).body.data).toHaveLength(1);
  });

  test('know nothing of others', async () => {
    const { a, b, operator } = app.fixtures;
    const id = await addRole(a.owner, { Settings: all });
    expect((await app.call('GET', `${MODULE}?companyID=${a.tenant.id}`, b.owner)).status).toBe(404);
    for (const who of [b.owner, operator]) {
      expect((await app.call('PUT', `${MODULE}/update`, who, { body: { roleID: id, roleName: 'Mine' } })).status).toBe(404);
      expect((await app.call('PUT', `/api/roles/people/${a.admin.id}`, b.owner, { body: { roleID: id, no_role: false } })).status).toBe(
        404,
      );
      expect((await app.call('DELETE', `${MODULE}/remove/${who.tenant.id}/${id}`, who)).status).toBe(404);
    }
    expect((await give(b.owner, b.admin, { roleID: id })).status).toBe(404);
    for (const who of [a.clients[0]!.user, app.fixtures.sales]) expect((await app.call('GET', MODULE, who)).status).toBe(403);
  });

  test('have names of their own', async () => {
    const { a } = app.fixtures;
    await addRole(a.owner, {}, 'Once');
    const again = await app.call('POST', `${MODULE}/create`, a.owner, { body: { roleName: ' once ', roledata: {} } });
    expect(again.body.errors).toEqual([{ field: 'roleName', message: 'A role with this name already exists.' }]);
    const many = await Promise.all(
      Array.from({ length: 20 }, () => app.call('POST', `${MODULE}/create`, a.owner, { body: { roleName: 'Parallel', roledata: {} } })),
    );
    expect(many.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  test.each([
    { roledata: { Money: all } },
    { roledata: { Settings: { enable: 'yes' } } },
    { roleName: '   ', roledata: {} },
    { roleName: 'x' },
  ])('refuses %j', async (body) => {
    expect((await app.call('POST', `${MODULE}/create`, app.fixtures.a.owner, { body: { roleName: 'Wrong', ...body } })).status).toBe(422);
  });
});

describe('what a role amounts to', () => {
  test('counts from the next request, for all its people', async () => {
    const { a } = app.fixtures;
    const ann = await administrator('ann');
    const id = await addRole(a.owner, { LeadsPeek: all, Settings: { ...all, create: false } });
    const body = { ClientCompanyName: 'X', ClientFullName: 'X', ClientEmail: 'x@x.example', ClientPhone: '+13125550123', timezone: 'UTC' };
    expect((await app.call('POST', '/api/clients', ann, { body: { ...body, ClientEmail: 'bad' } })).status).toBe(422);
    expect((await give(a.owner, ann, { roleID: id })).body.message).toBe('The rights of ann have been saved.');
    expect((await app.call('POST', '/api/clients', ann, { body })).status).toBe(403);
    expect((await app.call('GET', '/api/clients', ann)).status).toBe(200);
    await app.call('PUT', `${MODULE}/update`, a.owner, { body: { roleID: id, roledata: { LeadsPeek: all } } });
    expect((await app.call('GET', '/api/clients', ann)).status).toBe(403);
    expect(await rightsOf(ann)).toMatchObject({ Settings: { enable: false }, LeadsPeek: all });
    expect((await give(a.owner, ann, { no_role: true })).status).toBe(200);
    expect(await rightsOf(ann)).toBeNull();
  });

  test('is cut down by personal permissions only while they are active', async () => {
    const { a } = app.fixtures;
    const bob = await administrator('bob');
    const roleID = await addRole(a.owner, { LeadsPeek: all, Settings: all });
    const own = { own_LeadsPeek_enable: true, own_LeadsPeek_update: true, own_AdsDesign_enable: true };
    await give(a.owner, bob, { roleID, permission_active: true, ...own });
    expect(await rightsOf(bob)).toEqual({
      AdsDesign: { enable: false, create: false, update: false, delete: false },
      Campaign: { enable: false, create: false, update: false, delete: false },
      Developer: { enable: false, create: false, update: false, delete: false },
      LeadsPeek: { enable: true, create: false, update: true, delete: false },
      Operations: { enable: false, create: false, update: false, delete: false },
      Privacy: { enable: false, create: false, update: false, delete: false },
      Settings: { enable: false, create: false, update: false, delete: false },
    });
    await give(a.owner, bob, { roleID, permission_active: false });
    expect(await rightsOf(bob)).toMatchObject({ LeadsPeek: all, Settings: all, AdsDesign: { enable: false } });
    expect((await app.call('GET', `/api/roles/people/${bob.id}`, a.owner)).body).toMatchObject({ own_LeadsPeek_update: true, roleID });
  });

  test('is told with the reason', async () => {
    const { a } = app.fixtures;
    const cleo = await administrator('cleo');
    const roleID = await addRole(a.owner, { LeadsPeek: all, Settings: all }, 'Desk');
    await give(a.owner, cleo, { roleID, permission_active: true, own_Settings_enable: true });
    const { data } = (await app.call('GET', `/api/roles/people/${cleo.id}/rights?PerPage=25`, a.owner)).body;
    const line = (id: string) => data.find((row: { id: string }) => row.id === id);
    expect(line('Settings.enable')).toMatchObject({ state: 'yes', why: 'Nothing restricts it.' });
    expect(line('Campaign.enable')).toMatchObject({ state: 'no', why: 'The role Desk does not include it.' });
    expect(line('LeadsPeek.enable')).toMatchObject({ state: 'no', why: 'A restriction for this person removes it.' });
    const summary = await app.call('GET', `/api/roles/people/${cleo.id}/summary`, a.owner);
    expect(summary.body).toMatchObject({
      type: 'Administrator',
      role: 'Desk',
      permission_active: true,
      modules: ['Site ID', 'Search ID'],
      rights: 1,
    });
    expect((await app.call('GET', `/api/roles/people/${cleo.id}/rights`, app.fixtures.b.owner)).status).toBe(404);
  });
});

describe('giving rights', () => {
  test('nobody gives what they do not have', async () => {
    const { a } = app.fixtures;
    const [dan, eve] = [await administrator('dan'), await administrator('eve')];
    const small = await addRole(a.owner, { Settings: all });
    const big = await addRole(a.owner, { Settings: all, LeadsPeek: all });
    await give(a.owner, dan, { roleID: small });
    await give(a.owner, eve, { roleID: small });
    for (const refused of [
      await give(dan, eve, { roleID: big }),
      await give(dan, eve, { no_role: true }),
      await give(dan, eve, { roleID: small, report_analytics: true }),
      await app.call('POST', `${MODULE}/create`, dan, { body: { roleName: 'Big', roledata: { Campaign: all } } }),
      await app.call('PUT', `${MODULE}/update`, dan, { body: { roleID: big, roledata: { Settings: all, Campaign: all } } }),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'roles.problem.beyond']);
    expect(await rightsOf(eve)).toMatchObject({ LeadsPeek: { enable: false } });
    // Leaving in a role what somebody else put there is no gift, taking from it is none either.
    expect((await app.call('PUT', `${MODULE}/update`, dan, { body: { roleID: big, roledata: { LeadsPeek: all } } })).status).toBe(200);
  });

  test('nobody changes their own, and owners keep all', async () => {
    const { a, operator } = app.fixtures;
    const fay = await administrator('fay');
    const roleID = await addRole(a.owner, { Settings: all });
    await give(a.owner, fay, { roleID });
    expect((await give(fay, fay, { no_role: true })).body.code).toBe('roles.problem.oneself');
    expect((await app.call('PUT', `${MODULE}/update`, fay, { body: { roleID, roleName: 'Mine' } })).body.code).toBe(
      'roles.problem.own-role',
    );
    expect((await app.call('DELETE', `${MODULE}/remove/${a.tenant.id}/${roleID}`, fay)).body.code).toBe('roles.problem.own-role');
    expect((await give(fay, a.owner, { roleID })).body.code).toBe('roles.problem.owner');
    const deputy = await addPerson(app.kernel, app.fixtures.root, 'user', 'deputy@test.example', true);
    expect((await give(deputy, operator, { no_role: true })).body.code).toBe('roles.problem.owner');
    expect(await app.inside(app.fixtures.root, 'roles', (ctx) => ctx.use(Roles).permission(operator.id, 'report_analytics'))).toBe(true);
    expect(await app.inside(app.fixtures.root, 'roles', (ctx) => ctx.use(Roles).permission(deputy.id, 'report_analytics'))).toBe(false);
    expect((await give(operator, deputy, { no_role: true, report_analytics: true })).status).toBe(200);
    expect(await app.inside(app.fixtures.root, 'roles', (ctx) => ctx.use(Roles).permission(deputy.id, 'report_analytics'))).toBe(true);
    expect(await app.inside(app.fixtures.root, 'roles', (ctx) => ctx.use(Roles).permission(deputy.id, 'nothing' as never))).toBe(false);
  });

  test('a role of a company above is one for lists too, whose name is not told', async () => {
    const { a, root } = app.fixtures;
    const person = await addPerson(app.kernel, a.tenant, 'administrator', 'from-above@test.example');
    const { platform } = app.kernel;
    const [{ id }] = await platform('roles_role').insert({ company_id: root.id, name: 'From above', rights: '[]' }).returning('id');
    await platform('roles_person').insert({ company_id: a.tenant.id, account_id: person.id, role_id: id }).onConflict('account_id').merge();
    const named = (as: typeof root) => app.inside(as, 'roles', (ctx) => ctx.use(Roles).named([person.id]));
    expect(await named(a.tenant)).toEqual(new Map([[person.id, { id, name: '' }]]));
    expect(await named(root)).toEqual(new Map([[person.id, { id, name: 'From above' }]]));
    expect(await named(app.fixtures.b.tenant)).toEqual(new Map());
  });

  test('a role in use goes only when its people move', async () => {
    const { a } = app.fixtures;
    const gil = await administrator('gil');
    const [from, to] = [await addRole(a.owner, { Settings: all }, 'From'), await addRole(a.owner, { LeadsPeek: all }, 'To')];
    await give(a.owner, gil, { roleID: from });
    const refused = await app.call('DELETE', `${MODULE}/remove/${a.tenant.id}/${from}`, a.owner);
    expect([refused.status, refused.body.detail]).toEqual([409, 'One person has the role From: gil. Give that person another role first.']);
    expect(refused.body.people).toEqual([{ id: gil.id, name: 'gil' }]);
    expect((await app.call('DELETE', `${MODULE}/remove/${a.tenant.id}/${from}?moveTo=${from}`, a.owner)).status).toBe(422);
    expect((await app.call('POST', `/api/roles/${from}/replace`, a.owner, { body: { moveTo: to } })).body.message).toBe('You deleted From');
    expect(await rightsOf(gil)).toMatchObject({ LeadsPeek: all, Settings: { enable: false } });
  });

  test('a role edited while it is being given leaves nobody with the old rights', async () => {
    const { a } = app.fixtures;
    const people = await Promise.all(['hal', 'ida', 'jo', 'kim'].map(administrator));
    const roleID = await addRole(a.owner, { Settings: all });
    await Promise.all([
      ...people.map((person) => give(a.owner, person, { roleID })),
      app.call('PUT', `${MODULE}/update`, a.owner, { body: { roleID, roledata: { Campaign: all } } }),
      ...people.map((person) => give(a.admin, person, { roleID })),
    ]);
    for (const person of people) expect(await rightsOf(person)).toMatchObject({ Campaign: all, Settings: { enable: false } });
  });
});

describe('personal permissions as others send them', () => {
  const parse = (sent: unknown) =>
    app.inside(app.fixtures.a.tenant, 'roles', async (ctx) => ctx.use(Roles).parse('user_permissions', sent));
  test.each([
    ['{"report_analytics":"T","Settings":{"enable":1,"update":"F"}}', { report_analytics: true, Settings: { enable: true } }],
    [{ report_analytics: 'yes', Money: { enable: true } }, {}],
    ['', {}],
  ])('%j', async (sent, read) => expect(await parse(sent)).toEqual(read));
  test.each(['{', '[]', 'true', 7])('refuses %j', async (sent) => {
    await expect(parse(sent)).rejects.toMatchObject({ status: 422 });
  });
});

describe('the money rule', () => {
  const MONEY = new Set(['Wallet', 'WalletBilling', 'WholesalePrice', 'CampaignPrice', 'AgencyCost', 'ClientCost']);
  test('every call that changes prices or money asks for the password anew', () => {
    const routes = [...app.kernel.registry.routes.values()].map(({ def }) => def);
    const money = routes.filter(({ method, ability }) => method !== 'GET' && Array.isArray(ability) && MONEY.has(ability[1] as string));
    expect(money.length).toBeGreaterThan(5);
    expect(money.filter((route) => !route.stepUp).map((route) => route.id)).toEqual([]);
  });

  const WORDS = /cost|price|spend|charge|onboarding-|bill|wallet|top-?up|settle|package|coupon|api-?mode|developer\.set-mode/i;
  /** Calls whose name or fields speak of money and that need no password, each with the reason. */
  const WITHOUT: Record<string, string> = {
    'billing.zone-save': 'says when days begin, and names no amount',
    'billing.buyer-save': 'how the own company stands on invoices; names no amount',
    'campaigns.create': 'the price of one campaign; those that campaigns start with ask',
    'campaigns.update': 'the price of one campaign; those that campaigns start with ask',
    'campaigns.update-local': 'the price of one campaign; those that campaigns start with ask',
    'campaigns.update-locator': 'the price of one campaign; those that campaigns start with ask',
    'open-api.create-campaign': 'a program has no password; its scope is given by somebody who was asked',
    'open-api.change-campaign': 'a program has no password; its scope is given by somebody who was asked',
    'payments.coupon': 'looks a coupon up and changes nothing',
    'products.back-test': 'tries other settings and changes nothing',
  };
  test('and so does every call whose name or fields speak of money, unless there is a reason', () => {
    const fieldsOf = (body: unknown): string[] => Object.keys((body as { properties?: object } | undefined)?.properties ?? {});
    const routes = [...app.kernel.registry.routes.values()].map(({ def }) => def);
    const questions = new Set<string | undefined>(routes.map((route) => route.asks));
    const unasked = routes
      .filter(
        (route) =>
          route.method !== 'GET' &&
          !route.stepUp &&
          !questions.has(route.id) &&
          [route.id, route.path, ...fieldsOf(route.body)].some((word) => WORDS.test(word)),
      )
      .map((route): string => route.id);
    expect(unasked.filter((id) => !(id in WITHOUT))).toEqual([]);
    expect(Object.keys(WITHOUT).filter((id) => !unasked.includes(id))).toEqual([]);
  });

  test('and is closed to whoever lacks Settings update', async () => {
    const { a } = app.fixtures;
    const lou = await administrator('lou');
    const roleID = await addRole(a.owner, { Settings: { enable: true }, LeadsPeek: all });
    await give(a.owner, lou, { roleID });
    const cost = { companyID: a.clients[0]!.tenant.id, CostSet: '1' };
    expect((await app.call('PUT', '/api/configuration/user/costmodule', lou, { body: cost })).status).toBe(403);
    expect((await app.call('PUT', '/api/campaigns/prices/local', lou, { body: { cents: 1 } })).status).toBe(403);
  });
});
