import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../../core/testing/fixtures.ts';
import { Books } from '../../../money/ledger/contract.ts';
import { Wallet } from '../../wallet/contract.ts';
import { campaignFor, confirmed, leadsAt, lookAt, setActive } from '../billing-fixtures.fake.ts';
import { Billing } from '../contract.ts';
import { findInvoice, type StoredInvoice } from '../invoices.store.ts';

type Client = AgencyFixtures['clients'][number];
const local = (iso: string): Date => DateTime.fromISO(iso, { zone: 'America/Chicago' }).toJSDate();
let app: TestApp;
let client: Client;
let campaign: number;
beforeAll(async () => {
  app = await startTestApp();
  const { a } = app.fixtures;
  client = a.clients[0]!;
  app.clockOffset = local('2027-03-08T09:00').getTime() - Date.now();
  campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', PlatformFee: '25' });
  await setActive(app, a, campaign);
  await app.settle();
  await confirmed(app, a.owner);
});
afterAll(() => app.close());

const call = async (method: string, path: string, as: Person, body?: object) => {
  await confirmed(app, as);
  return app.call(method, `/api/billing/${path}`, as, body ? { body } : {});
};
const account = (companyId: number, kind: string): Promise<number> =>
  app.inside(app.fixtures.a.tenant, 'wallet', (ctx) => ctx.use(Books).cents({ companyId, account: kind }));
const sides = async (of: Client = client) => ({
  owed: await account(of.tenant.id, 'receivable'),
  revenue: await account(app.fixtures.a.tenant.id, 'revenue'),
  tax: await account(app.fixtures.a.tenant.id, 'tax'),
});
const moved = (from: Awaited<ReturnType<typeof sides>>, to: Awaited<ReturnType<typeof sides>>) => [
  to.owed - from.owed,
  to.revenue - from.revenue,
  to.tax - from.tax,
];
let week = local('2027-03-08');
/** The invoice of the next week, with so many leads. */
async function nextInvoice(leads: number): Promise<StoredInvoice> {
  const at = Array.from({ length: leads }, (_, n) => new Date(week.getTime() + (n + 1) * 3_600_000));
  await leadsAt(app, client, campaign, at);
  week = DateTime.fromJSDate(week, { zone: 'America/Chicago' }).plus({ weeks: 1 }).toJSDate();
  await lookAt(app, new Date(week.getTime() + 7 * 3_600_000));
  await app.settle();
  const last = app.kernel.platform('billing_invoice').where({ company_id: client.tenant.id }).orderBy('issued_at', 'desc');
  const { id } = (await last.first('id')) as { id: string };
  return app.inside(app.fixtures.a.tenant, 'billing', async (ctx) => (await findInvoice(ctx.db, id))!);
}
const SELLER = {
  legal_name: 'Harbor Media LLC',
  country: 'US',
  line1: '1 Pier Road',
  city: 'Chicago',
  region: 'il',
  postal_code: '60601',
  tax_id_kind: 'us_ein',
  tax_id: '12-3456789',
  invoice_email: 'books@harbor.example',
  payment_days: 30,
  footer: 'Bank of the Lake\nAccount 123',
};
const BUYER = {
  legal_name: 'Oak Street Shop Inc.',
  country: 'US',
  line1: '5 Oak Street',
  city: 'Albany',
  region: 'NY',
  postal_code: '12201',
};

describe('billing details', () => {
  test('are a seller’s and a buyer’s own to change, and a seller may state those of its clients', async () => {
    const { a, b, operator } = app.fixtures;
    expect((await call('GET', 'seller', a.owner)).body).toMatchObject({ legal_name: 'Agency A', stated: false });
    expect((await call('PUT', 'seller', a.owner, SELLER)).status).toBe(200);
    expect((await call('GET', 'seller', a.owner)).body).toMatchObject({ ...SELLER, region: 'IL', stated: true });
    expect((await call('PUT', 'buyer', client.user, BUYER)).status).toBe(200);
    expect((await call('GET', 'buyer', client.user)).body).toMatchObject(BUYER);
    const theirs = { ...BUYER, legal_name: 'Client A2 Inc.', tax: 'automatic' };
    const other = a.clients[1]!.tenant.id;
    expect((await call('PUT', `clients/${other}/details`, a.owner, theirs)).status).toBe(200);
    expect((await call('GET', `clients/${other}/details`, a.owner)).body).toMatchObject(theirs);
    for (const [as, path, body] of [
      [client.user, 'seller', SELLER],
      [a.owner, 'buyer', BUYER],
      [operator, 'seller', SELLER],
      [client.user, `clients/${client.tenant.id}/details`, theirs],
    ] as const)
      expect((await call('PUT', path, as, body)).status).toBe(403);
    expect((await call('PUT', `clients/${client.tenant.id}/details`, b.owner, theirs)).status).toBe(404);
    expect((await call('GET', `clients/${client.tenant.id}/details`, b.owner)).status).toBe(404);
  });

  test('are refused on the field that is wrong, and nothing changes', async () => {
    const { a } = app.fixtures;
    const fields = async (change: object) => {
      const { status, body } = await call('PUT', 'seller', a.owner, { ...SELLER, ...change });
      return [status, (body.errors ?? []).map(({ field }: { field: string }) => field)];
    };
    expect(await fields({ tax_id: '12' })).toEqual([422, ['tax_id']]);
    expect(await fields({ tax_id_kind: '' })).toEqual([422, ['tax_id_kind']]);
    expect(await fields({ region: 'Illinois' })).toEqual([422, ['region']]);
    expect(await fields({ legal_name: 'Har\u202Ebor' })).toEqual([422, ['legal_name']]);
    expect(await fields({ legal_name: '  ' })).toEqual([422, ['legal_name']]);
    expect((await call('GET', 'seller', a.owner)).body.tax_id).toBe('12-3456789');
  });

  test('need the password where they say whom clients pay', async () => {
    await app.kernel.platform('core_session').update({ fresh_at: new Date(0) });
    expect((await app.call('PUT', '/api/billing/seller', app.fixtures.a.owner, { body: SELLER })).body.code).toBe('core.problem.step-up');
  });
});

describe('an invoice', () => {
  test('keeps both sides as they were when it was issued, on the screen and on paper', async () => {
    const { a } = app.fixtures;
    const invoice = await nextInvoice(2);
    expect(invoice).toMatchObject({ totalCents: 2_900, taxCents: 0, taxes: [], dueOn: invoice.issuedOn });
    const text = async (kind: string, as = client.user) => (await call('GET', `invoices/${invoice.id}/${kind}`, as)).text;
    const before = { csv: await text('csv'), html: await text('html') };
    for (const part of [
      'Harbor Media LLC',
      '1 Pier Road',
      'Chicago, IL 60601',
      '12-3456789',
      'books@harbor.example',
      'Oak Street Shop Inc.',
      'Albany, NY 12201',
    ])
      for (const page of Object.values(before)) expect(page).toContain(part);
    expect(before.html).toContain('<bdi>Bank of the Lake</bdi><br><bdi>Account 123</bdi>');
    await call('PUT', 'seller', a.owner, { ...SELLER, legal_name: 'Another LLC', footer: '' });
    await call('PUT', 'buyer', client.user, { ...BUYER, legal_name: '<b>Another</b>' });
    expect({ csv: await text('csv'), html: await text('html') }).toEqual(before);
    const change = app.kernel.platform('billing_paper').where({ document_id: invoice.id }).update({ footer: 'x' });
    await expect(change).rejects.toThrow();
    const next = await nextInvoice(1);
    const page = (await call('GET', `invoices/${next.id}/html`, a.owner)).text;
    expect(page).toContain('Another LLC');
    expect(page).toContain('&lt;b&gt;Another&lt;/b&gt;');
    expect(page).not.toContain('<b>Another');
    await call('PUT', 'seller', a.owner, SELLER);
    await call('PUT', 'buyer', client.user, BUYER);
  });
});

describe('taxes', () => {
  const rates = async (): Promise<{ id: number; name: string; percent: string }[]> =>
    (await call('GET', 'tax-rates', app.fixtures.a.owner)).body.data;
  const add = (rate: object) => call('POST', 'tax-rates', app.fixtures.a.owner, { inclusive: 'F', applies_to: 'all', ...rate });
  const archive = async (name: string) =>
    call('DELETE', `tax-rates/${(await rates()).find((rate) => rate.name === name)!.id}`, app.fixtures.a.owner);

  test('are an agency’s own', async () => {
    const { b, operator } = app.fixtures;
    for (const percent of ['0', '100.0001', '0.0000']) expect((await add({ name: 'Odd', percent })).body.errors[0].field).toBe('percent');
    expect((await add({ name: 'Odd', percent: '1', applies_to: 'place', country: 'US', region: 'Dubai' })).body.errors[0].field).toBe(
      'region',
    );
    expect((await add({ name: 'New York sales tax', percent: '8.875', applies_to: 'place', country: 'US', region: 'ny' })).status).toBe(
      200,
    );
    expect(await rates()).toMatchObject([
      { name: 'New York sales tax', percent: '8.875%', whom: 'New York, United States', how: 'Added to prices' },
    ]);
    expect((await call('GET', 'tax-rates', b.owner)).body.total).toBe(0);
    for (const as of [client.user, operator]) expect((await call('GET', 'tax-rates', as)).status).toBe(403);
    const [{ id }] = (await rates()) as unknown as [{ id: number }];
    expect((await call('DELETE', `tax-rates/${id}`, b.owner)).status).toBe(404);
  });

  test('are charged where the client is, posted to an account of their own, and named on all files', async () => {
    const before = await sides();
    const invoice = await nextInvoice(3);
    expect(invoice).toMatchObject({
      totalCents: 653,
      taxCents: 53,
      taxes: [{ name: 'New York sales tax', ppm: 88_750, netCents: 600, taxCents: 53 }],
    });
    expect(moved(before, await sides())).toEqual([653, -600, -53]);
    const { text } = await call('GET', `invoices/${invoice.id}/csv`, client.user);
    for (const line of ['"Subtotal without tax","6.00"', '"New York sales tax (8.875%)","0.53"', '"Total","6.53"', '"Amount due","6.53"'])
      expect(text).toContain(line);
    expect((await call('GET', `invoices/${invoice.id}/taxes`, client.user)).body.data).toMatchObject([
      { percent: '8.875%', tax_cents: 53 },
    ]);
  });

  test('are not charged elsewhere, to those who are exempt, or when they were archived', async () => {
    const { a } = app.fixtures;
    const terms = (change: object) =>
      call('PUT', `clients/${client.tenant.id}/details`, a.owner, { ...BUYER, tax: 'automatic', ...change });
    await terms({ region: 'NJ' });
    expect((await nextInvoice(1)).taxCents).toBe(0);
    await terms({ tax: 'exempt', exemption: 'Certificate 77' });
    const exempt = await nextInvoice(1);
    expect(exempt.taxCents).toBe(0);
    expect((await call('GET', `invoices/${exempt.id}/csv`, client.user)).text).toContain('"Tax exemption","Certificate 77"');
    await add({ name: 'Reduced', percent: '5', applies_to: 'chosen' });
    const { id } = (await rates()).find(({ name }) => name === 'Reduced')!;
    expect((await terms({ tax: 'rate:999999' })).body.errors[0].field).toBe('tax');
    await terms({ tax: `rate:${id}` });
    expect((await nextInvoice(1)).taxes).toMatchObject([{ name: 'Reduced', taxCents: 10 }]);
    expect((await archive('Reduced')).body.code).toBe('billing.problem.tax-rate-used');
    await terms({});
    expect((await archive('Reduced')).status).toBe(200);
    expect((await archive('New York sales tax')).status).toBe(200);
    expect((await nextInvoice(1)).taxCents).toBe(0);
  });

  test('that prices hold leave the total as it is and come out of the revenue', async () => {
    await add({ name: 'VAT', percent: '20', inclusive: 'T' });
    const before = await sides();
    const invoice = await nextInvoice(3);
    expect(invoice).toMatchObject({ totalCents: 600, taxCents: 100 });
    expect(moved(before, await sides())).toEqual([600, -500, -100]);
  });

  test('go back with credit notes in proportion, whole at last, and with a void invoice', async () => {
    const { a } = app.fixtures;
    await add({ name: 'City tax', percent: '3.3' });
    const before = await sides();
    const invoice = await nextInvoice(3);
    // 600 hold 100 of VAT; 3.3% of the net 500 come on top.
    expect(invoice).toMatchObject({ totalCents: 617, taxCents: 117 });
    const give = (cents: number) => call('POST', `invoices/${invoice.id}/credit-notes`, a.owner, { cents, reason: 'Agreed' });
    for (const cents of [100, 217, 300]) expect((await give(cents)).status).toBe(200);
    expect((await give(1)).status).toBe(422);
    expect(moved(before, await sides())).toEqual([0, 0, 0]);
    const notes = (await call('GET', 'credit-notes', client.user)).body.data;
    expect(notes.slice(0, 3).map((note: { invoice: string; cents: number }) => [note.invoice, note.cents])).toEqual([
      [invoice.number, 300],
      [invoice.number, 217],
      [invoice.number, 100],
    ]);
    expect(notes.slice(0, 3).reduce((sum: number, note: { tax_cents: number }) => sum + note.tax_cents, 0)).toBe(117);
    const paper = (await call('GET', `credit-notes/${notes[0].id}/csv`, client.user)).text;
    for (const part of [`"For invoice","${invoice.number}"`, 'Harbor Media LLC', '"Total","3.00"']) expect(paper).toContain(part);

    await app.inside(a.tenant, 'billing', (ctx) => ctx.db('billing_client').update({ credit_cents: 0 }));
    const middle = await sides();
    const wrong = await nextInvoice(2);
    expect((await call('POST', `invoices/${wrong.id}/void`, a.owner)).status).toBe(200);
    expect(moved(middle, await sides())).toEqual([0, 0, 0]);
  });

  test('on a pack that the client buys by itself are charged, posted, and go back when it is never paid', async () => {
    const { a } = app.fixtures;
    const other = a.clients[1]!;
    const shop = await campaignFor(app, a, other, { PaymentTerm: 'Prepaid', PlatformFee: '0' }, 'Pack');
    const before = await sides(other);
    const line = {
      campaignId: shop,
      kind: 'pack' as const,
      text: 'Pack',
      quantity: 10,
      unitCents: 600,
      amountCents: 6_000,
      priceVersionId: null,
    };
    const bill = await app.inside(other.tenant, 'billing', (ctx) =>
      ctx.use(Billing).issue({ companyId: other.tenant.id, term: 'Prepaid', feeCents: 0, lines: [line] }),
    );
    await app.settle();
    // At this client's address the same taxes apply: 600 × 10 hold 1,000 of VAT; 3.3% of the net 5,000 come on top.
    expect([bill.totalCents, bill.taxCents]).toEqual([6_165, 1_165]);
    // Nothing of the pack itself is posted before it is paid; its taxes are.
    expect(moved(before, await sides(other))).toEqual([165, 1_000, -1_165]);
    await app.inside(a.tenant, 'billing', (ctx) => ctx.use(Billing).voidInvoice(bill.id, 'Changed their mind'));
    expect(moved(before, await sides(other))).toEqual([0, 0, 0]);
  });

  test('on prices that are credited for a lead are those of its invoice', async () => {
    const { a } = app.fixtures;
    const invoice = await nextInvoice(3);
    const before = await sides();
    const wish = { key: 'lead', companyId: client.tenant.id, campaignId: campaign, cents: 200, feeCents: 0, reason: 'Returned' };
    const leadAt = new Date(invoice.issuedAt.getTime() - 86_400_000);
    for (let n = 0; n < 2; n += 1) await app.inside(a.tenant, 'billing', (ctx) => ctx.use(Billing).credit({ ...wish, of: { leadAt } }));
    const [note] = (await call('GET', 'credit-notes', client.user)).body.data;
    expect(note).toMatchObject({ invoice: invoice.number, cents: 206, tax_cents: 39 });
    expect(moved(before, await sides())).toEqual([-206, 167, 39]);
  });
});

describe('an invoice', () => {
  test('that no card pays is due after the days that were agreed, and overdue then', async () => {
    const { a } = app.fixtures;
    const outside = (on: boolean) => app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Wallet).setBillsOutside(a.tenant.id, on));
    await outside(true);
    const invoice = await nextInvoice(1);
    const days = (iso: string, n: number): string => DateTime.fromISO(iso).plus({ days: n }).toISODate()!;
    expect([invoice.state, invoice.dueOn]).toEqual(['external', days(invoice.issuedOn!, 30)]);
    const owned = { ...BUYER, tax: 'automatic', payment_days: 7 };
    await call('PUT', `clients/${client.tenant.id}/details`, a.owner, owned);
    const sooner = await nextInvoice(1);
    expect(sooner.dueOn).toBe(days(sooner.issuedOn!, 7));
    const before = (await call('GET', 'overview', a.owner)).body.overdue_cents;
    app.clockOffset += 8 * 86_400_000;
    expect((await call('GET', 'overview', a.owner)).body.overdue_cents).toBe(before + sooner.dueCents);
    await outside(false);
  });
});
