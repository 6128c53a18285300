import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import { Payments } from '../../money/payments/contract.ts';
import { Books } from '../../money/ledger/contract.ts';
import { AgencyBilling } from './contract.ts';
import { discounted } from './coupon.ts';
import plugin from './index.ts';
import { chargePayment } from './payment-kind.ts';
import { billingDay, retryAt } from './schedule.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { services: { stripe: null } } });
});
afterAll(() => app.close());

const saveCard = (who: AgencyFixtures, tokenid: string) => app.call('PUT', '/api/payment/card', who.owner, { body: { tokenid } });
const account = (who: AgencyFixtures, kind: 'payable' | 'cash' | 'fees') =>
  app.inside(who.tenant, 'agency-billing', (ctx) => ctx.use(Books).cents({ companyId: who.tenant.id, account: kind }));
const charges = async (who: AgencyFixtures) =>
  (await app.call('GET', '/api/agency-billing/charges', who.owner)).body.data as {
    id: string;
    kind: string;
    cents: number;
    state: string;
  }[];
const setOnboarding = (who: AgencyFixtures, amount: number, more: object = {}) =>
  app.call('PUT', '/api/configuration/agencies/onboarding', app.fixtures.operator, { body: { CompanyID: who.tenant.id, amount, ...more } });
const pay = (who: AgencyFixtures, body: object = {}) => app.call('PUT', '/api/agency-billing/onboarding', who.owner, { body });

const bannersOf = async (who: Person) =>
  ((await app.call('GET', '/api/ui/bootstrap', who)).body.banners as { id: string }[]).map(({ id }) => id);

describe('a coupon', () => {
  test.each([
    [10_000, { percentOff: 10, amountOffCents: null }, 9_000],
    [9_999, { percentOff: 12.5, amountOffCents: null }, 8_749],
    [10_000, { percentOff: null, amountOffCents: 500 }, 9_500],
    [400, { percentOff: null, amountOffCents: 500 }, 0],
    [540, { percentOff: null, amountOffCents: 500 }, 0],
    [550, { percentOff: null, amountOffCents: 500 }, 50],
    [10_000, { percentOff: 100, amountOffCents: null }, 0],
  ])('takes from %i cents %o', (cents, off, left) => {
    expect(discounted(cents, { id: 'X', ...off })).toBe(left);
    expect(discounted(cents, null)).toBe(cents);
  });
});

describe('the calendar', () => {
  test('begins a day at six in Chicago, in winter and in summer', () => {
    expect(billingDay(new Date('2027-01-04T11:59Z'), '2027-01-03')).toBeNull();
    expect(billingDay(new Date('2027-01-04T12:00Z'), '2027-01-03')).toEqual({ day: '2027-01-04', always: true });
    expect(billingDay(new Date('2027-07-05T11:00Z'), '2027-07-04')).toEqual({ day: '2027-07-05', always: true });
    expect(billingDay(new Date('2027-07-07T11:00Z'), '2027-07-05')).toEqual({ day: '2027-07-07', always: false });
    expect(billingDay(new Date('2027-07-27T11:00Z'), '2027-07-05')).toEqual({ day: '2027-07-27', always: true });
  });

  test('tries a failed charge on the first, third, fifth and seventh day at ten', () => {
    const failed = new Date('2027-03-12T20:00Z'); // the clocks go forward on the 14th
    expect([1, 2, 3, 4, 5].map((n) => retryAt(failed, n)?.toISOString() ?? null)).toEqual([
      '2027-03-13T16:00:00.000Z',
      '2027-03-15T15:00:00.000Z',
      '2027-03-17T15:00:00.000Z',
      '2027-03-19T15:00:00.000Z',
      null,
    ]);
  });
});

describe('the onboarding charge', () => {
  const state = async (who: AgencyFixtures) => (await app.call('GET', '/api/agency-billing/onboarding', who.owner)).body;

  test('is as if it had never been tried when the card does not pay', async () => {
    const { a } = app.fixtures;
    expect(await state(a)).toMatchObject({ state: 'none', price_cents: 0 });
    expect((await pay(a)).status).toBe(409);
    await setOnboarding(a, 100);
    expect(await state(a)).toMatchObject({ state: 'open', price_cents: 10_000 });
    expect(await bannersOf(a.owner)).toContain('agency-billing.onboarding');
    expect((await pay(a)).body.detail).toMatch(/^You have no card on file/);
    await saveCard(a, 'declined');
    const answer = await pay(a);
    expect([answer.status, answer.body.detail]).toEqual([402, 'We are unable to save your setting, please try again later.']);
    expect(await state(a)).toMatchObject({ state: 'open', price_cents: 10_000 });
    expect([await account(a, 'payable'), await account(a, 'fees')]).toEqual([0, 0]);
    expect((await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data).toEqual([]);
  });

  test('takes a coupon only where the root allows one and the provider knows it, and no price from the browser', async () => {
    const { a } = app.fixtures;
    await saveCard(a, 'approved');
    expect((await pay(a, { coupon_code: 'SAVE10' })).body.errors).toMatchObject([{ field: 'coupon_code' }]);
    await setOnboarding(a, 100, { enable_coupon: 'T' });
    expect(await state(a)).toMatchObject({ state: 'open_coupon', price_cents: 10_000 });
    expect((await pay(a, { coupon_code: 'NONE' })).body.errors).toMatchObject([
      { field: 'coupon_code', message: 'This coupon is not valid.' },
    ]);
    expect((await pay(a, { coupon_code: 'SAVE10', cents: 1 })).status).toBe(422);
    expect((await app.call('POST', '/api/configuration/coupon/get-coupon', a.owner, { body: { coupon_code: 'SAVE10' } })).body).toEqual({
      id: 'SAVE10',
      percent_off: 10,
      amount_off: null,
    });
    expect((await app.call('POST', '/api/configuration/coupon/get-coupon', a.owner, { body: { coupon_code: ' ' } })).status).toBe(422);
  });

  test('is charged once, however often it is clicked, less the coupon', async () => {
    const { a, operator } = app.fixtures;
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(a, { coupon_code: 'SAVE10' })));
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThan(0);
    expect((await charges(a)).filter((c) => c.kind === 'onboarding')).toMatchObject([
      { cents: 9_000, price_cents: 10_000, coupon: 'SAVE10', state: 'paid' },
    ]);
    const sent = await app.kernel.platform('payments_operation').where({ company_id: a.tenant.id, state: 'succeeded' });
    expect(sent).toHaveLength(1);
    expect([await account(a, 'payable'), await account(a, 'fees'), await account(a, 'cash')]).toEqual([0, 9_000, -9_000]);
    expect((await pay(a)).status).toBe(200);
    expect(await bannersOf(a.owner)).not.toContain('agency-billing.onboarding');
    const told = (await app.call('GET', `/api/configuration/agencies/onboarding?companyID=${a.tenant.id}`, operator)).body;
    expect(told).toMatchObject({ is_onboard_charged: 1 });
  });

  test('costs nothing where it is excluded, or the coupon takes all of it', async () => {
    const { b } = app.fixtures;
    await setOnboarding(b, 5, { enable_coupon: 'T', exclude_onboard_charge: 'T' });
    expect((await pay(b)).status).toBe(409);
    await setOnboarding(b, 5, { exclude_onboard_charge: 'F' });
    expect((await pay(b, { coupon_code: 'MINUS5' })).status).toBe(200);
    expect(await state(b)).toMatchObject({ state: 'paid' });
    expect(await charges(b)).toMatchObject([{ kind: 'onboarding', cents: 0, state: 'paid' }]);
  });

  test('that the bank took back is owed from then on, and charged once more', async () => {
    const { a } = app.fixtures;
    const { id } = (await charges(a)).find((c) => c.kind === 'onboarding')!;
    await app.inside(a.tenant, 'agency-billing', async (ctx) => {
      const { operationId } = (await ctx.use(AgencyBilling).find(id))!;
      const operation = (await ctx.use(Payments).find(operationId!))!;
      await chargePayment.reversed!(ctx, { ...operation, refundedCents: 9_000 }, 9_000, 'chargeback', 'dp_2');
    });
    expect(await account(a, 'payable')).toBe(-9_000);
    await saveCard(a, 'declined');
    await app.settle();
    expect((await charges(a)).find((c) => c.id === id)!.state).toBe('failed');
    await saveCard(a, 'approved');
    await app.settle();
    expect((await charges(a)).find((c) => c.id === id)!.state).toBe('paid');
    expect([await account(a, 'payable'), await account(a, 'fees'), await account(a, 'cash')]).toEqual([0, 9_000, -9_000]);
  });

  test('is paid by people of the agency alone', async () => {
    const { a, operator, sales } = app.fixtures;
    for (const who of [a.clients[0]!.user, operator, sales])
      expect((await app.call('PUT', '/api/agency-billing/onboarding', who, { body: {} })).status).toBe(403);
  });
});

describe('developer mode', () => {
  const mode = (who: AgencyFixtures, on: boolean) =>
    app.call('PUT', '/api/configuration/agencies/api-mode', app.fixtures.operator, {
      body: { companyID: who.tenant.id, ApiMode: on ? 'T' : 'F' },
    });
  const told = async (who: AgencyFixtures) =>
    (await app.call('GET', `/api/developer/marketing-services-agreement/${who.tenant.id}`, who.owner)).body.state as string;
  const agree = async (who: AgencyFixtures) => {
    const answer = await app.call('POST', '/api/developer/marketing-services-agreement', who.owner, {
      body: {
        user_id: who.owner.id,
        is_marketing_services_agreement_developer: 'T',
        company_name: who.tenant.name,
        company_id: who.tenant.id,
        location_menu: 'Developer',
      },
    });
    expect(answer.status).toBe(200);
    await app.settle();
    await app.settle();
  };

  test('charges its fee when the agreement is accepted, and again after it was off', async () => {
    const { a } = app.fixtures;
    await mode(a, true);
    await agree(a);
    expect(await told(a)).toBe('ready');
    expect((await charges(a))[0]).toMatchObject({ kind: 'developer_fee', cents: 50_000, state: 'paid' });
    await mode(a, false);
    await mode(a, true);
    await agree(a);
    expect((await charges(a)).filter((c) => c.kind === 'developer_fee' && c.state === 'paid')).toHaveLength(2);
    expect(await account(a, 'payable')).toBe(0);
    const clock = await app.kernel.platform('agency_billing_agency').where({ company_id: a.tenant.id }).first();
    expect([clock.developer_list_cents, clock.developer_max_cents, clock.developer_until]).toEqual([
      [50_000, 100_000, 150_000],
      '200000',
      null,
    ]);
  });

  test('waits for another card, and is done with it when the root settles the fee by hand', async () => {
    const { b } = app.fixtures;
    await saveCard(b, 'declined_for_good');
    await mode(b, true);
    await agree(b);
    expect(await told(b)).toBe('pay');
    expect((await charges(b))[0]).toMatchObject({ kind: 'developer_fee', state: 'failed' });
    await app.call('POST', `/api/developer/settle/${b.tenant.id}`, app.fixtures.operator);
    expect([await told(b), (await charges(b))[0]!.state]).toEqual(['ready', 'settled']);
    await mode(b, false);
    await mode(b, true);
    await agree(b);
    expect((await charges(b))[0]!.state).toBe('failed');
    await saveCard(b, 'approved');
    await app.settle();
    expect([await told(b), (await charges(b))[0]!.state]).toEqual(['ready', 'paid']);
  });
});

describe('money that went back', () => {
  const begin = async (who: AgencyFixtures, key: string, cents: number) => {
    const made = await app.inside(who.tenant, 'agency-billing', (ctx) =>
      ctx.use(AgencyBilling).charge(who.tenant, { key, kind: 'minimum_spend', cents, description: key }),
    );
    await app.settle();
    return (await app.inside(who.tenant, 'agency-billing', (ctx) => ctx.use(AgencyBilling).find(made.id)))!;
  };

  test('by the root is not owed again', async () => {
    const { a } = app.fixtures;
    const [payable, fees] = [await account(a, 'payable'), await account(a, 'fees')];
    const made = await begin(a, 'given-back', 4_000);
    await app.inside(a.tenant, 'agency-billing', (ctx) => ctx.use(Payments).refund(made.operationId!, 1_000, 'kindness'), 'intent');
    await app.settle();
    expect([(await account(a, 'payable')) - payable, (await account(a, 'fees')) - fees]).toEqual([0, 3_000]);
  });

  test('by the bank is owed again, and paid anew once', async () => {
    const { a } = app.fixtures;
    const payable = await account(a, 'payable');
    const made = await begin(a, 'disputed', 4_000);
    await app.inside(a.tenant, 'agency-billing', async (ctx) => {
      const operation = (await ctx.use(Payments).find(made.operationId!))!;
      await chargePayment.reversed!(ctx, { ...operation, refundedCents: 4_000 }, 4_000, 'chargeback', 'dp_1');
    });
    expect((await charges(a)).find((c) => c.id === made.id)!.state).toBe('failed');
    expect(await account(a, 'payable')).toBe(payable - 4_000);
    await saveCard(a, 'approved');
    await app.settle();
    expect((await charges(a)).find((c) => c.id === made.id)!.state).toBe('paid');
    expect(await account(a, 'payable')).toBe(payable);
  });
});
test('an agency sees its own charges, operators see those of each, nobody else sees any', async () => {
  const { a, b, operator, sales } = app.fixtures;
  const of = (who: Parameters<TestApp['call']>[2], id: number) => app.call('GET', `/api/agency-billing/charges/of/${id}`, who);
  expect((await of(operator, a.tenant.id)).body.total).toBe((await charges(a)).length);
  expect((await of(operator, a.clients[0]!.tenant.id)).status).toBe(404);
  for (const who of [a.owner, b.owner, sales, a.clients[0]!.user]) expect((await of(who, a.tenant.id)).status).toBe(403);
  expect((await app.call('GET', '/api/agency-billing/charges', a.clients[0]!.user)).status).toBe(403);
  const ids = new Set((await charges(a)).map((c) => c.id));
  expect((await charges(b)).some((c) => ids.has(c.id))).toBe(false);
});

test('who has no provider of payments is told on every screen, but for clients; the session says who pays how', async () => {
  const { a, b, operator } = app.fixtures;
  const banners = async (who: Person) => (await bannersOf(who)).filter((id) => id === 'agency-billing.sandbox').length;
  expect([await banners(operator), await banners(a.owner), await banners(a.clients[0]!.user)]).toEqual([1, 1, 0]);
  expect((await app.call('GET', '/api/user', a.owner)).body).toMatchObject({
    paymentgateway: 'sandbox',
    package_id: null,
    manual_bill: 'F',
  });
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: a.tenant.id, manualBill: 'T' } });
  for (const [who, manual_bill] of [
    [a.owner, 'T'],
    [a.clients[0]!.user, 'T'],
    [b.owner, 'F'],
    [operator, 'F'],
  ] as const)
    expect((await app.call('GET', '/api/user', who)).body).toMatchObject({ manual_bill });
});

test('its page shows an agency what it owes, and pays; operators look at it beside the agency', async () => {
  const { a, operator } = app.fixtures;
  const page = await app.call('GET', '/api/ui/pages/agency-billing.page', a.owner);
  expect(page.status).toBe(200);
  expect(page.text).toContain('Pay onboarding charge');
  expect(page.text).toContain('Cancel subscription');
  expect((await app.call('GET', '/api/ui/pages/agency-billing.page', a.clients[0]!.user)).status).toBe(404);
  expect((await app.call('GET', '/api/ui/pages/agencies.list', operator)).text).toContain('/api/agency-billing/charges/of/:companyId');
});
