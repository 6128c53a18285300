import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_ZONE } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { tick } from './clock.fake.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { services: { stripe: null } } });
});
afterAll(() => app.close());

const saveCard = (who: AgencyFixtures, tokenid: string) => app.call('PUT', '/api/payment/card', who.owner, { body: { tokenid } });
const manualBill = (who: AgencyFixtures, flag: 'T' | 'F') =>
  app.call('POST', '/api/configuration/agencies/manual-bill', app.fixtures.operator, {
    body: { companyID: who.tenant.id, manualBill: flag },
  });
const billsOutside = (who: AgencyFixtures) =>
  app.inside(who.tenant, 'agency-billing', (ctx) => ctx.use(Wallet).billsOutside(who.tenant.id));
const account = (who: AgencyFixtures, kind: 'payable' | 'cash') =>
  app.inside(who.tenant, 'agency-billing', (ctx) => ctx.use(Books).cents({ companyId: who.tenant.id, account: kind }));
/** Leads of that wholesale price, which nobody has paid. */
const owe = (who: AgencyFixtures, cents: number) =>
  app.inside(who.tenant, 'agency-billing', (ctx) =>
    ctx
      .use(Wallet)
      .chargeLeads(who.tenant.id, [
        { leadId: randomUUID(), campaignId: 1, companyId: who.clients[0]!.tenant.id, retailCents: cents * 2, wholesaleCents: cents },
      ]),
  );
const charges = async (who: AgencyFixtures) =>
  (await app.call('GET', '/api/agency-billing/charges', who.owner)).body.data as {
    kind: string;
    cents: number;
    state: string;
    reason: string;
    id: string;
  }[];
const latest = async (who: AgencyFixtures) => (await charges(who))[0]!;
const campaign = async (who: AgencyFixtures) => {
  const [{ id }] = await app.kernel
    .platform('campaigns_campaign')
    .insert({ company_id: who.clients[0]!.tenant.id, product: 'local', name: 'Runs', status: 'active', timezone: 'UTC' })
    .returning('id');
  return async () => (await app.kernel.platform('campaigns_campaign').where({ id }).first('status')).status as string;
};
/** Moves the clock to a local instant of the platform; the calendar's work is done, with the payments that it begins. */
const pass = (who: AgencyFixtures, iso: string) => tick(app, who, DateTime.fromISO(iso, { zone: DEFAULT_ZONE }).toJSDate());
/** The same, and all that follows. */
const at = async (who: AgencyFixtures, iso: string) => {
  await pass(who, iso);
  await app.settle();
};
beforeEach(() => void (app.clockOffset = 0));

describe('switching manual bill off', () => {
  test('charges what is owed to date, once, and stops all campaigns', async () => {
    const { a } = app.fixtures;
    await manualBill(a, 'T');
    await saveCard(a, 'approved');
    await owe(a, 4_200);
    const status = await campaign(a);
    const answers = await Promise.all([manualBill(a, 'F'), manualBill(a, 'F'), manualBill(a, 'F')]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await charges(a)).toMatchObject([{ kind: 'wholesale', cents: 4_200, state: 'paid' }]);
    expect([await status(), await billsOutside(a), await account(a, 'payable')]).toEqual(['stopped', false, 0]);
    expect(await app.kernel.platform('core_audit').where({ action: 'agency-billing.manual-bill-ended' })).toMatchObject([
      { company_id: a.tenant.id, detail: { cents: 4_200, asked_by: app.fixtures.operator.id } },
    ]);
  });

  test.each(['declined', 'no card'])('goes back and stops nothing when the charge fails: %s', async (why) => {
    const { b } = app.fixtures;
    await manualBill(b, 'T');
    if (why === 'declined') await saveCard(b, 'declined');
    else await app.asOwner(`delete from payments_payer where company_id = ${b.tenant.id}`);
    if ((await account(b, 'payable')) === 0) await owe(b, 900);
    const status = await campaign(b);
    const answer = await manualBill(b, 'F');
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'We are unable to save. Please try again later or contact support for assistance.',
    ]);
    expect([await status(), await billsOutside(b), await account(b, 'payable')]).toEqual(['active', true, -900]);
    expect((await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data).toEqual([]);
    if (why === 'declined') expect(await latest(b)).toMatchObject({ state: 'withdrawn', reason: expect.stringMatching(/declined/) });
  });

  test('is finished by the payment itself when nobody waits for it any more', async () => {
    const { b } = app.fixtures;
    await saveCard(b, 'answer_lost');
    const status = await campaign(b);
    const answer = await manualBill(b, 'F');
    expect([answer.status, await status(), await billsOutside(b)]).toEqual([409, 'active', true]);
    // Meanwhile leads go on to cost; they are charged behind it.
    await owe(b, 300);
    await app.kernel
      .platform('payments_operation')
      .where({ company_id: b.tenant.id, state: 'unknown' })
      .update({ check_at: new Date(0) });
    await app.settle();
    expect([await status(), await billsOutside(b)]).toEqual(['stopped', false]);
    await app.kernel
      .platform('payments_operation')
      .where({ company_id: b.tenant.id, state: 'unknown' })
      .update({ check_at: new Date(0) });
    await app.settle();
    expect((await charges(b)).filter((c) => c.state === 'paid').map((c) => c.cents)).toEqual([300, 900]);
    expect(await account(b, 'payable')).toBe(0);
  });

  test('is nothing that an agency, a sales person or a stranger may do', async () => {
    const { a, sales } = app.fixtures;
    const body = { companyID: a.tenant.id, manualBill: 'F' };
    for (const path of ['/api/configuration/agencies/manual-bill', '/api/payment/set-billing-method']) {
      const method = path.endsWith('method') ? 'PUT' : 'POST';
      expect((await app.call(method, path, a.owner, { body })).status).toBe(403);
      expect((await app.call(method, path, sales, { body })).status).toBe(403);
      expect((await app.call(method, path, null, { body })).status).toBe(401);
    }
    const set = await app.call('PUT', '/api/payment/set-billing-method', app.fixtures.operator, { body: { ...body, manualBill: 'T' } });
    expect([set.status, set.body.result, await billsOutside(a)]).toEqual([200, 'success', true]);
  });
});

describe('the wholesale cost of an agency with manual bill', () => {
  test('is charged on any day above 100 dollars, on Mondays in any case, and once a day', async () => {
    const { a } = app.fixtures;
    await saveCard(a, 'approved');
    const before = (await charges(a)).length;
    const made = async () => (await charges(a)).slice(0, -before).map((c) => c.cents);
    await owe(a, 10_000);
    await at(a, '2027-06-01T07:00'); // a Tuesday
    expect(await made()).toEqual([]);
    await owe(a, 1);
    await at(a, '2027-06-01T23:00');
    expect(await made()).toEqual([]);
    await at(a, '2027-06-02T05:59');
    expect(await made()).toEqual([]);
    await Promise.all([at(a, '2027-06-02T06:00'), at(a, '2027-06-02T06:00')]);
    expect(await made()).toEqual([10_001]);
    await owe(a, 70);
    await at(a, '2027-06-02T12:00');
    await at(a, '2027-06-06T12:00');
    expect(await made()).toEqual([10_001]);
    // Monday the 7th passes without anybody there: it is made up for.
    await at(a, '2027-06-09T12:00');
    expect(await made()).toEqual([70, 10_001]);
    await owe(a, 49);
    await at(a, '2027-06-14T06:30');
    expect(await made()).toEqual([70, 10_001]);
    await owe(a, 1);
    await at(a, '2027-06-21T06:30');
    expect(await made()).toEqual([50, 70, 10_001]);
    expect(await account(a, 'payable')).toBe(0);
  });

  test('that the card could not pay is tried again, and adds up behind it until a new card pays all', async () => {
    const { a } = app.fixtures;
    await saveCard(a, 'declined');
    await owe(a, 5_000);
    await at(a, '2027-06-28T06:30');
    expect(await latest(a)).toMatchObject({ cents: 5_000, state: 'failed' });
    expect((await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data).toMatchObject([
      { company_name: 'Agency A', payment_status: 'failed' },
    ]);
    const tries = async () =>
      Number(
        (
          (await app.kernel.platform('payments_operation').where({ company_id: a.tenant.id, amount_cents: 5_000 }).count('* as n')) as [
            { n: string },
          ]
        )[0].n,
      );
    await owe(a, 700);
    for (const [day, expected] of [
      ['28', 1],
      ['29', 2],
      ['30', 2],
    ] as const) {
      await at(a, `2027-06-${day}T10:30`);
      expect(await tries()).toBe(expected);
    }
    for (const day of ['01', '03', '05', '09', '12', '19']) await pass(a, `2027-07-${day}T10:30`);
    expect(await tries()).toBe(5);
    expect((await charges(a)).filter((c) => c.state === 'failed')).toHaveLength(1);
    app.clockOffset = 0;
    await saveCard(a, 'approved');
    await app.settle();
    expect((await latest(a)).state).toBe('paid');
    await at(a, '2027-07-20T06:30');
    expect(await latest(a)).toMatchObject({ cents: 700, state: 'paid' });
    expect(await account(a, 'payable')).toBe(0);
  });

  test('that failed can be paid by a click, once, by the agency alone', async () => {
    const { a, b } = app.fixtures;
    await saveCard(a, 'declined');
    await owe(a, 2_000);
    await at(a, '2027-08-02T06:30');
    const { id } = await latest(a);
    app.clockOffset = 0;
    const pay = (who = a.owner) => app.call('PUT', `/api/agency-billing/charges/${id}/payment`, who);
    expect((await pay(b.owner)).status).toBe(404);
    expect((await pay(a.clients[0]!.user)).status).toBe(403);
    expect([(await pay()).status, (await latest(a)).state]).toEqual([402, 'failed']);
    await app.asOwner(`delete from payments_payer where company_id = ${a.tenant.id}`);
    expect((await pay()).body.detail).toBe('You have no card on file. Please add one.');
    await saveCard(a, 'approved');
    const answers = await Promise.all([pay(), pay(), pay()]);
    expect(answers.map((answer) => answer.body.message)).toEqual(Array(3).fill('The payment has been made.'));
    expect([(await latest(a)).state, await account(a, 'payable')]).toEqual(['paid', 0]);
  });

  test('that failed is settled by the root with all that is owed, and not tried again', async () => {
    const { a } = app.fixtures;
    await saveCard(a, 'declined');
    await owe(a, 3_000);
    await at(a, '2027-09-06T06:30');
    expect((await latest(a)).state).toBe('failed');
    app.clockOffset = 0;
    const settle = () =>
      app.call('PUT', '/api/general/manual-bill-settlement', app.fixtures.operator, { body: { userID: a.owner.id, reason: 'by cheque' } });
    const answers = await Promise.all([settle(), settle()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect([(await latest(a)).state, await account(a, 'payable')]).toEqual(['settled', 0]);
    expect((await app.call('GET', '/api/agencies?CardStatus=failed', app.fixtures.operator)).body.data).toEqual([]);
    await saveCard(a, 'approved');
    await at(a, '2027-09-20T10:30');
    expect([(await latest(a)).state, await account(a, 'payable')]).toEqual(['settled', 0]);
  });
});

/** Over New Year, a leap day and the hour that is lost in March. */
test('fourteen weeks of manual bill charge every cent once', async () => {
  const { b } = app.fixtures;
  await manualBill(b, 'T');
  await saveCard(b, 'approved');
  const before = await account(b, 'cash');
  let owed = 0;
  let day = DateTime.fromISO('2027-12-06T08:00', { zone: DEFAULT_ZONE });
  for (let week = 0; week < 14; week += 1) {
    // A quiet day, a heavy one and the Monday after.
    for (const [days, cents] of [
      [1, 120],
      [2, 10_500],
      [4, 60],
    ] as const) {
      await owe(b, cents);
      owed += cents;
      day = day.plus({ days });
      await tick(app, b, day.toJSDate());
    }
  }
  expect(await account(b, 'payable')).toBe(0);
  expect((await account(b, 'cash')) - before).toBe(-owed);
  const made = await app.kernel.platform('agency_billing_charge').where({ company_id: b.tenant.id }).where('key', 'like', 'wholesale:%');
  expect(made.map((c: { key: string }) => c.key).sort()).toHaveLength(14 * 2);
  expect(new Set(made.map((c: { key: string }) => c.key)).size).toBe(made.length);
});
