import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_ZONE } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { Wallet } from '../wallet/contract.ts';
import { tick } from './clock.fake.ts';
import type { AgencyState } from './agency.store.ts';
import { spendMonth } from './anniversary.ts';
import { minimumFor } from './minimum.service.ts';

const local = (iso: string): Date => DateTime.fromISO(iso, { zone: DEFAULT_ZONE }).toJSDate();

describe('the minimum of a month', () => {
  const state: AgencyState = {
    clockAt: local('2027-01-10'),
    standardAt: local('2027-01-10'),
    developerAt: null,
    developerUntil: null,
    developerMaxCents: 200_000,
    developerListCents: [50_000, 100_000],
    nextMonth: 1,
    billedOn: null,
  };
  const terms = { on: true, firstMonthCents: 10_000, secondMonthCents: 20_000, monthlyCents: 150_000 };
  const of = (change: Partial<AgencyState>, number: number, on = true) => {
    const { basis, cents } = minimumFor({ ...state, ...change }, { ...terms, on }, spendMonth(state.clockAt!, number));
    return [basis, cents];
  };

  test('climbs the standard ramp', () => {
    expect([1, 2, 3, 9].map((n) => of({}, n)[1])).toEqual([10_000, 20_000, 150_000, 150_000]);
    expect(of({}, 3, false)).toEqual(['none', 0]);
  });

  test('is the higher of the two in developer mode, whose first month counts by its days', () => {
    // The third month has 31 days, of which 10 are left.
    const developing = { developerAt: local('2027-03-31T15:00') };
    expect(of(developing, 2)).toEqual(['standard', 20_000]);
    expect(of(developing, 3)).toEqual(['standard', 150_000]);
    expect(of(developing, 3, false)).toEqual(['developer', Math.round((50_000 * 10) / 31)]);
    expect(of(developing, 4)).toEqual(['standard', 150_000]);
    expect(of(developing, 4, false)).toEqual(['developer', 100_000]);
    expect(of(developing, 5)).toEqual(['developer', 200_000]);
  });

  test('is the standard again from the month after developer mode went off, and its ramp does not begin anew', () => {
    const away = { developerAt: local('2027-01-10'), developerUntil: local('2027-02-20') };
    expect(of(away, 2)).toEqual(['developer', 100_000]);
    expect(of(away, 3)).toEqual(['standard', 150_000]);
    expect(of({ ...away, developerUntil: null }, 6)).toEqual(['developer', 200_000]);
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { services: { stripe: null } } });
});
afterAll(() => app.close());

const saveCard = (who: AgencyFixtures, tokenid: string) => app.call('PUT', '/api/payment/card', who.owner, { body: { tokenid } });
const setMinimum = (who: AgencyFixtures, status: 'T' | 'F') =>
  app.call('PUT', `/api/configuration/agencies/${who.tenant.id}/minimum-spend`, app.fixtures.operator, {
    body: { status, first_month: 10_000, second_month: 20_000, monthly: 30_000 },
  });
/** What the calendar does at that moment, and all that follows. */
const at = async (who: AgencyFixtures, instant: Date) => {
  await tick(app, who, instant);
  await app.settle();
};
/** A lead of that wholesale price, now by the real clock, by which the books stand. */
const spend = async (who: AgencyFixtures, cents: number) => {
  const leadId = randomUUID();
  await app.inside(who.tenant, 'agency-billing', (ctx) =>
    ctx
      .use(Wallet)
      .chargeLeads(who.tenant.id, [
        { leadId, campaignId: 1, companyId: who.clients[0]!.tenant.id, retailCents: cents, wholesaleCents: cents },
      ]),
  );
};
const charged = async (who: AgencyFixtures) =>
  (
    (await app.kernel.platform('agency_billing_charge').where({ company_id: who.tenant.id }).orderBy('created_at').orderBy('key')) as {
      key: string;
      kind: string;
      cents: string;
      state: string;
    }[]
  ).map(({ kind, cents, state }) => [kind, Number(cents), state]);
const mails = async (subject: string) =>
  ((await app.kernel.platform('core_mail').where('subject', 'like', `%${subject}%`)) as unknown[]).length;

describe('an agency with a minimum spend', () => {
  test('is told five days before, and charged what is missing on the next day at six, each month once', async () => {
    const { a } = app.fixtures;
    await saveCard(a, 'approved');
    await setMinimum(a, 'T');
    await at(a, local('2027-01-31T15:00'));
    const clock = local('2027-01-31T15:00');
    const now = await app.call('GET', '/api/agency-billing/minimum-spend', await tokenLater(a));
    expect(now.body).toMatchObject({ state: 'short', first: '2027-01-31', last: '2027-02-27', minimum_cents: 10_000, short_cents: 10_000 });
    await at(a, new Date(spendMonth(clock, 1).notice.getTime() - 60_000));
    expect(await mails('minimum spend')).toBe(0);
    for (let n = 0; n < 3; n += 1) await at(a, new Date(spendMonth(clock, 1).notice.getTime() + n));
    expect(await mails('minimum spend')).toBe(1);
    await at(a, new Date(spendMonth(clock, 1).due.getTime() - 60_000));
    expect(await charged(a)).toEqual([]);
    await Promise.all([at(a, spendMonth(clock, 1).due), at(a, spendMonth(clock, 1).due)]);
    expect(await charged(a)).toEqual([['minimum_spend', 10_000, 'paid']]);
  });

  test('is not charged while it is let off, which stands in the log and in its months', async () => {
    const { a, operator } = app.fixtures;
    const clock = local('2027-01-31T15:00');
    app.clockOffset = 0;
    const exclude = (to: 0 | 1) =>
      app.call('PUT', '/api/configuration/agencies/exclude-minimum-spend', operator, {
        body: { CompanyID: a.tenant.id, exclude_minimum_spend: to },
      });
    await exclude(1);
    await at(a, spendMonth(clock, 2).due);
    app.clockOffset = 0;
    await exclude(0);
    expect(await charged(a)).toHaveLength(1);
    expect(await app.kernel.platform('agency_billing_month').where({ company_id: a.tenant.id, number: 2 }).first()).toMatchObject({
      waived: 'excluded',
      minimum_cents: '20000',
      charged_cents: '0',
    });
    expect(await app.kernel.platform('core_audit').where({ action: 'agency-plans.minimum-spend-excluded' })).toHaveLength(2);
  });

  test('makes up for months that nobody saw, each once, and never for months in which none was asked', async () => {
    const { a } = app.fixtures;
    const clock = local('2027-01-31T15:00');
    await at(a, spendMonth(clock, 14).due);
    expect(await charged(a)).toHaveLength(1 + 12);
    expect((await charged(a)).every(([, , state]) => state === 'paid')).toBe(true);
    app.clockOffset = 0;
    await setMinimum(a, 'F');
    await at(a, spendMonth(clock, 20).due);
    app.clockOffset = 0;
    await setMinimum(a, 'T');
    await at(a, spendMonth(clock, 21).due);
    expect(await charged(a)).toHaveLength(1 + 12 + 1);
    expect((await charged(a)).at(-1)).toEqual(['minimum_spend', 30_000, 'paid']);
  });

  test('pays no more than what its leads left of it', async () => {
    const { b } = app.fixtures;
    app.clockOffset = 0;
    await saveCard(b, 'approved');
    await setMinimum(b, 'T');
    const clock = new Date();
    await at(b, clock);
    await spend(b, 4_000);
    const { due } = spendMonth(clock, 1);
    await at(b, due);
    expect(await charged(b)).toEqual([['minimum_spend', 6_000, 'paid']]);
  });

  test('counts 400 days, looked at on three of every thirteen, without a month too many or too few', async () => {
    const { b } = app.fixtures;
    const from = DateTime.now().setZone(DEFAULT_ZONE).plus({ months: 1, days: 2 });
    const looks = Array.from({ length: 400 }, (_x, day) => day).filter((day) => day % 13 < 3 || day === 399);
    for (const day of looks) await tick(app, b, from.plus({ days: day }).set({ hour: 7 }).toJSDate());
    await app.settle();
    const months = await app.kernel
      .platform('agency_billing_month')
      .where({ company_id: b.tenant.id })
      .whereNotNull('closed_at')
      .orderBy('first');
    const until = from.plus({ days: 399 });
    const whole = Math.floor(until.diff(DateTime.fromJSDate(new Date(), { zone: DEFAULT_ZONE }).startOf('day'), 'months').months);
    expect(months.map((m: { number: number }) => m.number)).toEqual(Array.from({ length: whole }, (_x, n) => n + 1));
    expect(await charged(b)).toHaveLength(whole);
  });
});

/** A session of the moved clock. */
async function tokenLater(who: AgencyFixtures) {
  return {
    ...who.owner,
    token: await app.kernel.sessions.open({ accountId: who.owner.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 }),
  };
}
