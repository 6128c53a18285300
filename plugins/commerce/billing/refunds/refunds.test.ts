import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../../core/testing/fixtures.ts';
import { Books } from '../../../money/ledger/contract.ts';
import { campaignFor, confirmed, connect, giveCard, leadsAt, lookAt, setActive } from '../billing-fixtures.fake.ts';
import { Billing } from '../contract.ts';

type Client = AgencyFixtures['clients'][number];
const local = (iso: string): Date => DateTime.fromISO(iso, { zone: 'America/Chicago' }).toJSDate();
let app: TestApp;
let client: Client;
let campaign: number;
beforeAll(async () => {
  app = await startTestApp();
  const { a } = app.fixtures;
  client = a.clients[0]!;
  await connect(app, a);
  await giveCard(app, client);
  app.clockOffset = local('2027-03-08T09:00').getTime() - Date.now();
  campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
  await setActive(app, a, campaign);
  await app.settle();
});
afterAll(() => app.close());

const call = async (method: string, path: string, as: Person, body?: object) => {
  await confirmed(app, as);
  return app.call(method, `/api/billing/${path}`, as, body ? { body } : {});
};
const refund = (id: string, cents: number, more: object = {}) =>
  call('POST', `invoices/${id}/refunds`, app.fixtures.a.owner, { cents, reason: 'Wrong people', ...more });
const one = async (id: string, as = app.fixtures.a.owner) => (await call('GET', `invoices/${id}`, as)).body;
const books = async () => {
  const { a } = app.fixtures;
  const cents = (companyId: number, account: string): Promise<number> =>
    app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Books).cents({ companyId, account }));
  return {
    receivable: await cents(client.tenant.id, 'receivable'),
    revenue: await cents(a.tenant.id, 'revenue'),
    tax: await cents(a.tenant.id, 'tax'),
    cash: await cents(a.tenant.id, 'cash'),
  };
};
type Sides = Awaited<ReturnType<typeof books>>;
const moved = (from: Sides, to: Sides) =>
  Object.fromEntries(Object.entries(to).map(([name, cents]) => [name, cents - from[name as keyof Sides]]));
const credit = (): Promise<number> => app.inside(app.fixtures.a.tenant, 'billing', (ctx) => ctx.use(Billing).creditLeft(client.tenant.id));
let monday = '2027-03-08';
/** A week's invoice, paid by the card. */
async function paid(leads: number): Promise<string> {
  const first = local(monday);
  await leadsAt(
    app,
    client,
    campaign,
    Array.from({ length: leads }, (_, n) => new Date(first.getTime() + (n + 1) * 3_600_000)),
  );
  monday = DateTime.fromISO(monday).plus({ weeks: 1 }).toISODate()!;
  await lookAt(app, local(`${monday}T07:00`));
  await app.settle();
  const { id, state } = await app.kernel
    .platform('billing_invoice')
    .where({ company_id: client.tenant.id })
    .orderBy('issued_at', 'desc')
    .first();
  expect(state).toBe('paid');
  return id as string;
}
const notes = async (id: string) =>
  (await app.kernel.platform('billing_credit').where({ invoice_id: id }).orderBy('number')).map(({ cents }) => Number(cents));

describe('a refund', () => {
  test('gives back a part and then the rest, with a credit note each, and stands on the invoice and in the statement', async () => {
    await call('POST', 'tax-rates', app.fixtures.a.owner, { name: 'Sales tax', percent: '10', inclusive: 'F', applies_to: 'all' });
    const id = await paid(2);
    expect(await one(id)).toMatchObject({ total_cents: 3_190, tax_cents: 290, paid_cents: 3_190, refundable: 'T' });
    const before = await books();
    const first = await refund(id, 1_100);
    expect([first.status, first.body.message]).toEqual([200, '$11.00 of invoice 2027-000001 has been refunded to Visa ending in 4242.']);
    expect(moved(before, await books())).toEqual({ receivable: 0, revenue: 1_000, tax: 100, cash: -1_100 });
    expect([await notes(id), await credit()]).toEqual([[1_100], 0]);
    const most = await refund(id, 2_091);
    expect([most.status, most.body.errors[0].field, most.text]).toEqual([422, 'cents', expect.stringContaining('$20.90') as string]);
    expect((await refund(id, 2_090)).status).toBe(200);
    expect(moved(before, await books())).toEqual({ receivable: 0, revenue: 2_900, tax: 290, cash: -3_190 });
    expect(await one(id)).toMatchObject({ state: 'paid', refunded_cents: 3_190, refundable: 'F', due_cents: 0 });
    expect((await refund(id, 1)).body.code).toBe('billing.problem.not-refundable');
    const history = (await call('GET', `invoices/${id}/history`, client.user)).body.data;
    expect(history.map((row: { kind: string; cents: number }) => `${row.kind} ${row.cents}`).toSorted()).toEqual([
      'credit -1100',
      'credit -2090',
      'payment 3190',
      'refund -1100',
      'refund -2090',
    ]);
    const csv = (await call('GET', `invoices/${id}/csv`, client.user)).text;
    for (const part of [
      '"Refunded","-31.90"',
      'Refund to Visa ending in 4242',
      'Credit note CN-2027-000001',
      '"Payment method","Visa ending in 4242"',
    ])
      expect(csv).toContain(part);
    await confirmed(app, client.user);
    const statement = (
      await app.call('GET', `/api/wallet/statements/${DateTime.now().setZone('America/Chicago').toFormat('yyyy-MM')}`, client.user)
    ).text;
    for (const line of ['"Refund"', '"Credit"', '"Tax"']) expect(statement).toContain(line);
  });

  test('sent twice, at once or after its answer was lost, is one', async () => {
    const id = await paid(3);
    const before = await books();
    const answers = await Promise.all([1, 2, 3].map(() => refund(id, 220, { refunded_cents: 0 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refund(id, 220, { refunded_cents: 0 })).status).toBe(200);
    expect(moved(before, await books())).toEqual({ receivable: 0, revenue: 200, tax: 20, cash: -220 });
    // Another amount under the same view of the invoice is somebody else's click.
    expect((await refund(id, 110, { refunded_cents: 0 })).body.code).toBe('payments.problem.refund-changed');
    expect((await refund(id, 110, { refunded_cents: 220 })).status).toBe(200);
    expect((await one(id)).refunded_cents).toBe(330);
  });

  test('is asked about with the object, the amount and the card, and needs the password', async () => {
    const id = await paid(1);
    const { body } = await call('POST', `invoices/${id}/refunds/question`, app.fixtures.a.owner, { cents: 100, reason: 'Wrong people' });
    expect(body.question).toEqual({
      title: 'Refund $1.00 to Client A1?',
      body: `$1.00 of invoice ${(await one(id)).number} goes back to Visa ending in 4242. This cannot be undone.`,
      button: 'Refund $1.00',
    });
    await app.kernel.platform('core_session').update({ fresh_at: new Date(0) });
    const plain = await app.call('POST', `/api/billing/invoices/${id}/refunds`, app.fixtures.a.owner, {
      body: { cents: 100, reason: 'Wrong people' },
    });
    expect(plain.body.code).toBe('core.problem.step-up');
    expect((await one(id)).refunded_cents).toBe(0);
  });

  test('is the agency’s alone', async () => {
    const { b, operator } = app.fixtures;
    const id = await paid(1);
    const tried = async (as: Person) => (await call('POST', `invoices/${id}/refunds`, as, { cents: 100, reason: 'Wrong people' })).status;
    expect([await tried(client.user), await tried(operator), await tried(b.owner)]).toEqual([403, 403, 404]);
    expect((await call('GET', `invoices/${id}/refundable`, b.owner)).status).toBe(404);
  });

  test('pays out credit that the invoice gave, and never what the client used up', async () => {
    const id = await paid(3);
    const { a } = app.fixtures;
    expect((await call('POST', `invoices/${id}/credit-notes`, a.owner, { cents: 440, reason: 'Agreed' })).status).toBe(200);
    expect(await credit()).toBe(440);
    const before = await books();
    expect((await refund(id, 500)).status).toBe(200);
    expect([await credit(), await notes(id)]).toEqual([0, [440, 60]]);
    expect(moved(before, await books())['receivable']).toBe(440);

    const other = await paid(3);
    await call('POST', `invoices/${other}/credit-notes`, a.owner, { cents: 600, reason: 'Agreed' });
    await paid(4);
    expect(await credit()).toBe(0);
    // 660 were paid, of which 600 came back as credit and paid for later leads.
    expect((await refund(other, 61)).status).toBe(422);
    expect((await refund(other, 60)).status).toBe(200);
  });

  test('that the provider cannot make moves nothing and says so; with another amount it is tried anew', async () => {
    await giveCard(app, client, 'refunds_fail');
    const id = await paid(2);
    const before = await books();
    for (const cents of [200, 100]) {
      const failed = await refund(id, cents, { refunded_cents: 0 });
      expect([failed.status, failed.body.code]).toEqual([409, 'billing.problem.refund-failed']);
    }
    expect(moved(before, await books())).toEqual({ receivable: 0, revenue: 0, tax: 0, cash: 0 });
    expect(await one(id)).toMatchObject({ refunded_cents: 0, refundable: 'T' });
    expect(await notes(id)).toEqual([]);
  });
});
