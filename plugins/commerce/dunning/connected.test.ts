import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

/** No call to the provider is made: what it said of the account stands in the database. */
const KEYS = { secretKey: 'sk_test', publishableKey: 'pk_test', webhookSecret: 'whsec_test', apiBase: 'http://127.0.0.1:9' };

const apps = {} as Record<'stripe' | 'sandbox', TestApp>;
beforeAll(async () => {
  apps.stripe = await startTestApp({ config: { services: { stripe: KEYS } } });
  apps.sandbox = await startTestApp({ config: { services: { stripe: null } } });
});
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())));

const NO_PLAN = 'Your agency has no plan yet. Ask support to give it one before you add clients.';
const NOT_CONNECTED = 'You need to connect your Stripe account prior to adding any clients.';
const INCOMPLETE = 'Please continue complete the form to connect your account with Stripe';
const VERIFYING = 'Your account is still being verified by Stripe';

/** Puts agency A where a case begins. */
async function stand(app: TestApp, { status, plan, manualBill }: { status: string; plan: boolean; manualBill: boolean }): Promise<void> {
  const { tenant } = app.fixtures.a;
  await app.call('PUT', '/api/configuration/agencies/packages', app.fixtures.operator, { body: { free: 'price_free' } });
  await app.call('PUT', '/api/configuration/setting/package', app.fixtures.operator, {
    body: { companyID: tenant.id, package_id: plan ? 'price_free' : null },
  });
  const db = app.kernel.platform;
  await db('wallet_state').insert({ company_id: tenant.id, manual_bill: manualBill }).onConflict('company_id').merge();
  await db('payments_account').where({ company_id: tenant.id }).delete();
  const gateway = app === apps.stripe ? 'stripe' : 'sandbox';
  if (status !== 'empty') await db('payments_account').insert({ company_id: tenant.id, gateway, account: 'acct_1', status });
}

test.for([
  // gateway, account, plan, manual bill, what the owner is told; null: counts as connected
  ['stripe', 'completed', true, false, null],
  ['stripe', 'completed', false, false, NO_PLAN],
  ['stripe', 'pending', true, true, INCOMPLETE],
  ['stripe', 'inverification', true, true, VERIFYING],
  ['stripe', 'empty', true, false, NOT_CONNECTED],
  ['stripe', 'failed', true, false, NOT_CONNECTED],
  ['stripe', 'empty', true, true, null],
  ['stripe', 'failed', true, true, null],
  ['stripe', 'empty', false, true, NO_PLAN],
  ['sandbox', 'completed', true, false, null],
  ['sandbox', 'empty', true, false, null],
  ['sandbox', 'empty', false, false, NO_PLAN],
  ['sandbox', 'failed', true, false, NOT_CONNECTED],
] as const)('an agency at %s whose account is %s (plan: %s, manual bill: %s)', async ([gateway, status, plan, manualBill, told]) => {
  const app = apps[gateway];
  await stand(app, { status, plan, manualBill });
  const { banners } = (await app.call('GET', '/api/ui/bootstrap', app.fixtures.a.owner)).body as {
    banners: { id: string; text: string }[];
  };
  const text = banners.find((b) => b.id === 'profile.payment-account')?.text ?? null;
  expect(told === null ? text : text?.startsWith(told)).toBe(told === null ? null : true);
});

test('GET /user says how the account stands, with the sandbox and manual bill counted in', async () => {
  const seen = async (app: TestApp, status: string, manualBill = false): Promise<unknown> => {
    await stand(app, { status, plan: true, manualBill });
    return (await app.call('GET', '/api/user', app.fixtures.a.owner)).body.accountconnected;
  };
  for (const status of ['completed', 'pending', 'inverification', 'failed', 'empty']) expect(await seen(apps.stripe, status)).toBe(status);
  expect([await seen(apps.sandbox, 'empty'), await seen(apps.stripe, 'failed', true)]).toEqual(['completed', 'completed']);
});

test('no plan is asked for where the operator sells none', async () => {
  const app = apps.sandbox;
  await app.call('PUT', '/api/configuration/agencies/packages', app.fixtures.operator, { body: {} });
  const { banners } = (await app.call('GET', '/api/ui/bootstrap', app.fixtures.b.owner)).body as { banners: { id: string }[] };
  expect(banners.map((b) => b.id)).not.toContain('profile.payment-account');
});
