import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import agencyPlans from './index.ts';

conformance(agencyPlans);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.call('PUT', '/api/configuration/agencies/packages', app.fixtures.operator, {
    body: { whitelabelyearly: 'price_wy', free: 'price_f' },
  });
});
afterAll(() => app.close());

const set = (companyID: number, package_id: string | null, who = app.fixtures.operator) =>
  app.call('PUT', '/api/configuration/setting/package', who, { body: { companyID, package_id } });
const cancel = (who = app.fixtures.a.owner, body: object = {}) => app.call('PUT', '/api/configuration/cancel-subscription', who, { body });
const planOf = async (who = app.fixtures.a.owner) => (await app.call('GET', '/api/user', who)).body.package_id;

test('operators give an agency one of the configured plans', async () => {
  const { a, b, sales } = app.fixtures;
  const answer = await set(a.tenant.id, 'price_wy');
  expect([answer.status, answer.body]).toEqual([200, { result: 'success', message: 'Setting has been saved.' }]);
  expect([await planOf(), await planOf(b.owner)]).toEqual(['price_wy', null]);
  expect((await app.call('GET', '/api/configuration/setting/package', a.owner)).body).toEqual({
    package_id: 'price_wy',
    package_label: '(WY)',
    has_plan: 'T',
  });
  expect((await set(a.tenant.id, 'price_none')).status).toBe(422);
  expect((await set(a.clients[0]!.tenant.id, 'price_wy')).status).toBe(404);
  for (const who of [a.owner, sales, a.clients[0]!.user]) expect((await set(a.tenant.id, 'price_f', who)).status).toBe(403);
});

test('an agency gives its plan up, once, and the free one takes its place', async () => {
  const { a, b, operator } = app.fixtures;
  expect((await cancel(b.owner, { companyID: a.tenant.id })).status).toBe(404);
  for (const who of [a.admin, a.clients[0]!.user]) expect((await cancel(who)).status).toBe(403);
  expect(await planOf()).toBe('price_wy');
  const answers = await Promise.all([cancel(), cancel(), cancel(operator, { companyID: a.tenant.id })]);
  for (const answer of answers) expect(answer.body).toEqual({ result: 'success', message: 'Setting has been saved.' });
  expect(await planOf()).toBe('price_f');
  expect(await app.kernel.platform('core_audit').where({ action: 'agency-plans.subscription-cancelled' })).toHaveLength(1);
});

test('an agency that operators make begins with the free plan, unless they choose another one', async () => {
  const made = async (name: string, change: object) => {
    const body = { ClientCompanyName: name, ClientFullName: 'Ann Bright', ClientEmail: `${name}@plan.example`, ...change };
    const answer = await app.call('POST', '/api/agencies', app.fixtures.operator, { body });
    expect(answer.status, answer.text).toBe(200);
    await app.settle();
    return (await app.kernel.platform('core_tenant').join('agency_plans_agency', 'company_id', 'core_tenant.id').where({ name }).first())
      .package_id;
  };
  expect([await made('Free', {}), await made('Yearly', { package_id: 'price_wy' })]).toEqual(['price_f', 'price_wy']);
});
