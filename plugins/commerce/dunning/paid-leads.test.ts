import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import type { Invoice, LineKind } from '../billing/contract.ts';
import { ArrearsFixtures } from '../../../tests/support/arrears-fixtures.ts';
import { putLead } from '../../../tests/support/put-lead.ts';
import { stayFresh } from '../../../tests/support/stay-fresh.ts';
import plugin from './index.ts';
import { isPaid, type Owed } from './paid-leads.ts';
import { leadsInBooks } from '../../../tests/support/past-leads.ts';

const at = (local: string): Date => DateTime.fromISO(local, { zone: 'America/Chicago' }).toJSDate();
const invoice = (term: Invoice['term'], issued: string, campaignId: number, kind: LineKind): Owed['unpaid'][number] =>
  ({ term, issuedAt: at(issued), lines: [{ campaignId, kind }] }) as Invoice;

describe('a lead is paid for', () => {
  const since = { Weekly: at('2027-03-08'), Monthly: at('2027-03-01') };
  const paid = (term: Invoice['term'] | undefined, made: string, unpaid: Owed['unpaid'] = []) =>
    isPaid({ campaignId: 7, createdAt: at(made) }, term, { unpaid, since });

  test('by the calendar when it was made before what is owed of its term', () => {
    expect([paid('Weekly', '2027-03-07T23:59'), paid('Weekly', '2027-03-08T00:00')]).toEqual([true, false]);
    expect([paid('Monthly', '2027-02-28T23:59'), paid('Monthly', '2027-03-07T23:59')]).toEqual([true, false]);
  });

  test('of a pack, unless the pack is unpaid or it is of the time before packs', () => {
    expect(paid('Prepaid', '2027-03-23T12:00')).toBe(true);
    expect(paid(undefined, '2027-03-23T12:00')).toBe(true);
    const pack = [invoice('Prepaid', '2027-03-20T12:00', 7, 'pack')];
    expect([paid('Prepaid', '2027-03-20T11:59', pack), paid('Prepaid', '2027-03-20T12:00', pack)]).toEqual([true, false]);
    const before = [invoice('Weekly', '2027-03-12T12:00', 7, 'leads')];
    const made = ['2027-03-07T23:59', '2027-03-08T00:00', '2027-03-12T11:59', '2027-03-12T12:00'];
    expect(made.map((day) => paid('OneTime', day, before))).toEqual([true, false, false, true]);
    expect(paid('OneTime', '2027-03-09T00:00', [invoice('Weekly', '2027-03-12T12:00', 8, 'leads')])).toBe(true);
  });
});

describe('a suspended client', () => {
  let app: TestApp;
  let fixtures: ArrearsFixtures;
  let client: AgencyFixtures['clients'][number];
  let campaign: number;
  beforeAll(async () => {
    app = await startTestApp({ plugins: [plugin] });
    fixtures = new ArrearsFixtures(app, app.fixtures.a);
    client = app.fixtures.a.clients[0]!;
    await fixtures.connect();
    fixtures.to('2027-03-01T12:00');
    campaign = await fixtures.campaign(client, 'Shop');
    expect((await fixtures.setActive(campaign)).status).toBe(200);
    await fixtures.card(client.tenant, 'approved');
    await lead('paid', '2027-03-03T12:00');
    await billing('2027-03-08T06:01');
    await fixtures.card(client.tenant, 'declined');
    await lead('unpaid', '2027-03-10T12:00');
    await lead('free', '2027-03-10T12:00', 0);
    await billing('2027-03-15T06:01');
  });
  afterAll(() => app.close());

  /** A lead of the campaign, and its place in the books at the moment it was made. */
  async function lead(name: string, made: string, cents = 200): Promise<void> {
    const { id: company_id } = client.tenant;
    const when = at(made);
    const db = app.kernel.platform;
    const id = await putLead(app, { client: client.tenant, campaign, name, cents, at: when });
    await db.raw(
      `insert into leads_total (campaign_id, company_id, product, leads) values (?, ?, 'local', 1)
       on conflict (campaign_id) do update set leads = leads_total.leads + 1`,
      [campaign, company_id],
    );
    if (cents === 0) return;
    await leadsInBooks(db, client.tenant, campaign, [{ id, at: when }], { retail: cents, wholesale: 0 });
  }
  /** Lets the moment come at which the week before is billed, and its payment have its outcome. */
  async function billing(local: string): Promise<void> {
    fixtures.to(local);
    await app.tick('billing.close');
    await fixtures.at(local);
  }
  const file = async (as: Person): Promise<string[]> => {
    await stayFresh(app, as);
    const { status, text } = await app.call('GET', '/api/reports/leads.csv', as);
    expect(status).toBe(200);
    return [...text.matchAll(/(\w+)@example\.com/g)].map((m) => m[1]!).sort();
  };
  const note = async () => (await app.call('GET', '/api/reports/export-note', client.user)).body;

  test('carries away everything while its account is not suspended', async () => {
    expect(await fixtures.stateOf(campaign)).toBe('paused payment_failed');
    expect(await file(client.user)).toEqual(['free', 'paid', 'unpaid']);
    expect(await note()).toEqual({ limited: false, note: '' });
  });

  test('then only what is paid for, and is told so; it still sees all of it, and its agency carries away all of it', async () => {
    await fixtures.at('2027-03-29T00:01');
    expect(await file(client.user)).toEqual(['free', 'paid']);
    expect(await note()).toMatchObject({ limited: true, note: expect.stringContaining('only leads that are paid for') });
    expect((await app.call('GET', '/api/reports/leads', client.user)).body.total).toBe(3);
    expect((await app.call('GET', `/api/leadspeek/report/lead/-/-/-/-`, client.user)).body.total).toBe(3);
    expect(await file(app.fixtures.a.owner)).toEqual(['free', 'paid', 'unpaid']);
    expect((await app.call('GET', '/api/reports/export-note', app.fixtures.a.owner)).body.limited).toBe(false);
    expect(await file(app.fixtures.a.clients[1]!.user)).toEqual([]);
  });

  const buy = async (): Promise<string> =>
    (await app.call('POST', '/api/prepaid/packs', client.user, { body: { leadspeek_api_id: campaign, leadsbuy: 10 } })).body.code as string;
  test('buys no leads beforehand meanwhile', async () => expect(await buy()).toBe('core.problem.denied'));

  test('and everything again when it has paid', async () => {
    await fixtures.card(client.tenant, 'approved');
    await app.settle();
    expect(await file(client.user)).toEqual(['free', 'paid', 'unpaid']);
    expect(await note()).toEqual({ limited: false, note: '' });
    app.clockOffset += 11 * 60_000;
    expect(await buy()).toBe('core.problem.step-up'); // it may, and is asked for the password first
  });
});
