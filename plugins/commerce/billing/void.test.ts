import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Wallet } from '../wallet/contract.ts';
import { campaignFor, confirmed, connect, giveCard, leadsAt, lookAt, setActive } from './billing-fixtures.fake.ts';
import { Billing, InvoiceListeners } from './contract.ts';
import plugin from './index.ts';
import { invoicePayment } from './pay.service.ts';
import { findInvoice, type StoredInvoice } from './invoices.store.ts';

const told: string[] = [];
const follower = definePlugin({
  manifest: { id: 'follower', version: '1.0.0', core: '^1', level: 'platform', requires: { billing: '^1' } },
  contributions: [
    contribute(InvoiceListeners, {
      paid: async (_ctx, { number }) => void told.push(`${number} paid`),
      closed: async (_ctx, { number, state }) => void told.push(`${number} ${state}`),
    }),
  ],
});

type Client = AgencyFixtures['clients'][number];
const local = (iso: string): Date => DateTime.fromISO(iso, { zone: 'America/Chicago' }).toJSDate();
let app: TestApp;
let client: Client;
let campaign: number;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, follower] });
  const { a } = app.fixtures;
  client = a.clients[0]!;
  await connect(app, a);
  app.clockOffset = local('2027-03-08T09:00').getTime() - Date.now();
  campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
  await setActive(app, a, campaign);
  await app.settle();
});
afterAll(() => app.close());

const inBilling = <R>(work: (api: NonNullable<(typeof Billing)['__api']>) => Promise<R>): Promise<R> =>
  app.inside(app.fixtures.a.tenant, 'billing', (ctx) => work(ctx.use(Billing)));
const account = (companyId: number, kind: 'receivable' | 'payable' | 'revenue'): Promise<number> =>
  app.inside(app.fixtures.a.tenant, 'wallet', (ctx) => ctx.use(Books).cents({ companyId: companyId, account: kind }));
const stored = (id: string): Promise<StoredInvoice> =>
  app.inside(app.fixtures.a.tenant, 'billing', async (ctx) => (await findInvoice(ctx.db, id))!);
const voids = async (id: string, as: Person = app.fixtures.a.owner) => {
  await confirmed(app, as);
  return app.call('POST', `/api/billing/invoices/${id}/void`, as);
};
const pack = (cents: number, companyId = client.tenant.id) => ({
  companyId,
  term: 'Prepaid' as const,
  feeCents: 0,
  lines: [
    { campaignId: null, kind: 'pack' as const, text: 'Pack', quantity: 1, unitCents: cents, amountCents: cents, priceVersionId: null },
  ],
});
/** The bill of a week with so many leads; it fails, for there is no card. */
async function billOf(monday: string, leads: number): Promise<string> {
  const first = local(monday);
  await leadsAt(
    app,
    client,
    campaign,
    Array.from({ length: leads }, (_, n) => new Date(first.getTime() + (n + 1) * 3_600_000)),
  );
  await lookAt(app, new Date(first.getTime() + 7 * 86_400_000 + 12 * 3_600_000));
  const last = app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id }).orderBy('issued_at', 'desc');
  return ((await last.first('id')) as { id: string }).id;
}

describe('voiding a bill of delivered leads', () => {
  test('takes back what it asked for, once, and says so wherever it is shown', async () => {
    const { a } = app.fixtures;
    const id = await billOf('2027-03-08', 2);
    expect(await stored(id)).toMatchObject({ state: 'failed', totalCents: 2_900 });
    expect(await account(client.tenant.id, 'receivable')).toBe(2_900);
    const owed = await account(a.tenant.id, 'payable');
    const arrears = () => app.kernel.platform('dunning_arrears').where({ company_id: client.tenant.id }).whereNull('closed_at');
    expect(await arrears()).toHaveLength(1);
    told.length = 0;
    const answers = await Promise.all([voids(id), voids(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0].body.message).toBe('Invoice 2027-000001 has been voided.');
    expect(told).toEqual(['2027-000001 void']);
    expect([await account(client.tenant.id, 'receivable'), await inBilling((api) => api.creditLeft(client.tenant.id))]).toEqual([0, 0]);
    // Nobody is dunned for it any more, or thanked for a payment.
    expect(await arrears()).toEqual([]);
    const subjects = (await app.kernel.platform('core_mail').where({ recipient: client.user.email }).pluck('subject')) as string[];
    expect(subjects).not.toContain('Thank you for your payment');
    // The root did deliver.
    expect(await account(a.tenant.id, 'payable')).toBe(owed);
    expect(await app.kernel.platform('billing_credit').where({ company_id: client.tenant.id }).select('cents', 'reason')).toEqual([
      { cents: '2900', reason: 'Invoice 2027-000001 voided' },
    ]);

    const seen = await app.call('GET', `/api/billing/invoices/${id}`, client.user);
    expect(seen.body).toMatchObject({ state: 'void', total_cents: 2_900, due_cents: 0, payable: 'F', voidable: 'F' });
    const csv = await app.call('GET', `/api/billing/invoices/${id}/csv`, client.user);
    expect(csv.text).toContain('"Status","Void"');
    expect(csv.text).toContain('"Amount due","0.00"');
    expect((await app.call('GET', `/api/billing/invoices/${id}/pdf`, client.user)).status).toBe(200);
    await expect(inBilling((api) => api.pay(id, null))).rejects.toThrow('billing.problem.not-payable');
    const credit = { body: { cents: 100, reason: 'Agreed' } };
    expect((await app.call('POST', `/api/billing/invoices/${id}/credit-notes`, a.owner, credit)).body.code).toBe('billing.problem.void');
    expect(await inBilling((api) => api.unpaid(client.tenant.id))).toEqual([]);
    // Its leads are on no later bill.
    await lookAt(app, local('2027-03-22T12:00'));
    expect(await app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id })).toHaveLength(1);
  });

  test('gives back the credit that it took off', async () => {
    const wish = { key: 'a', companyId: client.tenant.id, campaignId: 1, cents: 300, feeCents: 0, reason: 'Kind' };
    await inBilling((api) => api.credit(wish));
    const id = await billOf('2027-03-22', 3);
    expect(await stored(id)).toMatchObject({ totalCents: 600, creditCents: 300, dueCents: 300 });
    expect(await account(client.tenant.id, 'receivable')).toBe(300);
    expect((await voids(id)).status).toBe(200);
    expect([await account(client.tenant.id, 'receivable'), await inBilling((api) => api.creditLeft(client.tenant.id))]).toEqual([
      -300, 300,
    ]);
  });

  test('of an agency that settles outside as well, but not twice by a credit note before', async () => {
    const { a } = app.fixtures;
    await app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Wallet).setBillsOutside(a.tenant.id, true));
    const id = await billOf('2027-03-29', 4);
    expect(await stored(id)).toMatchObject({ state: 'external', dueCents: 500 });
    const give = () => app.call('POST', `/api/billing/invoices/${id}/credit-notes`, a.owner, { body: { cents: 100, reason: 'Agreed' } });
    await confirmed(app, a.owner);
    expect((await give()).status).toBe(200);
    expect((await voids(id)).body.code).toBe('billing.problem.void-credited');
    expect((await stored(id)).state).toBe('external');
    const other = await billOf('2027-04-05', 5);
    expect(await stored(other)).toMatchObject({ state: 'external', totalCents: 1_000, creditCents: 100 });
    const before = await account(client.tenant.id, 'receivable');
    expect((await voids(other)).status).toBe(200);
    expect(await account(client.tenant.id, 'receivable')).toBe(before - 1_000);
    await app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Wallet).setBillsOutside(a.tenant.id, false));
  });
});

describe('a bill', () => {
  test('is voided by its agency alone, with a password, and not while or after it is paid', async () => {
    const { a, b, operator } = app.fixtures;
    const bill = await inBilling((api) => api.issue(pack(900)));
    await app.kernel.platform('core_session').update({ fresh_at: new Date(0) });
    expect((await app.call('POST', `/api/billing/invoices/${bill.id}/void`, a.owner)).body.code).toBe('core.problem.step-up');
    expect([(await voids(bill.id, client.user)).status, (await voids(bill.id, operator)).status]).toEqual([403, 403]);
    expect((await voids(bill.id, b.owner)).status).toBe(404);
    expect((await stored(bill.id)).state).toBe('open');

    const stands = (state: string) => app.kernel.platform('billing_invoice').where({ id: bill.id }).update({ state });
    await stands('paying');
    expect((await voids(bill.id)).body.code).toBe('billing.problem.paying');
    await stands('open');
    await giveCard(app, client);
    await inBilling((api) => api.pay(bill.id, bill.operationId));
    await app.settle();
    expect((await stored(bill.id)).state).toBe('paid');
    expect((await voids(bill.id)).body.code).toBe('billing.problem.not-voidable');
    const seen = await app.call('GET', `/api/billing/invoices/${bill.id}`, a.owner);
    expect(seen.body).toMatchObject({ total_cents: 900, paid_cents: 900 - bill.creditCents, due_cents: 0, voidable: 'F' });
    const csv = await app.call('GET', `/api/billing/invoices/${bill.id}/csv`, client.user);
    expect(csv.text).toContain('"Amount due","0.00"');
  });

  test('of a pack that was never paid is closed with what little was posted for it, its set-up fee', async () => {
    const { a } = app.fixtures;
    const other = a.clients[1]!;
    const shop = await campaignFor(app, a, other, { PaymentTerm: 'Prepaid', PlatformFee: '10' }, 'Pack');
    const before = [await account(other.tenant.id, 'receivable'), await account(a.tenant.id, 'payable')];
    const fee = { campaignId: shop, kind: 'platform_fee' as const, text: 'Pack', quantity: 1, unitCents: 1_000, amountCents: 1_000 };
    const wish = pack(5_000, other.tenant.id);
    const lines = [...wish.lines, { ...fee, priceVersionId: null }];
    const bill = await inBilling((api) => api.issue({ ...wish, lines }));
    expect(await account(other.tenant.id, 'receivable')).toBe(before[0]! + 1_000);
    const notes = async () => (await app.kernel.platform('billing_credit').where({ company_id: other.tenant.id })).length;
    expect(await notes()).toBe(0);
    await inBilling((api) => api.voidInvoice(bill.id, 'Changed their mind'));
    expect([await account(other.tenant.id, 'receivable'), await account(a.tenant.id, 'payable'), await notes()]).toEqual([...before, 0]);
    expect(await app.kernel.platform('billing_invoice').where({ id: bill.id }).first()).toMatchObject({ note: 'Changed their mind' });
    // Nothing was set up for it, so that is charged with the next one.
    expect(await inBilling((api) => api.issue({ ...wish, lines }))).toMatchObject({ totalCents: 6_000 });
    await expect(inBilling((api) => api.issue({ ...wish, lines }))).rejects.toThrow('billing.problem.fee-charged');
  });

  test('that is being paid at the very moment is paid or void, never both', async () => {
    const bills: string[] = [];
    for (let n = 0; n < 6; n += 1) bills.push((await inBilling((api) => api.issue(pack(700)))).id);
    const before = [await account(client.tenant.id, 'receivable'), await inBilling((api) => api.creditLeft(client.tenant.id))];
    await Promise.allSettled(
      bills.flatMap((id) => [inBilling((api) => api.pay(id, null)), inBilling((api) => api.voidInvoice(id, 'Race'))]),
    );
    await app.settle();
    const ends = await Promise.all(bills.map(stored));
    const paid = ends.filter(({ state }) => state === 'paid').length;
    expect(ends.every(({ state }) => state === 'paid' || state === 'void')).toBe(true);
    expect([await account(client.tenant.id, 'receivable'), await inBilling((api) => api.creditLeft(client.tenant.id))]).toEqual([
      before[0]! - paid * 700,
      before[1],
    ]);
  });
});

describe('a disputed payment that was won back', () => {
  const sides = async () => [await account(client.tenant.id, 'receivable'), await inBilling((api) => api.creditLeft(client.tenant.id))];
  async function disputed(cents: number, back = cents) {
    const bill = await inBilling((api) => api.issue(pack(cents)));
    const { operation } = await inBilling((api) => api.pay(bill.id, bill.operationId));
    await app.settle();
    const before = await sides();
    await kind((ctx) => invoicePayment.reversed!(ctx, operation!, back, 'chargeback', 'dp_1'));
    expect((await stored(bill.id)).state).toBe('failed');
    told.length = 0;
    const restore = () => kind((ctx) => invoicePayment.restored!(ctx, operation!, back, 'dp_1'));
    return { bill, before, restore };
  }
  const kind = (work: Parameters<TestApp['inside']>[2]) => app.inside(app.fixtures.a.tenant, 'billing', work);

  test('pays its bill again, once', async () => {
    const { bill, before, restore } = await disputed(2_000);
    for (let n = 0; n < 2; n += 1) await restore();
    expect(await stored(bill.id)).toMatchObject({ state: 'paid', paidCents: 2_000 });
    expect([await sides(), told]).toEqual([before, [`${bill.number} paid`]]);
  });

  test('of a part does so too', async () => {
    const { bill, before, restore } = await disputed(2_000, 600);
    expect(await stored(bill.id)).toMatchObject({ paidCents: 1_400 });
    await restore();
    expect(await stored(bill.id)).toMatchObject({ state: 'paid', paidCents: 2_000 });
    expect(await sides()).toEqual(before);
  });

  test('is credit when the bill was paid anew meanwhile, or voided', async () => {
    const again = await disputed(2_000);
    await inBilling(async (api) => api.pay(again.bill.id, (await api.find(again.bill.id))!.operationId));
    await app.settle();
    await again.restore();
    expect(await stored(again.bill.id)).toMatchObject({ state: 'paid', paidCents: 2_000 });
    expect(await sides()).toEqual([again.before[0]! - 2_000, again.before[1]! + 2_000]);
    // Spent on nothing else.
    await app.inside(app.fixtures.a.tenant, 'billing', (ctx) => ctx.db('billing_client').update({ credit_cents: 0 }));

    const gone = await disputed(1_500);
    await inBilling((api) => api.voidInvoice(gone.bill.id, 'Given up'));
    const after = await sides();
    await gone.restore();
    expect(await stored(gone.bill.id)).toMatchObject({ state: 'void', paidCents: 0 });
    expect(await sides()).toEqual([after[0]! - 1_500, after[1]! + 1_500]);
    expect(told).toEqual([`${gone.bill.number} void`]);
  });

  test('of a bill that was written off undoes that', async () => {
    await app.inside(app.fixtures.a.tenant, 'billing', (ctx) => ctx.db('billing_client').update({ credit_cents: 0 }));
    const { bill, before, restore } = await disputed(1_200);
    expect(await inBilling((api) => api.writeOff(client.tenant.id, 'Lost'))).toBe(1_200);
    expect(told).toEqual([`${bill.number} written_off`]);
    await restore();
    expect(await stored(bill.id)).toMatchObject({ state: 'paid' });
    expect(await sides()).toEqual(before);
  });
});
