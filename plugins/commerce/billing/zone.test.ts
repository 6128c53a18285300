import { DateTime } from 'luxon';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { addPerson, addTenant, type AgencyFixtures } from '../../../core/testing/fixtures.ts';
import { campaignFor, leadsAt, lookAt, setActive } from './billing-fixtures.fake.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => {
  app.clockOffset = 0;
});

type Agency = Pick<AgencyFixtures, 'tenant' | 'owner' | 'clients'>;
const at = (iso: string, zone: string): Date => DateTime.fromISO(iso, { zone }).toJSDate();
const setZone = async (agency: Agency, zone: string, now?: Date) => {
  if (now) app.clockOffset = now.getTime() - Date.now();
  return app.call('PUT', '/api/billing/zone', agency.owner, { body: { zone } });
};
const bills = async (companyId: number) =>
  (
    await app.kernel
      .platform('billing_invoice')
      .where({ company_id: companyId })
      .orderBy('number')
      .select(
        'total_cents',
        app.kernel.platform.raw(`to_char(period_first, 'YYYY-MM-DD') || ' ' || to_char(period_last, 'YYYY-MM-DD') as period`),
        app.kernel.platform.raw(`to_char(issued_on, 'YYYY-MM-DD') as issued_on`),
      )
  ).map((row: { period: string; total_cents: string; issued_on: string }) => [row.period, Number(row.total_cents), row.issued_on]);

describe('the zone of billing', () => {
  test('is chosen by the agency from the zones there are', async () => {
    const { a, b } = app.fixtures;
    const read = (as = a.owner) => app.call('GET', '/api/billing/zone', as);
    expect((await read()).body).toEqual({ zone: 'America/Chicago' });
    const { options } = (await app.call('GET', '/api/billing/zone/options', a.owner)).body;
    expect(options).toEqual(expect.arrayContaining([{ value: 'America/New_York', label: 'America/New York' }]));
    expect((await setZone(a, 'America/New_York')).body.message).toContain('America/New_York');
    expect([(await read()).body, (await read(b.owner)).body]).toEqual([{ zone: 'America/New_York' }, { zone: 'America/Chicago' }]);
    const refused = await setZone(a, 'Mars/Base');
    expect([refused.status, refused.body.errors[0].field, (await read()).body.zone]).toEqual([422, 'zone', 'America/New_York']);
    for (const as of [a.clients[0]!.user, app.fixtures.operator]) expect((await read(as)).status).toBe(403);
    await setZone(a, 'America/Chicago');
  });
});

/** From the first local day on Earth to the last, and back: 25 hours. */
describe.each([
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'a'],
  ['Pacific/Pago_Pago', 'Pacific/Kiritimati', 'b'],
] as const)('a change from %s to %s', (from, to, which) => {
  test.each([
    ['Weekly', 0, ['2027-03-08 2027-03-14', '2027-03-15 2027-03-21', '2027-03-22 2027-03-28']],
    ['Monthly', 1, ['2027-03-01 2027-03-31', '2027-04-01 2027-04-30', '2027-05-01 2027-05-31']],
  ] as const)('makes %s periods neither double nor missing, and each its minimum once', async (term, n, periods) => {
    const agency = app.fixtures[which];
    const client = agency.clients[n]!;
    const [first, second, third] = periods.map((period) => period.split(' ')) as [string[], string[], string[]];
    await setZone(agency, from, at(`${first[0]}T00:30`, from));
    const campaign = await campaignFor(app, agency, client, { PaymentTerm: term, CostMonth: '70' });
    await setActive(app, agency, campaign);
    await app.settle();
    // A lead each hour over both ends of the first period.
    const middle = at(`${first[1]}T12:00`, from).getTime();
    await leadsAt(
      app,
      client,
      campaign,
      Array.from({ length: 60 }, (_, hour) => new Date(middle + hour * 3_600_000)),
    );
    // The middle of the first, which ends as it began.
    await setZone(agency, to, at(`${first[0]}T12:00`, from));
    const due = (period: string[], zone: string): Date => new Date(at(`${period[1]}T06:00`, zone).getTime() + 86_400_000);
    await lookAt(app, new Date(due(first, from).getTime() - 60_000));
    expect(await bills(client.tenant.id)).toEqual([]);
    await lookAt(app, due(first, from));
    expect((await bills(client.tenant.id)).map(([period, cents]) => [period, cents])).toEqual([[periods[0], 7_000]]);
    for (const period of [second, third]) for (const _ of [1, 2]) await lookAt(app, due(period, to));
    const seen = await bills(client.tenant.id);
    expect(seen.map(([period]) => period)).toEqual(periods);
    // 60 leads at 2.00 are more than one minimum at most; no bill asks for more than the whole of one.
    const leads = await app.kernel.platform('billing_line').where({ company_id: client.tenant.id, kind: 'leads' }).sum('quantity as n');
    expect(Number(leads[0]!.n)).toBe(60);
    expect(seen.map(([, cents]) => (cents as number) >= 7_000)).toEqual([true, true, true]);
    expect(seen[2]![1]).toBe(7_000);
    const minimums = await app.kernel
      .platform('billing_line')
      .where({ company_id: client.tenant.id, kind: 'minimum' })
      .pluck('amount_cents');
    expect(minimums.every((cents: string) => Number(cents) <= 7_000)).toBe(true);
    await setActive(app, agency, campaign, 'paused');
    await app.settle();
  });
});

test('a campaign that begins where the old zone has closed the week that the new one is still in, is billed all the same', async () => {
  const { a } = app.fixtures;
  const tenant = await addTenant(app.kernel, 'client', 'Client A3', a.tenant.id);
  const client = { tenant, user: await addPerson(app.kernel, tenant, 'client', 'client-a3@test.example') };
  const [ahead, behind] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  await setZone(a, ahead, at('2027-06-07T09:00', ahead));
  const make = (name: string) => campaignFor(app, a, client, { PaymentTerm: 'Weekly', CostMonth: '0' }, name);
  const [early, late] = [await make('Early'), await make('Late')];
  await setActive(app, a, early);
  await app.settle();
  await app.call('PUT', '/api/leadspeek/client/stop', a.owner, { body: { leadspeekID: early } });
  await app.settle();
  for (const monday of ['2027-06-14T06:00', '2027-06-21T06:00']) await lookAt(app, at(monday, ahead));
  const open = () => app.kernel.platform('billing_period').where({ company_id: client.tenant.id, term: 'Weekly' }).whereNull('closed_at');
  expect(await open()).toEqual([]);

  const sunday = at('2027-06-20T13:00', behind);
  await setZone(a, behind, sunday);
  await setActive(app, a, late);
  await app.settle();
  expect(await open()).toHaveLength(1);
  await leadsAt(app, client, late, [sunday]);
  const before = (await bills(client.tenant.id)).length;
  await lookAt(app, at('2027-06-28T06:00', behind));
  expect((await bills(client.tenant.id)).slice(before)).toEqual([['2027-06-21 2027-06-27', 200, '2027-06-28']]);
});
