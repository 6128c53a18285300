import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { BetaConditions } from '../../foundation/companies/contract.ts';

const KEY = 'trial.try_it';
let isMissing = false;
const trial = definePlugin({
  manifest: {
    id: 'trial',
    version: '1.0.0',
    core: '^1',
    requires: { agencies: '^1', companies: '^1' },
    level: 'platform',
    features: { try_it: { title: 'agencies.list.title', beta: true, defaultOn: false } },
  },
  contributions: [contribute(BetaConditions, { feature: KEY, obstacle: async () => (isMissing ? 'agencies.list.title' : null) })],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [trial] });
});
afterAll(() => app.close());

const BASE = '/api/configuration/agencies/beta-feature';
const say = (agency: 'a' | 'b', state: string, as = app.fixtures.operator, feature = KEY) =>
  app.call('PUT', BASE, as, { body: { companyID: app.fixtures[agency].tenant.id, feature, state } });
const toAll = (on: 'T' | 'F', as = app.fixtures.operator) => app.call('PUT', `${BASE}s/${KEY}`, as, { body: { apply_to_all_agency: on } });
/** State and effect for Agency A and B, as root's screen shows them. */
const shown = async () =>
  (await app.call('GET', `${BASE}s/${KEY}/agencies?sortby=company_name`, app.fixtures.operator)).body.data.map(
    (row: { state: string; effective: string }) => `${row.state} ${row.effective}`,
  );
const becomes = (...expected: string[]) => vi.waitFor(async () => expect(await shown()).toEqual(expected), 5000);
const own = async (agency: 'a' | 'b') => (await app.call('GET', '/api/user', app.fixtures[agency].owner)).body;

test('a beta feature: granted to one, given to all, kept off for one whatever holds for the others', async () => {
  await becomes('inherit off', 'inherit off');
  expect((await own('a')).betaFeature.try_it).toEqual({
    id: KEY,
    slug: 'try_it',
    name: 'Agency List',
    is_beta: 'T',
    apply_to_all_agency: 'F',
    status: 'F',
  });
  expect((await own('a')).isBeta).toBe(false);

  expect((await say('a', 'on')).body.message).toBe('Your choice for Agency A has been saved.');
  await becomes('on on', 'inherit off');
  expect(await own('a')).toMatchObject({ isBeta: true, betaFeature: { try_it: { status: 'T' } } });

  await toAll('T');
  await becomes('on on', 'inherit on');
  await say('a', 'off');
  await becomes('off off', 'inherit on');
  expect(await own('b')).toMatchObject({ betaFeature: { try_it: { apply_to_all_agency: 'T', status: 'T' } } });
  expect((await own('a')).betaFeature.try_it.status).toBe('F');

  await say('a', 'inherit');
  await becomes('inherit on', 'inherit on');
  await toAll('F');
  await becomes('inherit off', 'inherit off');
});

test('a granted feature waits for what else it needs', async () => {
  await say('b', 'on');
  await becomes('inherit off', 'on on');
  isMissing = true;
  await becomes('inherit off', 'on waiting');
  expect((await own('b')).betaFeature.try_it.status).toBe('F');
  isMissing = false;
  await say('b', 'inherit');
});

test('the data wallet needs manual bill', async () => {
  await say('b', 'on', app.fixtures.operator, 'wallet.data_wallet');
  const status = async () => (await own('b')).betaFeature.data_wallet.status;
  const listed = async () =>
    (await app.call('GET', `${BASE}s/wallet.data_wallet/agencies?sortby=company_name&order=desc`, app.fixtures.operator)).body.data[0];
  await vi.waitFor(
    async () => expect(await listed()).toMatchObject({ effective: 'waiting', missing: 'The agency is not on manual bill.' }),
    5000,
  );
  expect(await status()).toBe('F');
  const body = { companyID: app.fixtures.b.tenant.id, manualBill: 'T' };
  await app.call('POST', '/api/configuration/agencies/manual-bill', app.fixtures.operator, { body });
  expect(await listed()).toMatchObject({ effective: 'on', missing: '' });
  expect(await status()).toBe('T');
});

test('the B2B module needs its agreement to be accepted by the agency', async () => {
  const feature = 'b2b-id.b2b_module';
  const { a, operator } = app.fixtures;
  await say('a', 'on', operator, feature);
  const row = async () =>
    (await app.call('GET', `${BASE}s/${feature}/agencies?sortby=company_name`, operator)).body.data[0] as Record<string, string>;
  const status = async () => (await own('a')).betaFeature.b2b_module.status;
  await vi.waitFor(async () => expect(await row()).toMatchObject({ company_name: 'Agency A', state: 'on', effective: 'waiting' }), 5000);
  expect((await row()).missing).not.toBe('');
  expect(await status()).toBe('F');
  const accepted = await app.call('POST', '/api/agreements/feature', a.owner, {
    body: {
      feature_id: 'b2b_module',
      feature_name: 'B2B',
      user_id: a.owner.id,
      is_marketing_services_agreement_feature: 'T',
      company_name: a.tenant.name,
      company_id: a.tenant.id,
      location_menu: 'B2B',
    },
  });
  expect(accepted.status, accepted.text).toBe(200);
  expect(await row()).toMatchObject({ effective: 'on', missing: '' });
  expect(await status()).toBe('T');
  expect((await own('b')).betaFeature.b2b_module.status).toBe('F');
});

test('only the root speaks of them, of features there are and of agencies of its own', async () => {
  const { a, operator } = app.fixtures;
  expect((await say('a', 'on', a.owner)).status).toBe(403);
  expect((await toAll('T', a.admin)).status).toBe(403);
  expect((await app.call('GET', `${BASE}s`, a.owner)).status).toBe(403);
  expect((await say('a', 'on', operator, 'trial.nothing')).status).toBe(404);
  expect((await say('a', 'maybe')).status).toBe(422);
  const client = { companyID: a.clients[0]!.tenant.id, feature: KEY, state: 'on' };
  expect((await app.call('PUT', BASE, operator, { body: client })).status).toBe(404);
  const { data } = (await app.call('GET', `${BASE}s`, operator)).body;
  expect(data.map((f: { slug: string }) => f.slug)).toEqual(expect.arrayContaining(['b2b_module', 'data_wallet', 'try_it']));
});
