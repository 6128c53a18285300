import { DateTime } from 'luxon';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute } from '../../../core/contract.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { Books } from '../../money/ledger/contract.ts';
import { Billing, type Invoice, InvoiceListeners } from './contract.ts';
import { campaignFor, confirmed, connect, giveCard, leadsAt, lookAt, lookTogether, setActive } from './billing-fixtures.fake.ts';
import plugin from './index.ts';
import { invoicePayment } from './pay.service.ts';
import { removalGuard } from './removal.ts';

conformance(plugin);

let told: string[] = [];
/** The agency whose bills are followed: all agencies live by the same clock. */
let followed = 0;
const follow = (agencyId: number, line: string): void => void (agencyId === followed && told.push(line));
const followOnly = ({ tenant }: { tenant: { id: number } }): void => {
  followed = tenant.id;
  told = [];
};
const follower = definePlugin({
  manifest: { id: 'follower', version: '1.0.0', core: '^1', level: 'platform', requires: { billing: '^1' } },
  contributions: [
    contribute(InvoiceListeners, {
      paid: async (_ctx, { number, agencyId }) => follow(agencyId, `${number} paid`),
      failed: async (_ctx, { number, agencyId }, operation) => follow(agencyId, `${number} failed ${operation?.reason ?? 'no card'}`),
      reversed: async (_ctx, { number, agencyId }, { cents }) => follow(agencyId, `${number} reversed ${cents}`),
    }),
  ],
});

const ZONE = 'America/Chicago';
const local = (iso: string): Date => DateTime.fromISO(iso, { zone: ZONE }).toJSDate();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, follower] });
  await connect(app, app.fixtures.a);
  await giveCard(app, app.fixtures.a.clients[0]!);
});
afterAll(() => app.close());
afterEach(() => {
  app.clockOffset = 0;
});
const to = (iso: string): void => {
  app.clockOffset = local(iso).getTime() - Date.now();
};
const billing = <R>(work: (api: ReturnType<typeof apiOf>) => Promise<R>): Promise<R> =>
  app.inside(app.fixtures.a.tenant, 'billing', (ctx) => work(apiOf(ctx)));
const apiOf = (ctx: { use(port: typeof Billing): NonNullable<(typeof Billing)['__api']> }) => ctx.use(Billing);
const receivable = (companyId: number): Promise<number> =>
  app.inside(app.fixtures.a.tenant, 'wallet', (ctx) => ctx.use(Books).cents({ companyId: companyId, account: 'receivable' }));
const invoices = async (companyId: number): Promise<Invoice[]> => {
  const ids = (await app.kernel.platform('billing_invoice').where({ company_id: companyId }).orderBy('number').pluck('id')) as string[];
  return billing(async (api) => {
    const found: Invoice[] = [];
    for (const id of ids) found.push((await api.find(id))!);
    return found;
  });
};

describe('a weekly client', () => {
  let campaign: number;
  test('agrees to terms once, at the first activation', async () => {
    const { a } = app.fixtures;
    const client = a.clients[0]!;
    to('2027-03-10T09:00');
    campaign = await campaignFor(app, a, client, { PaymentTerm: 'Weekly', CostMonth: '70', PlatformFee: '25' });
    expect(await billing((api) => api.termsOf(campaign))).toBeNull();
    expect((await setActive(app, a, campaign)).status).toBe(200);
    await app.settle();
    const terms = await billing((api) => api.termsOf(campaign));
    expect(terms).toMatchObject({ term: 'Weekly', platformFeeCents: 2500, minimumCents: 7000 });
    expect(await receivable(client.tenant.id)).toBe(2500);

    await setActive(app, a, campaign, 'paused');
    await campaignFor(app, a, client, { PaymentTerm: 'Weekly', CostMonth: '700', PlatformFee: '99' }, 'Another');
    await setActive(app, a, campaign);
    await app.settle();
    expect(await billing((api) => api.termsOf(campaign))).toEqual(terms);
    expect(await receivable(client.tenant.id)).toBe(2500);
  });

  test('is billed once for a week: leads, fee and the missing part of the minimum, and pays with its card', async () => {
    const { a } = app.fixtures;
    const client = a.clients[0]!.tenant;
    // Two in the week, the second at its last moment, and one in the next.
    followOnly(a);
    await leadsAt(app, a.clients[0]!, campaign, [local('2027-03-11T12:00'), local('2027-03-14T23:59:59'), local('2027-03-15T00:00')]);
    await lookAt(app, local('2027-03-15T05:59'));
    expect(await invoices(client.id)).toEqual([]);
    for (let n = 0; n < 3; n += 1) await lookAt(app, local('2027-03-15T06:00'));
    await lookTogether(app, local('2027-03-15T06:01'), [a]);
    const [bill, ...more] = await invoices(client.id);
    expect(more).toEqual([]);
    // Active on five of seven days: 50.00 of 70.00, of which 4.00 were charged for leads.
    expect(bill!.lines.map((l) => [l.kind, l.text, l.quantity, l.unitCents, l.amountCents])).toEqual([
      ['platform_fee', 'Shop', 1, 2500, 2500],
      ['leads', 'Shop', 2, 200, 400],
      ['minimum', 'Shop', 1, 4600, 4600],
    ]);
    expect(bill).toMatchObject({
      number: '2027-000001',
      term: 'Weekly',
      periodFirst: '2027-03-08',
      periodLast: '2027-03-14',
      totalCents: 7500,
      dueCents: 7500,
      feeCents: 100,
      // A worker may have been as quick as we are.
      state: expect.stringMatching(/^(paying|paid)$/),
    });
    await app.settle();
    expect((await invoices(client.id))[0]).toMatchObject({ state: 'paid' });
    expect(told).toEqual(['2027-000001 paid']);
    // The lead of the next week is what is left.
    expect(await receivable(client.id)).toBe(200);
  });
});

describe('a bill that nobody can charge', () => {
  test('of an agency that cannot take money stays open and is tried when it can', async () => {
    const { b } = app.fixtures;
    const client = b.clients[0]!;
    to('2027-04-06T09:00');
    const campaign = await campaignFor(app, b, client, { PaymentTerm: 'Weekly' });
    await setActive(app, b, campaign);
    await leadsAt(app, client, campaign, [local('2027-04-07T12:00')]);
    followOnly(b);
    await lookAt(app, local('2027-04-12T07:00'));
    await app.settle();
    expect([await statesOf(client.tenant.id), told]).toEqual([['open'], []]);

    await connect(app, b);
    await giveCard(app, client);
    await lookAt(app, local('2027-04-12T08:00'));
    expect(await statesOf(client.tenant.id)).toEqual(['open']);
    await lookAt(app, local('2027-04-13T08:00'));
    await app.settle();
    expect([await statesOf(client.tenant.id), told]).toEqual([['paid'], ['2027-000001 paid']]);
  });

  test('of a client without a card has failed, and is paid by hand with one', async () => {
    const { a } = app.fixtures;
    const client = a.clients[1]!;
    to('2027-04-06T09:00');
    const campaign = await campaignFor(app, a, client, { PaymentTerm: 'Monthly' });
    await setActive(app, a, campaign);
    await leadsAt(app, client, campaign, [local('2027-04-07T12:00'), local('2027-04-08T12:00')]);
    followOnly(a);
    await lookAt(app, local('2027-05-01T06:00'));
    expect(await statesOf(client.tenant.id)).toEqual(['failed']);
    // Another client's bills are paid at the same time.
    expect(told.filter((line) => / failed/.test(line))).toEqual([expect.stringMatching(/ failed no card$/)]);

    const [bill] = await invoices(client.tenant.id);
    const payNow = (as = client.user) => app.call('POST', `/api/billing/invoices/${bill!.id}/pay`, as);
    await giveCard(app, client, 'declined');
    expect((await payNow()).body.code).toBe('billing.problem.declined');
    await giveCard(app, client);
    await confirmed(app, a.clients[0]!.user);
    expect((await payNow(a.clients[0]!.user)).status).toBe(404);
    expect((await payNow(a.owner)).status).toBe(403);
    expect((await payNow()).body.message).toBe('Thank you. The invoice is paid.');
    expect(await statesOf(client.tenant.id)).toEqual(['paid']);
    expect((await payNow()).status).toBe(200);
    expect(await receivable(client.tenant.id)).toBe(0);
  });

  test('of an agency that bills by hand is for it and its client to settle', async () => {
    const { a } = app.fixtures;
    const client = a.clients[1]!;
    await app.kernel
      .platform('wallet_state')
      .insert({ company_id: a.tenant.id, manual_bill: true })
      .onConflict('company_id')
      .merge({ manual_bill: true });
    const { campaign_id: campaign } = (await app.kernel.platform('billing_terms').where({ company_id: client.tenant.id }).first()) as {
      campaign_id: number;
    };
    await leadsAt(app, client, campaign, [local('2027-05-07T12:00')]);
    await lookAt(app, local('2027-06-01T06:00'));
    await app.settle();
    expect(await statesOf(client.tenant.id)).toEqual(['paid', 'external']);
    await app.kernel.platform('wallet_state').where({ company_id: a.tenant.id }).update({ manual_bill: false });
  });
});

const statesOf = async (companyId: number): Promise<string[]> =>
  (await app.kernel.platform('billing_invoice').where({ company_id: companyId }).orderBy('issued_at').pluck('state')) as string[];

describe('credit', () => {
  test('is noted once for a key with a number of its own, and the next bills take it off', async () => {
    const { a } = app.fixtures;
    const { tenant } = a.clients[0]!;
    to('2027-07-01T09:00');
    const wish = { key: 'test:1', companyId: tenant.id, campaignId: 1, cents: 500, feeCents: 100, reason: 'Not valid' };
    const before = await receivable(tenant.id);
    await Promise.all(Array.from({ length: 10 }, () => billing((api) => api.credit(wish))));
    expect([await billing((api) => api.creditLeft(tenant.id)), await receivable(tenant.id)]).toEqual([500, before - 500]);
    expect(await app.kernel.platform('billing_credit').where({ company_id: tenant.id }).pluck('number')).toEqual(['CN-2027-000001']);
    await expect(billing((api) => api.credit({ ...wish, key: 'test:2', cents: -1 }))).rejects.toThrow(/whole cents/);

    const first = await billing((api) => api.issue(pack(tenant.id, 530)));
    // What would be left is less than a card can be charged, so some credit is spared.
    expect(first).toMatchObject({ totalCents: 530, creditCents: 480, dueCents: 50, state: 'open' });
    const second = await billing((api) => api.issue(pack(tenant.id, 60)));
    expect(second).toMatchObject({ creditCents: 10, dueCents: 50 });
    await billing((api) => api.credit({ ...wish, key: 'test:3', cents: 1_000 }));
    const third = await billing((api) => api.issue(pack(tenant.id, 400)));
    expect(third).toMatchObject({ creditCents: 400, dueCents: 0, state: 'paid' });
    expect((await billing((api) => api.pay(third.id, third.operationId))).operation).toBeNull();
    expect(await billing((api) => api.creditLeft(tenant.id))).toBe(610);
  });

  test('is given by the agency for an invoice, up to its amount, and never by a client', async () => {
    const { a, b } = app.fixtures;
    to('2027-07-01T09:00');
    const bill = (await invoices(a.clients[0]!.tenant.id))[0]!;
    const give = (as: typeof a.owner, cents: number) =>
      app.call('POST', `/api/billing/invoices/${bill.id}/credit-notes`, as, { body: { cents, reason: 'Agreed by phone' } });
    expect((await give(a.owner, 100)).body.code).toBe('core.problem.step-up');
    for (const person of [a.owner, b.owner, a.clients[0]!.user]) await confirmed(app, person);
    expect((await give(b.owner, 100)).status).toBe(404);
    expect((await give(a.clients[0]!.user, 100)).status).toBe(403);
    expect((await give(a.owner, 7000)).body.message).toBe('A credit note of $70.00 has been created.');
    expect((await give(a.owner, 501)).body.errors[0]).toMatchObject({ field: 'cents' });
    expect((await give(a.owner, 500)).status).toBe(200);
  });
});

describe('a pack', () => {
  test('is paid with the card; a payment that goes back makes it payable anew', async () => {
    const { a } = app.fixtures;
    const { tenant } = a.clients[1]!;
    to('2027-07-02T09:00');
    const before = await receivable(tenant.id);
    const bill = await billing((api) => api.issue({ ...pack(tenant.id, 9_000), feeCents: 2_000 }));
    followOnly(a);
    const begun = await Promise.all(Array.from({ length: 20 }, () => billing((api) => api.pay(bill.id, bill.operationId))));
    // Whoever comes when it is paid already begins none.
    const operations = begun.flatMap(({ operation }) => operation ?? []);
    expect(new Set(operations.map(({ id }) => id)).size).toBe(1);
    await app.settle();
    expect(await billing((api) => api.find(bill.id))).toMatchObject({ state: 'paid', operationId: operations[0]!.id });
    expect(await receivable(tenant.id)).toBe(before - 9_000);

    const operation = operations[0]!;
    const back = { ...operation, refundedCents: 9_000 };
    for (let n = 0; n < 2; n += 1)
      await app.inside(a.tenant, 'billing', (ctx) => invoicePayment.reversed!(ctx, back, 9_000, 'chargeback', 'dp_1'));
    expect(await billing((api) => api.find(bill.id))).toMatchObject({ state: 'failed', paidAt: null });
    expect(await receivable(tenant.id)).toBe(before);
    const again = await billing((api) => api.pay(bill.id, operation.id));
    expect(again.operation).toMatchObject({ amountCents: 9_000, feeCents: 0 });
    await app.settle();
    expect(told).toEqual([`${bill.number} paid`, `${bill.number} reversed 9000`, `${bill.number} paid`]);
    expect(await receivable(tenant.id)).toBe(before - 9_000);
  });

  test('is refused with lines that are not of packs, and below what a card can be charged', async () => {
    const { tenant } = app.fixtures.a.clients[1]!;
    await expect(billing((api) => api.issue(pack(tenant.id, 49)))).rejects.toThrow('billing.problem.too-small');
    const wrong = { ...pack(tenant.id, 500), lines: [{ ...pack(tenant.id, 500).lines[0]!, kind: 'leads' as const }] };
    await expect(billing((api) => api.issue(wrong))).rejects.toThrow(/lines of packs/);
  });
});

test('what is written off is owed no more, with its reason', async () => {
  const { tenant } = app.fixtures.a.clients[1]!;
  const before = await receivable(tenant.id);
  const bill = await billing((api) => api.issue(pack(tenant.id, 800)));
  expect((await billing((api) => api.unpaid(tenant.id))).map(({ id }) => id)).toEqual([bill.id]);
  expect(await billing((api) => api.writeOff(tenant.id, 'Gone out of business'))).toBe(800);
  expect(await billing((api) => api.unpaid(tenant.id))).toEqual([]);
  expect(await app.kernel.platform('billing_invoice').where({ id: bill.id }).first()).toMatchObject({
    state: 'written_off',
    note: 'Gone out of business',
  });
  // A pack's leads are not posted before they are delivered, so there is nothing to take back.
  expect(await receivable(tenant.id)).toBe(before);
  await expect(billing((api) => api.pay(bill.id, bill.operationId))).rejects.toThrow('billing.problem.not-payable');
});

test('the payment term changes only while campaigns are paused, and what is owed is billed first', async () => {
  const { b } = app.fixtures;
  const client = b.clients[1]!;
  await giveCard(app, client);
  to('2027-09-07T09:00');
  const campaign = await campaignFor(app, b, client, { PaymentTerm: 'Weekly', CostMonth: '70' });
  await setActive(app, b, campaign);
  await app.settle();
  await leadsAt(app, client, campaign, [local('2027-09-08T12:00')]);
  to('2027-09-09T09:00');
  const change = (PaymentTerm: string) =>
    app.call('PUT', '/api/configuration/user/costmodule', b.owner, {
      body: { ClientID: client.user.id, CostSet: '2', CostMonth: '310', PaymentTerm },
    });
  await confirmed(app, b.owner);
  expect((await change('Monthly')).body.code).toBe('billing.problem.pause-first');
  await setActive(app, b, campaign, 'paused');
  await app.settle();
  expect((await change('Monthly')).status).toBe(200);
  expect(await app.inside(b.tenant, 'billing', (ctx) => ctx.use(Billing).termsOf(campaign))).toMatchObject({
    term: 'Monthly',
    minimumCents: 31_000,
  });
  const billed = () =>
    app.kernel
      .platform('billing_invoice')
      .where({ company_id: client.tenant.id })
      .orderBy('issued_at')
      .select('term', 'total_cents', app.kernel.platform.raw(`to_char(period_last, 'YYYY-MM-DD') as last`));
  // Three of seven days of 70.00, the lead among them.
  expect(await billed()).toEqual([{ term: 'Weekly', total_cents: '3000', last: '2027-09-09' }]);
  await setActive(app, b, campaign);
  await app.settle();
  await lookAt(app, local('2027-09-13T06:00'));
  expect(await billed()).toHaveLength(1);
  await lookAt(app, local('2027-10-01T06:00'));
  // Of September's 30 days the 21 after the day of the change.
  expect((await billed())[1]).toEqual({ term: 'Monthly', total_cents: '21700', last: '2027-09-30' });
});

test('a client that owes what no bill says is not removed; its agency bills it first', async () => {
  const { b } = app.fixtures;
  const client = b.clients[0]!;
  const { campaign_id: campaign } = (await app.kernel.platform('billing_terms').where({ company_id: client.tenant.id }).first()) as {
    campaign_id: number;
  };
  to('2027-10-02T09:00');
  await leadsAt(app, client, campaign, [local('2027-10-01T12:00')]);
  const guard = (company = client.tenant) =>
    app.inside(company.kind === 'agency' ? app.fixtures.root : b.tenant, 'billing', (ctx) => removalGuard(ctx, company));
  expect(await guard()).toEqual(['Client B1 still owes $2.00 that has not been invoiced.']);
  expect(await guard(b.tenant)).toContain('Client B1 still owes $2.00 that has not been invoiced.');

  const now = (as = b.owner) => app.call('POST', `/api/billing/clients/${client.tenant.id}/invoice-now`, as);
  for (const person of [b.owner, app.fixtures.a.owner, client.user]) await confirmed(app, person);
  expect([(await now(app.fixtures.a.owner)).status, (await now(client.user)).status]).toEqual([404, 403]);
  expect((await now()).body.message).toMatch(/^Invoices created: 2027-\d{6}\.$/);
  expect((await now()).body.message).toBe('There is nothing to invoice.');
  await app.settle();
  expect(await guard()).toEqual([]);
  // The running period goes on, and asks for nothing twice.
  await leadsAt(app, client, campaign, [local('2027-10-02T12:00')]);
  await lookAt(app, local('2027-10-04T06:00'));
  const totals = await app.kernel
    .platform('billing_invoice')
    .where({ company_id: client.tenant.id })
    .orderBy('issued_at')
    .pluck('total_cents');
  expect(totals).toEqual(['200', '200', '200']);
});

const pack = (companyId: number, cents: number) => ({
  companyId,
  term: 'Prepaid' as const,
  feeCents: 0,
  lines: [
    { campaignId: null, kind: 'pack' as const, text: 'Pack', quantity: 1, unitCents: cents, amountCents: cents, priceVersionId: null },
  ],
});
