import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sensitivityOf, unconfirmed } from '../../core/boot/checks/sensitive.ts';
import { type RouteDef, SENSITIVE, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';

let app: TestApp;
let routes: RouteDef[];
let subjects: TestApp['kernel']['registry']['sensitive'];
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'] } });
  const features = app.kernel.registry.plugins.flatMap(({ manifest }) =>
    Object.keys(manifest.features ?? {}).map((f) => `${manifest.id}.${f}`),
  );
  await app.kernel.platform('core_switch').insert(features.map((key) => ({ company_id: app.fixtures.root.id, key, is_on: true })));
  await app.kernel.features.refresh();
  routes = [...app.kernel.registry.routes.values()].map((r) => r.def);
  subjects = app.kernel.registry.sensitive;
});
afterAll(() => app.close());

/** What takes a fresh sign-in, by what it is about. */
const DECLARED: Record<(typeof SENSITIVE)[number], readonly string[]> = {
  credentials: ['ApiKey', 'SharedFile', 'SignInLink'],
  money: [
    'AgencyCharge',
    'AgencyCost',
    'AgencyPlan',
    'BillingSetting',
    'BuyerDetails',
    'CampaignPrice',
    'ClientBilling',
    'ClientCost',
    'ConnectedAccount',
    'Coupon',
    'CreditNote',
    'DeveloperMode',
    'Invoice',
    'LeadReturn',
    'Pack',
    'PaymentCard',
    'SellerDetails',
    'Snapshot',
    'Subscription',
    'TaxRate',
    'Wallet',
    'WalletBilling',
  ],
  people: ['Account', 'Agency', 'Client', 'DeletionList', 'Person', 'PrivacyRequest', 'Role', 'SalesPerson'],
  'mail server': ['MailServer'],
  domains: ['Domain', 'EmbeddedCode', 'FormerHost'],
  connections: ['Connection', 'ConnectorDocument', 'Delivery', 'Erasure', 'Supplier', 'WebhookEndpoint'],
  'view mode': ['View', 'ViewRights', 'ViewVisit'],
  exports: ['Analytics', 'Audit', 'Report', 'ReportSchedule'],
};

/** Calls open to every signed-in person, whose subject cannot say what they are about, that act on nothing sensitive. */
const HARMLESS: Record<string, string> = {
  'accounts.logout': 'ends the own session',
  'view-mode.end': 'ends the own look',
  'core.view-save': 'keeps a filter of the own lists',
  'core.view-remove': 'removes a filter of the own lists',
  'profile.save-person': 'one’s own name and contact; an address counts once it is confirmed',
  'profile.update': 'one’s own name and contact; an address counts once it is confirmed',
  'profile.save-picture': 'one’s own picture',
  'profile.setup-complete': 'one’s own set-up',
};

describe('a fresh sign-in', () => {
  test('is asked for by every route that acts on something sensitive, unless there is a reason', () => {
    expect(app.kernel.registry.report.filter((r) => r.state !== 'on')).toEqual([]);
    expect(routes.filter((route) => unconfirmed(route, subjects)).map(({ id }) => id)).toEqual([]);
  });

  test('concerns these subjects, and each of them has a route', () => {
    const found = Object.fromEntries(SENSITIVE.map((what) => [what, [...subjects].filter(([, of]) => of === what).map(([name]) => name)]));
    for (const what of SENSITIVE) expect([...found[what]!].sort(), what).toEqual([...DECLARED[what]].sort());
    const used = new Set(routes.map((r) => (Array.isArray(r.ability) ? r.ability[1] : null)));
    expect([...subjects.keys()].filter((name) => !used.has(name))).toEqual([]);
  });

  test('is thought of wherever any signed-in person may write', () => {
    const unsaid = routes
      .filter((r) => r.method !== 'GET' && r.ability === 'signed-in' && !r.sensitive && !r.stepUp && !r.unlogged)
      .map((r): string => r.id);
    expect(unsaid.sort()).toEqual(Object.keys(HARMLESS).sort());
  });

  test('is asked of everybody who could make the call, and of nobody who just signed in', { timeout: 120_000 }, async () => {
    const { a, operator, sales } = app.fixtures;
    const tokens = async (stale: boolean): Promise<string[]> =>
      Promise.all(
        [operator, a.owner, a.clients[0]!.user, sales].map(async ({ id }: Person) => {
          const token = await app.kernel.sessions.open({ accountId: id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
          const hash = createHash('sha256').update(token).digest();
          const minutes = stale ? 11 : 9;
          await app.kernel
            .platform('core_session')
            .where({ token_hash: hash })
            .update({ fresh_at: app.kernel.platform.raw('now() - make_interval(mins => ?)', [minutes]) });
          return token;
        }),
      );
    const [old, fresh] = [await tokens(true), await tokens(false)];
    const faults: string[] = [];
    for (const route of routes.filter((r) => r.stepUp)) {
      const path = `/api${route.path.replace(/\{\/:\w+\}/g, '').replace(/:\w+/g, '999999')}`;
      const codes: string[] = [];
      for (const token of old) {
        const answer = await app.call(route.method, path, token, route.method === 'GET' ? {} : { body: {} });
        codes.push(answer.status < 300 ? 'done' : answer.body.code);
      }
      if (codes.includes('done') || !codes.includes('core.problem.step-up')) faults.push(`${route.id}: ${codes.join(', ')}`);
      for (const token of fresh.slice(0, 2)) {
        const answer = await app.call(route.method, path, token, route.method === 'GET' ? {} : { raw: '[' });
        if (answer.body?.code === 'core.problem.step-up') faults.push(`${route.id} asks somebody who just signed in`);
      }
    }
    expect(faults).toEqual([]);
  });

  test('is missed by the rule in a route that lacks it, and in one that explains nothing', () => {
    const route = { id: 'x.y' as const, method: 'PUT' as const, ability: ['update', 'Wallet'] as const, response: T.Object({}) };
    const file = { ...route, method: 'GET' as const, response: T.Unsafe({ 'x-file': true }) };
    expect([route, file].map((r) => unconfirmed(r, subjects))).not.toContain(null);
    expect(unconfirmed({ ...route, ability: 'signed-in', sensitive: 'people' }, subjects)).not.toBeNull();
    expect(unconfirmed({ ...route, withoutStepUp: 'no' }, subjects)).not.toBeNull();
    expect(unconfirmed({ ...route, ability: 'public', withoutStepUp: 'reads a public thing' }, subjects)).not.toBeNull();
    expect(unconfirmed({ ...route, stepUp: true }, subjects)).toBeNull();
    expect(sensitivityOf({ ...route, ability: ['update', 'Anything'] }, subjects)).toBeNull();
  });
});
