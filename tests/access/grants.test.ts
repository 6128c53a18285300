import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rights, rightsBy, rightsOfType, type RouteDef } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { addPerson, type Person } from '../../core/testing/fixtures.ts';
import { matrixOf } from '../../plugins/tenancy/roles/roles.schema.ts';
import { atLeast, beyond, readRights as readOf } from '../../plugins/tenancy/roles/rights.ts';

/** Subjects that are people or say what people may do. */
const PEOPLE = new Set(['Account', 'Person', 'SalesPerson', 'Role', 'Client', 'Agency', 'ViewRights']);
/** Fields by which a call creates or changes a person or what they may do. */
const FIELDS =
  /^(ClientEmail|ClientPass|ClientRole|ClientID|user_permissions|permission_active|roledata|roleID|roleName|accountId|usrID|email)$/;

interface Choice {
  target: number;
  role: number;
  mode: 'all' | 'same' | 'matrix';
  areas: boolean[];
  email: boolean;
}
interface Attempt {
  method: string;
  path: string;
  body?: object;
}
let app: TestApp;
let serial = 0;
const areas = () => app.kernel.registry.areas;
const readRights = (from: unknown): Rights => readOf(areas(), from);
/** Roles of the company, and people whom a call may be about, by what they are. */
interface Staff {
  company: number;
  roles: number[];
  colleagues: number[];
  companies: { company: number; person: number }[];
  sales: number[];
}
let staffs: Record<'agency' | 'root', Staff>;

const pick = <X>(list: readonly X[], n: number): X => list[n % list.length]!;
const phone = { ClientPhone: '+13125550123' };
const named = (): object => ({ ClientFullName: 'Somebody', ClientEmail: `grant-${(serial += 1)}@test.example`, ...phone });
const company = (): object => ({ ...named(), ClientCompanyName: `Company ${serial}` });
const roleChoice = (c: Choice, staff: Staff): object => (c.mode === 'all' ? {} : { ClientRole: pick(staff.roles, c.role) });
const personal = (c: Choice): object =>
  c.mode === 'matrix'
    ? { permission_active: 'T', user_permissions: JSON.stringify(grants(c.areas)) }
    : c.mode === 'same'
      ? { permission_active: 'F' }
      : {};
const grants = (on: readonly boolean[]): Rights => {
  let n = 0;
  return rightsBy(areas(), () => on[n++ % on.length]!);
};
const matrix = (c: Choice, prefix = ''): object => matrixOf(areas(), grants(c.areas), prefix);
/** The address as it is, or another one: whoever changes it can open the account. */
const address = async (id: number, c: Choice): Promise<object> => {
  const row = (await app.kernel.platform('core_account').where({ id }).first('email')) as { email: string };
  return { ...named(), ...(c.email ? {} : { ClientEmail: row.email }) };
};

/** How each call that creates or changes people or roles is made. */
const ATTEMPTS: Record<string, (c: Choice, staff: Staff) => Attempt | Promise<Attempt>> = {
  'people.add-administrator': (c, s) => ({ method: 'POST', path: '/administrators', body: { ...named(), ...roleChoice(c, s) } }),
  'people.change-administrator': async (c, s) => {
    const id = pick(s.colleagues, c.target);
    return { method: 'PUT', path: `/administrators/${id}`, body: { ...(await address(id, c)), ...roleChoice(c, s) } };
  },
  'people.status-administrator': (c, s) => ({
    method: 'PUT',
    path: `/administrators/${pick(s.colleagues, c.target)}/status`,
    body: { status: 'active' },
  }),
  'people.add-sales': () => ({ method: 'POST', path: '/sales-accounts', body: named() }),
  'people.change-sales': async (c, s) => {
    const id = pick(s.sales, c.target);
    return { method: 'PUT', path: `/sales-accounts/${id}`, body: { ...(await address(id, c)), salesRep: 'T' } };
  },
  'people.status-sales': (c, s) => ({
    method: 'PUT',
    path: `/sales-accounts/${pick(s.sales, c.target)}/status`,
    body: { status: 'active' },
  }),
  'companies.create-user': (c, s) => ({
    method: 'POST',
    path: '/configuration/user/create',
    body: {
      ...company(),
      ...roleChoice(c, s),
      ...personal(c),
      userType: pick(s === staffs.root ? ['user', 'sales', 'userdownline'] : ['administrator', 'client'], c.target),
    },
  }),
  'companies.update-user': async (c, s) => {
    const id = pick([...s.colleagues, ...s.companies.map((x) => x.person)], c.target);
    return {
      method: 'PUT',
      path: '/configuration/user/update',
      body: {
        ...company(),
        ...(await address(id, c)),
        ...roleChoice(c, s),
        ...personal(c),
        DownlineSubDomain: `kept-${(serial += 1)}`,
        ClientID: id,
      },
    };
  },
  'agencies.create': () => ({ method: 'POST', path: '/agencies', body: company() }),
  'agencies.update': async (c, s) => {
    const { company: id, person } = pick(s.companies, c.target);
    const body = { ...company(), ...(await address(person, c)), DownlineSubDomain: `kept-${(serial += 1)}` };
    return { method: 'PUT', path: `/agencies/${id}`, body };
  },
  'clients.create': (c, s) => ({ method: 'POST', path: '/clients', body: { ...company(), ...roleChoice(c, s) } }),
  'open-api.create-client': () => {
    const { ClientFullName, ClientEmail, ClientCompanyName } = company() as Record<string, string>;
    return {
      method: 'POST',
      path: '/v1/clients',
      body: { company_name: ClientCompanyName, full_name: ClientFullName, email: ClientEmail },
    };
  },
  'clients.update': async (c, s) => {
    const { company: id, person } = pick(s.companies, c.target);
    return {
      method: 'PUT',
      path: `/clients/${id}`,
      body: { ...company(), timezone: 'UTC', ...(await address(person, c)), ...roleChoice(c, s) },
    };
  },
  'clients.change': async (c, s) => {
    const { company: id, person } = pick(s.companies, c.target);
    return {
      method: 'PATCH',
      path: `/clients/${id}`,
      body: { ClientFullName: 'Somebody', ...(await address(person, c)), ...roleChoice(c, s) },
    };
  },
  'roles.create': (c) => ({
    method: 'POST',
    path: '/configuration/role-module/create',
    body: { roleName: `Role ${(serial += 1)}`, roledata: grants(c.areas) },
  }),
  'roles.update': (c, s) => ({
    method: 'PUT',
    path: '/configuration/role-module/update',
    body: { roleID: pick(s.roles, c.role), roledata: grants(c.areas) },
  }),
  'roles.remove': (c, s) => ({
    method: 'DELETE',
    path: `/configuration/role-module/remove/${s.company}/${pick(s.roles, c.role)}?moveTo=${pick(s.roles, c.target + 1)}`,
  }),
  'roles.add-one': (c) => ({ method: 'POST', path: '/roles', body: { roleName: `Role ${(serial += 1)}`, roleIcon: 'user', ...matrix(c) } }),
  'roles.save-one': (c, s) => ({
    method: 'PUT',
    path: `/roles/${pick(s.roles, c.role)}`,
    body: { roleName: `Role ${(serial += 1)}`, roleIcon: 'user', ...matrix(c) },
  }),
  'roles.replace': (c, s) => ({
    method: 'POST',
    path: `/roles/${pick(s.roles, c.role)}/replace`,
    body: { moveTo: pick(s.roles, c.target + 1) },
  }),
  'roles.save-person': (c, s) => ({
    method: 'PUT',
    path: `/roles/people/${pick([...s.colleagues, ...s.companies.map((x) => x.person)], c.target)}`,
    body: {
      ...(c.mode === 'all' ? { no_role: true } : { roleID: pick(s.roles, c.role) }),
      ...(c.mode === 'matrix' ? { permission_active: true, ...matrix(c, 'own_') } : {}),
      report_analytics: c.email,
    },
  }),
};
/** Calls about people that can give nobody anything, each with the reason. */
const GIVES_NOTHING: Record<string, string> = {
  'opt-out.ask': 'mails a link to an address that need not be known; makes no account',
  'accounts.change-password': 'one’s own password',
  'accounts.reset-factor': 'takes a second factor off after a day in which the person can object',
  'accounts.login': 'opens an account for whoever knows its password',
  'accounts.verify-login': 'opens an account for whoever knows its password and code',
  'accounts.resend-code': 'mails a code to the address that the account has',
  'accounts.resend-email': 'mails a link to the address that waits',
  'accounts.cancel-email': 'drops the address that waits',
  'agencies.remove': 'removes',
  'companies.remove-user': 'removes',
  'agencies.switch-module': 'products of an agency',
  'agencies.api-mode': 'the mode of an agency',
  'agency-plans.exclude-minimum-spend': 'charges of an agency',
  'agency-plans.set-onboarding': 'charges of an agency',
  'agency-plans.set-minimum-default': 'charges of an agency',
  'agency-plans.set-minimum-spend': 'charges of an agency',
  'agency-plans.set-plans': 'plans',
  'agency-plans.set-package': 'the plan of an agency',
  'agencies.apply-beta-feature': 'features of agencies',
  'agencies.set-beta-feature': 'features of an agency',
  'agencies.set-sales': 'names who looks after an agency',
  'clients.remove': 'removes',
  'clients.switch-product': 'products of a client',
  'clients.switch-term': 'payment terms of a client',
  'people.remove-administrator': 'removes',
  'people.remove-sales': 'removes',
  'people.resend-invitation': 'mails to the address that the account has',
  'agreements.save-operator': 'an address in texts',
  'developer.generate-key': 'a key of the agency itself',
  'developer.sso-issue': 'signs somebody in with the rights that they have',
  'open-api.sign-in-link': 'signs somebody in with the rights that they have',
  'pricing.module-cost': 'prices of a client',
  'site-id.developer-mail': 'mails instructions to an address',
  'profile.save-person': 'one’s own name and address',
  'profile.setup-complete': 'one’s own set-up',
  'profile.update': 'one’s own name and address',
  'registration.register': 'a visitor registers their own company',
  'view-mode.start': 'looks through an account with the rights that both have',
  'view-mode.allow': 'narrows what operators may do in view mode',
};

/** The calls that change something; the questions before them do not. */
const mutating = (): RouteDef[] => {
  const routes = [...app.kernel.registry.routes.values()].map((r) => r.def);
  const questions = new Set<string | undefined>(routes.map((def) => def.asks));
  return routes.filter((def) => def.method !== 'GET' && !questions.has(def.id));
};
const concernsPeople = (route: RouteDef): boolean => {
  const fields = [route.params, route.body].flatMap((schema) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {}),
  );
  return (Array.isArray(route.ability) && PEOPLE.has(route.ability[1] as string)) || fields.some((field) => FIELDS.test(field));
};

/** What everybody has, and what each role gives. */
async function rightsOfAll(): Promise<{ people: Map<number, Rights>; emails: Map<number, string>; roles: Map<number, Rights> }> {
  const rows = await app.kernel.platform('core_account').whereNull('removed_at').select('id', 'email', 'user_type', 'rights');
  const roles = await app.kernel.platform('roles_role').select('id', 'rights');
  return {
    people: new Map(rows.map((r) => [r.id, r.rights === null ? rightsOfType(areas(), r.user_type) : readRights(r.rights)])),
    emails: new Map(rows.map((r) => [r.id, r.email])),
    roles: new Map(roles.map((r) => [r.id, readRights(r.rights)])),
  };
}

/** The roles that the company has by now. */
async function recall(staff: Staff): Promise<void> {
  staff.roles = await app.kernel.platform('roles_role').where({ company_id: staff.company }).orderBy('id', 'desc').limit(12).pluck('id');
}
/** Leaves a person these rights and no others, as an owner does. */
async function limit(by: Person, who: Person, rights: Rights): Promise<void> {
  const body = { no_role: true, permission_active: true, ...matrixOf(areas(), rights, 'own_') };
  const answer = await app.call('PUT', `/api/roles/people/${who.id}`, by, { body });
  expect(answer.status, answer.text).toBe(200);
}
/** Colleagues who were given their rights by the person and have more. */
async function beyondGiver(giver: Person, own: Rights): Promise<number[]> {
  const rows = await app.kernel
    .platform('roles_person as p')
    .join('core_account as a', 'a.id', 'p.account_id')
    .where({ 'p.given_by': giver.id, 'a.company_id': giver.tenant.id })
    .select('a.id', 'a.user_type', 'a.rights');
  return rows
    .filter((r) => beyond(r.rights === null ? rightsOfType(areas(), r.user_type) : readRights(r.rights), own).length > 0)
    .map((r) => r.id);
}

beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  const { a, root, operator } = app.fixtures;
  const staffOf = async (as: Person, of: Omit<Staff, 'roles' | 'company'>): Promise<Staff> => {
    const role = async (roledata: object): Promise<number> => {
      const body = { roleName: `Role ${(serial += 1)}`, roledata };
      const made = await app.call('POST', '/api/configuration/role-module/create', as, { body });
      expect(made.status, made.text).toBe(200);
      return made.body.roleID;
    };
    const full = { enable: true, create: true, update: true, delete: true };
    const roles = [await role({}), await role({ Settings: full }), await role(Object.fromEntries(areas().map(({ id }) => [id, full])))];
    const staff = { ...of, roles, company: as.tenant.id };
    for (const [n, id] of staff.colleagues.entries())
      if (n > 0) expect((await app.call('PUT', `/api/roles/people/${id}`, as, { body: { roleID: pick(roles, n) } })).status).toBe(200);
    return staff;
  };
  const people = async (tenant: Person['tenant'], type: 'administrator' | 'user', system: boolean) => {
    const ids: number[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.push((await addPerson(app.kernel, tenant, type, `${name}-${type}@test.example`, system)).id);
    return ids;
  };
  staffs = {
    agency: await staffOf(a.owner, {
      colleagues: await people(a.tenant, 'administrator', false),
      companies: a.clients.map(({ tenant, user }) => ({ company: tenant.id, person: user.id })),
      sales: [app.fixtures.sales.id],
    }),
    root: await staffOf(operator, {
      colleagues: await people(root, 'user', true),
      companies: [a, app.fixtures.b].map(({ tenant, owner }) => ({ company: tenant.id, person: owner.id })),
      sales: [app.fixtures.sales.id],
    }),
  };
}, 60_000);
afterAll(() => app.close());

describe('calls that create or change people or roles', () => {
  test('are all known here: a new one is tried or says why it gives nothing', () => {
    const found = mutating().filter(concernsPeople);
    expect(found.map((route): string => route.id).filter((id) => !(id in ATTEMPTS) && !(id in GIVES_NOTHING))).toEqual([]);
    const all = mutating().map((route): string => route.id);
    expect([...Object.keys(ATTEMPTS), ...Object.keys(GIVES_NOTHING)].filter((id) => !all.includes(id))).toEqual([]);
  });

  test('are made as they must be: with all rights each of them succeeds', async () => {
    const refused: string[] = [];
    for (const [id, attempt] of Object.entries(ATTEMPTS)) {
      const answers: string[] = [];
      for (const [kind, as] of [
        ['agency', app.fixtures.a.owner],
        ['root', app.fixtures.operator],
      ] as const) {
        const c: Choice = { target: 2, role: 0, mode: 'all', areas: [true, false], email: false };
        const { method, path, body } = await attempt(c, staffs[kind]);
        const answer = await app.call(method, `/api${path}`, as, body ? { body } : {});
        answers.push(answer.status < 300 ? 'ok' : answer.text);
        await recall(staffs[kind]);
      }
      if (!answers.includes('ok')) refused.push(`${id}: ${answers.join(' / ')}`);
    }
    expect(refused).toEqual([]);
  });

  const choice = fc.record({
    target: fc.nat(20),
    role: fc.nat(20),
    mode: fc.constantFrom('all' as const, 'same' as const, 'matrix' as const),
    areas: fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
    email: fc.boolean(),
  });
  const area = fc.record({ enable: fc.boolean(), create: fc.boolean(), update: fc.boolean(), delete: fc.boolean() });
  // Who may not even open the settings reaches none of these calls; most makers get as far as they can.
  const full = { enable: true, create: true, update: true, delete: true };
  const settings = fc.oneof({ weight: 4, arbitrary: fc.constant(full) }, { weight: 1, arbitrary: area });
  const maker = fc.record({
    kind: fc.constantFrom('agency' as const, 'root' as const),
    // Who may not even open the settings reaches none of these calls; most makers get as far as they can.
    rights: fc.oneof(
      { weight: 1, arbitrary: fc.constant({ AdsDesign: full, Campaign: full, LeadsPeek: full, Settings: full }) },
      { weight: 5, arbitrary: fc.record({ AdsDesign: area, Campaign: area, LeadsPeek: area, Settings: settings }) },
    ),
  });

  test('give nobody more than whoever makes them has', { timeout: 240_000 }, async () => {
    const makers = {
      agency: await addPerson(app.kernel, app.fixtures.a.tenant, 'administrator', 'maker@agency-a.example'),
      root: await addPerson(app.kernel, app.fixtures.root, 'user', 'maker@test.example', true),
    };
    await fc.assert(
      fc.asyncProperty(
        maker,
        fc.array(fc.tuple(fc.constantFrom(...Object.keys(ATTEMPTS)), choice), { minLength: 1, maxLength: 6 }),
        async (who, calls) => {
          const staff = staffs[who.kind];
          const self = makers[who.kind];
          const own = readRights(who.rights);
          await limit(who.kind === 'agency' ? app.fixtures.a.owner : app.fixtures.operator, self, own);
          expect(await beyondGiver(self, own)).toEqual([]);
          for (const [id, c] of calls) {
            const before = await rightsOfAll();
            const { method, path, body } = await ATTEMPTS[id]!(c, staff);
            const answer = await app.call(method, `/api${path}`, self, body ? { body } : {});
            expect(answer.status, `${id}: ${answer.text}`).toBeLessThan(500);
            const after = await rightsOfAll();
            const say = (what: string, of: number, more: unknown) =>
              `${id} gave ${what} ${of} ${JSON.stringify(more)} (${JSON.stringify(body)})`;
            const faults: string[] = [];
            for (const kind of ['people', 'roles'] as const)
              for (const [of, rights] of after[kind]) {
                const had = before[kind].get(of);
                const more = beyond(rights, had ? atLeast(areas(), had, own) : own);
                if (of !== self.id && more.length > 0) faults.push(say(kind, of, more));
              }
            for (const [of, email] of after.emails)
              if (
                of !== self.id &&
                before.emails.has(of) &&
                before.emails.get(of) !== email &&
                beyond(before.people.get(of)!, own).length > 0
              )
                faults.push(`${id} took over ${before.emails.get(of)}`);
            expect(faults).toEqual([]);
            await recall(staff);
            if (staff.roles.length < 2) return;
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
