import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ctx, definePage, definePlugin, contribute, type UserType } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, type Person } from '../../../core/testing/fixtures.ts';
import { UserFields } from '../../foundation/accounts/contract.ts';
import { SetupChecks, type SetupState } from './contract.ts';
import { firstObjection } from './navigation.guard.ts';
import { grants } from './navigation.rules.ts';
import type { Visitor } from './visitor.ts';

/** What billing will know, by account. */
const known = new Map<number, Partial<SetupState>>();
const fields = new Map<number, Record<string, unknown>>();
const page = (name: string, path: string) =>
  definePage({ id: `billing-fake.${name}`, path, title: 'profile.title', ability: 'signed-in', blocks: [] });
const billing = definePlugin({
  manifest: { id: 'billing-fake', version: '1.0.0', core: '^1', level: 'platform', requires: { profile: '^1' }, uses: ['accounts'] },
  pages: [page('a', '/circle/a'), page('b', '/circle/b'), page('beta', '/beta'), page('commissions', '/configuration/commissions')],
  guards: [
    {
      id: 'billing-fake.circle',
      order: 90,
      check: async (_ctx, { path }) =>
        path === '/circle/a' ? { go: '/circle/b', why: '' } : path === '/circle/b' ? { go: '/circle/a', why: '' } : null,
    },
    { id: 'billing-fake.ask', order: 90, check: async (_ctx, { path }) => (path === '/beta' ? { ask: 'payments.card-page' } : null) },
  ],
  contributions: [
    contribute(SetupChecks, { order: 1000, of: async (ctx: Ctx) => known.get(ctx.actor.id) ?? {} }),
    contribute(UserFields, {
      id: 'billing-fake.fields',
      named: ['disable_client_add_campaign', 'isAccExecutive', 'user_permissions'],
      of: async (ctx: Ctx) => fields.get(ctx.actor.id) ?? {},
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [billing] });
  await app.call('PUT', '/api/payment/card', app.fixtures.a.owner, { body: { tokenid: 'approved' } });
});
afterAll(() => app.close());

interface Seen {
  home: string;
  of(path: string): object | undefined;
  banners: string[];
  menu: string;
  redirects: { from: string; to: string }[];
}
async function seenBy(who: Person | null): Promise<Seen> {
  const { body } = await app.call('GET', '/api/ui/bootstrap', who);
  return {
    home: body.home,
    of: (path) => body.pages.find((p: { path: string }) => p.path === path)?.access,
    // What is said of the installation, and not of the person, is no part of this.
    banners: body.banners.map((b: { id: string }) => b.id).filter((id: string) => id !== 'agency-billing.sandbox'),
    menu: JSON.stringify([body.menu, body.profileMenu]),
    redirects: body.redirects,
  };
}
const go = (to: string) => ({ open: false, go: to, why: expect.any(String) });
const OPEN = { open: true };
const MISSING = { open: false, missing: true };

describe('setting up and paying', () => {
  const CARD = '/user/card-setting';
  const SETUP = '/user/profile-setup';

  test('rule 1: nobody is asked to sign in, on every page that is not open to all', async () => {
    const nobody = await seenBy(null);
    expect([nobody.of('/user/profile'), nobody.of('/login'), nobody.home]).toEqual([go('/login'), OPEN, '/login']);
  });

  test('rule 2: a guest page sends everybody home', async () => {
    for (const who of [app.fixtures.operator, app.fixtures.a.owner, app.fixtures.sales]) {
      const { of, home } = await seenBy(who);
      expect(of('/login')).toEqual(go(home));
    }
  });

  test('rule 3: a client whose payment failed sees Card Setting and nothing else', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    known.set(user.id, { setupcomplete: 'F', accessmodule: 'paymentfailed' });
    const { of, home } = await seenBy(user);
    expect([of(CARD), of(SETUP), of('/siteid/dashboard'), of('/leads'), of('/user/profile')]).toEqual([OPEN, ...Array(4).fill(go(CARD))]);
    expect(of(home)).toEqual(go(CARD));
    known.delete(user.id);
  });

  test('rule 4: a client without a card, or without any product, is sent to Profile Setup', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    // What was delivered before the last product was switched off stays readable.
    for (const [state, records] of [
      [{ cardSet: false }, go(SETUP)],
      [{ accessmodule: 'nomodule' }, OPEN],
    ] as const) {
      known.set(user.id, state);
      const { of } = await seenBy(user);
      expect([of('/siteid/dashboard'), of(SETUP), of('/user/profile')]).toEqual([go(SETUP), OPEN, OPEN]);
      expect([of('/leads'), of('/billing/invoices'), of('/lead-returns')]).toEqual([records, records, records]);
    }
    known.delete(user.id);
  });

  test('rule 5: an agency whose payment failed is sent to Card Setting, but not whoever looks through its account', async () => {
    const { owner, admin } = app.fixtures.b;
    for (const who of [owner, admin]) {
      known.set(who.id, { paymentStatusFailed: true });
      const { of } = await seenBy(who);
      expect([of(CARD), of('/siteid/dashboard'), of('/user/profile')]).toEqual([OPEN, go(CARD), go(CARD)]);
    }
    const viewed = { ...visitor('userdownline'), viewMode: true, setup: async () => ({ ...IN_ORDER, paymentStatusFailed: true }) };
    expect(await firstObjection(viewed, '/{module}/dashboard')).toBeNull();
    known.clear();
  });

  test('rule 6: Card Setting without a card, or with an incomplete set-up, leads to Profile Setup', async () => {
    const { owner } = app.fixtures.a;
    for (const state of [{ cardSet: false }, { setupcomplete: 'F' as const }]) {
      known.set(owner.id, state);
      expect((await seenBy(owner)).of(CARD)).toEqual(go(SETUP));
    }
    known.clear();
    expect((await seenBy(owner)).of(CARD)).toEqual(OPEN);
  });

  test('rule 7: a page may ask for an agreement first, and shows nothing before', async () => {
    const { owner } = app.fixtures.a;
    expect((await seenBy(owner)).of('/beta')).toEqual({ open: false, ask: 'payments.card-page', why: '' });
    expect((await app.call('GET', '/api/ui/pages/billing-fake.beta', owner)).status).toBe(404);
    expect((await app.call('GET', '/api/ui/pages/payments.card-page', owner)).status).toBe(200);
  });

  test('profile-setup-v1 needs a card or a system user', async () => {
    const { owner } = app.fixtures.a;
    known.set(owner.id, { cardSet: false }).set(app.fixtures.operator.id, { cardSet: false });
    expect((await seenBy(owner)).of('/user/profile-setup-v1')).toEqual(go(SETUP));
    expect((await seenBy(app.fixtures.operator)).of('/user/profile-setup-v1')).toEqual(OPEN);
    known.clear();
  });

  test('says at the top of every screen what is still to be done', async () => {
    const { owner, clients } = app.fixtures.a;
    known.set(owner.id, { accountConnected: 'pending' }).set(clients[0]!.user.id, { cardSet: false });
    expect((await seenBy(owner)).banners).toEqual(['profile.payment-account']);
    expect((await seenBy(clients[0]!.user)).banners).toEqual(['profile.card']);
    known.clear();
    expect((await seenBy(owner)).banners).toEqual([]);
  });
});

describe('who may enter which page', () => {
  const people = (): Record<string, Person> => ({
    operator: app.fixtures.operator,
    sales: app.fixtures.sales,
    owner: app.fixtures.a.owner,
    admin: app.fixtures.a.admin,
    client: app.fixtures.a.clients[0]!.user,
  });
  const AGENCIES = go('/configuration/agency-list');

  test.for([
    // path, operator, sales, owner, admin, client
    ['/user/profile', OPEN, MISSING, OPEN, OPEN, OPEN],
    ['/user/profile-setup', OPEN, MISSING, OPEN, OPEN, OPEN],
    ['/user/questionnaire', OPEN, MISSING, OPEN, OPEN, MISSING],
    ['/user/questionnaire-add', OPEN, MISSING, OPEN, OPEN, MISSING],
    ['/integrations', MISSING, MISSING, OPEN, MISSING, OPEN],
    ['/integrations/:id', MISSING, MISSING, OPEN, MISSING, OPEN],
    ['/siteid/dashboard', AGENCIES, undefined, OPEN, OPEN, OPEN],
    ['/siteid/campaign-management', AGENCIES, undefined, OPEN, OPEN, OPEN],
    ['/siteid/campaign-management-v1', AGENCIES, undefined, OPEN, OPEN, OPEN],
    ['/siteid/leads-management', MISSING, MISSING, MISSING, OPEN, MISSING],
    ['/configuration/client-management', AGENCIES, MISSING, OPEN, OPEN, MISSING],
    ['/configuration/agency-list', OPEN, OPEN, MISSING, MISSING, MISSING],
    ['/configuration/opt-out-list', OPEN, MISSING, MISSING, MISSING, MISSING],
    ['/configuration/general-setting', OPEN, MISSING, OPEN, OPEN, MISSING],
    ['/configuration/sales-account-list', OPEN, MISSING, MISSING, MISSING, MISSING],
    ['/configuration/sales-connect-account', MISSING, OPEN, MISSING, MISSING, MISSING],
    ['/configuration/report-analytics', undefined, MISSING, MISSING, MISSING, MISSING],
  ] as const)('%s', async ([path, ...expected]) => {
    expect.hasAssertions();
    for (const [at, [name, who]] of Object.entries(people()).entries())
      if (expected[at] !== undefined) expect((await seenBy(who)).of(path), `${name} on ${path}`).toEqual(expected[at]);
  });

  test('nobody is led to a screen by the menu that they may not enter', async () => {
    expect((await seenBy(app.fixtures.operator)).menu).not.toContain('/siteid/');
    expect((await seenBy(app.fixtures.a.admin)).menu).not.toContain('leads-management');
    expect((await seenBy(app.fixtures.sales)).menu).not.toContain('/user/profile"');
  });

  test('Dashboard stands once in the sidebar of agencies and clients, for those of all products', async () => {
    type Entry = { title: string; path: string | null; also?: string[]; children: Entry[] };
    const flat = (entries: Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
    const paths = async (who: Person) =>
      flat((await app.call('GET', '/api/ui/bootstrap', who)).body.menu).flatMap(({ title, path, also }) =>
        title === 'Dashboard' && path !== '/campaign' ? [[path, also]] : [],
      );
    const { a, operator, sales } = app.fixtures;
    for (const who of [a.owner, a.admin, a.clients[0]!.user])
      expect(await paths(who)).toEqual([['/dashboard', ['/siteid/dashboard', '/searchid/dashboard']]]);
    // Theirs is about agencies, and stands for no product.
    for (const who of [operator, sales]) expect(await paths(who)).toEqual([['/dashboard', undefined]]);
  });

  test('report analytics are for operators who were given them', async () => {
    const { operator, root } = { operator: app.fixtures.operator, root: app.fixtures.root };
    fields.set(operator.id, { user_permissions: '{"report_analytics":"T"}' });
    expect((await seenBy(operator)).of('/configuration/report-analytics')).toEqual(OPEN);
    const other = await addPerson(app.kernel, root, 'user', 'second@test.example', true);
    fields.set(other.id, { user_permissions: '{"report_analytics":"F"}' });
    expect((await seenBy(other)).of('/configuration/report-analytics')).toEqual(MISSING);
    fields.clear();
  });

  test('a client that may not add campaigns is sent to the dashboard', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    fields.set(user.id, { disable_client_add_campaign: 'T' });
    expect((await seenBy(user)).of('/siteid/campaign-management')).toEqual(go('/siteid/dashboard'));
    expect((await seenBy(user)).of('/siteid/dashboard')).toEqual(OPEN);
    fields.clear();
  });

  test('sales people without a connected account start by connecting it', async () => {
    const { sales } = app.fixtures;
    known.set(sales.id, { accountConnected: 'empty' });
    const { home, of } = await seenBy(sales);
    expect(home).toBe('/configuration/sales-connect-account');
    expect(of('/configuration/agency-list')).toEqual(go(home));
    known.clear();
    expect((await seenBy(sales)).home).toBe('/configuration/agency-list');
  });

  test('account executives see more of the configuration than sales representatives', async () => {
    const { sales, root } = app.fixtures;
    const executive = await addPerson(app.kernel, root, 'sales', 'executive@test.example');
    await app.kernel
      .platform('people_profile')
      .insert({ company_id: root.id, account_id: executive.id, sales_rep: false, sales_ae: true })
      .onConflict('account_id')
      .merge();
    const flagOf = async (who: Person) => (await app.call('GET', '/api/user', who)).body.isAccExecutive;
    expect([await flagOf(executive), await flagOf(sales)]).toEqual(['T', 'F']);
    const LIST = '/configuration/sales-account-list';
    const STAFFS = ['client-management', 'administrator-list', 'role-list', 'general-setting', 'opt-out-list', 'report-analytics'];
    for (const [who, access] of [
      [executive, OPEN],
      [sales, MISSING],
    ] as const) {
      const { of, menu } = await seenBy(who);
      expect([of('/configuration/commissions'), of(LIST), of('/configuration/agency-list')]).toEqual([access, access, OPEN]);
      expect(menu.includes(LIST)).toBe(access === OPEN);
      expect(STAFFS.map((name) => of(`/configuration/${name}`) ?? MISSING)).toEqual(STAFFS.map(() => MISSING));
    }
    const list = await app.call('GET', '/api/sales-accounts', executive);
    expect(list.body.data.map((row: { id: number }) => row.id)).toEqual(expect.arrayContaining([executive.id, sales.id]));
    expect((await app.call('GET', '/api/sales-accounts', sales)).status).toBe(403);
    const body = { ClientFullName: 'Sid Second', ClientEmail: 'sid@test.example', salesRep: 'T' };
    expect((await app.call('POST', '/api/sales-accounts', executive, { body })).status).toBe(403);
    expect((await app.call('PUT', `/api/sales-accounts/${sales.id}`, executive, { body })).status).toBe(403);
    expect((await app.call('GET', `/api/sales-accounts/${sales.id}`, executive)).status).toBe(403);
    known.set(executive.id, { accountConnected: 'pending' });
    expect((await seenBy(executive)).of('/configuration/commissions')).toEqual(go('/configuration/sales-connect-account'));
    known.clear();
  });

  test('everybody lands where their work is', async () => {
    const homes = await Promise.all(Object.values(people()).map(async (who) => (await seenBy(who)).home));
    const [agencies, dashboard] = ['/configuration/agency-list', '/siteid/dashboard'];
    expect(homes).toEqual([agencies, agencies, dashboard, dashboard, dashboard]);
  });

  test('the roots of groups lead on', async () => {
    expect((await seenBy(app.fixtures.a.owner)).redirects).toEqual(
      expect.arrayContaining([
        { from: '/user', to: '/user/profile' },
        { from: '/configuration', to: '/configuration/client-management' },
        { from: '/siteid', to: '/siteid/dashboard' },
      ]),
    );
  });
});

describe('the table itself', () => {
  test('pages that send on to each other do not exist', async () => {
    const { of } = await seenBy(app.fixtures.a.owner);
    expect([of('/circle/a'), of('/circle/b')]).toEqual([MISSING, MISSING]);
  });

  test('no state of set-up and payment sends anybody round in circles', async () => {
    const paths = [
      '/user/card-setting',
      '/user/profile-setup',
      '/user/profile-setup-v1',
      '/{module}/dashboard',
      '/configuration/agency-list',
    ];
    for (const userType of ['user', 'userdownline', 'administrator', 'sales', 'client'] as const)
      for (const setupcomplete of ['T', 'F'] as const)
        for (const accessmodule of ['', 'paymentfailed', 'nomodule'])
          for (const paymentStatusFailed of [true, false])
            for (const cardSet of [true, false])
              for (const accountConnected of ['completed', 'empty'] as const) {
                const state: SetupState = { ...IN_ORDER, setupcomplete, accessmodule, paymentStatusFailed, cardSet, accountConnected };
                const who = { ...visitor(userType), setup: async () => state };
                for (const start of paths) {
                  const seen = new Set<string>();
                  for (let at: string | undefined = start; at; at = (await firstObjection(who, at))?.go) {
                    expect(seen.has(at), `${userType} ${JSON.stringify(state)} from ${start}`).toBe(false);
                    seen.add(at);
                  }
                }
              }
  });

  test('permissions that cannot be read grant nothing', () => {
    expect(['{"a":true}', '{"a":"T"}', { a: true }].map((p) => grants(p, 'a'))).toEqual([true, true, true]);
    expect(['', '{', 'null', '[]', '{"a":"F"}', null, undefined, 7].map((p) => grants(p, 'a'))).toEqual(Array(8).fill(false));
  });
});

const IN_ORDER: SetupState = {
  setupcomplete: 'T',
  accessmodule: '',
  fcampid: '',
  finamt: '',
  paymentStatusFailed: false,
  cardSet: true,
  accountConnected: 'completed',
  planSet: true,
};
const visitor = (userType: UserType): Visitor => ({
  userType,
  systemUser: userType === 'user',
  root: userType === 'user' || userType === 'sales',
  viewMode: false,
  setup: async () => IN_ORDER,
  field: async () => undefined,
});
