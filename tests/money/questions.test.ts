import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from '../../core/boot/as-system.ts';
import { ownFaults } from '../../core/boot/checks/index.ts';
import { collect } from '../../core/boot/collect.ts';
import { definePlugin, defineRoute, Switches, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../core/testing/fixtures.ts';
import { AgencyBilling } from '../../plugins/commerce/agency-billing/contract.ts';
import { Payments } from '../../plugins/money/payments/contract.ts';
import { Shop } from '../../plugins/commerce/prepaid/shop.fake.ts';
import { Wallet } from '../../plugins/commerce/wallet/contract.ts';
import { ArrearsFixtures } from '../support/arrears-fixtures.ts';

/** A route that charges and does not say so. */
const silent = defineRoute({
  id: 'silent.charge',
  method: 'POST',
  path: '/silent/charge',
  summary: 'Charges a card without a word',
  ability: 'signed-in',
  unlogged: 'only of this test',
  response: T.Object({}),
  async handler(ctx) {
    await ctx.use(Payments).begin(ctx.tenant, { kind: 'silent', subject: 'x', amountCents: 500, description: 'x' });
    return {};
  },
});
const till = definePlugin({
  manifest: { id: 'silent', version: '1.0.0', core: '^1', level: 'platform', requires: { payments: '^1' } },
  routes: [silent],
});

let app: TestApp;
let fixtures: ArrearsFixtures;
let shop: Shop;
beforeAll(async () => {
  app = await startTestApp({ plugins: [till] });
  fixtures = new ArrearsFixtures(app, app.fixtures.a);
  shop = await Shop.start(app);
  await prepare();
});
afterAll(() => app.close());

const ids = { weekly: 0, pack: 0, invoice: '', charge: '' };
let link = '';
const VISA = 'Visa ending in 4242';
const DECLINING = 'Visa ending in 0341';
const keep = (as: Person, tokenid: string) => app.call('PUT', '/api/payment/card', as, { body: { tokenid } });

/** In agency A a client owes what is not billed, another what could not be charged, a third buys packs; agency B owes the root. */
async function prepare(): Promise<void> {
  const { a, b, root, operator } = app.fixtures;
  const [paying, owing] = a.clients as [AgencyFixtures['clients'][number], AgencyFixtures['clients'][number]];
  await fixtures.card(paying.tenant, 'approved');
  ids.weekly = await fixtures.campaign(paying, 'Weekly');
  await fixtures.setActive(ids.weekly);
  await app.settle();
  await fixtures.setActive(ids.weekly, 'paused');
  await fixtures.card(owing.tenant, 'declined');
  await fixtures.setActive(await fixtures.campaign(owing, 'Owing'));
  ids.invoice = (await fixtures.bill(owing)).id;
  link = await fixtures.link(owing.user);
  ids.pack = await shop.campaign('Prepaid');

  await app.call('PUT', '/api/configuration/agencies/onboarding', operator, { body: { CompanyID: b.tenant.id, amount: 500 } });
  await app.call('PUT', `/api/developer/mode/${b.tenant.id}`, operator, { body: { api_mode: 'T' } });
  await app.call('PUT', `/api/developer/terms/${b.tenant.id}`, operator, { body: { first_time_charge: 250_000, minimum_spend_max: 0 } });
  await app.call('POST', '/api/configuration/agencies/manual-bill', operator, { body: { companyID: b.tenant.id, manualBill: 'T' } });
  await keep(b.owner, 'declined');
  const charged = await app.inside(b.tenant, 'agency-billing', (ctx) =>
    ctx.use(AgencyBilling).charge(b.tenant, { key: 'x', kind: 'developer_fee', cents: 1_234, description: 'Developer mode' }),
  );
  ids.charge = charged.id;
  await app.settle();
  const lead = { leadId: randomUUID(), campaignId: 1, companyId: b.clients[0]!.tenant.id, retailCents: 8_000, wholesaleCents: 4_200 };
  await app.inside(b.tenant, 'agency-billing', (ctx) => ctx.use(Wallet).chargeLeads(b.tenant.id, [lead]));
  // From now on leads are paid from a wallet; those before are owed.
  await asSystem(app.kernel, root, (ctx) => ctx.use(Switches).grant(b.tenant, 'wallet.data_wallet', true));
  await app.kernel.features.refresh();
}

interface Case {
  path: () => string;
  body?: () => object;
  as: () => Person | null;
  amount: string;
  card: string;
  what: RegExp;
}
const a = () => app.fixtures.a;
const owing = () => a().clients[1]!;
const cost = { companyID: () => a().clients[0]!.tenant.id };
const form = {
  CostSet: 200,
  PlatformFee: 2500,
  CostMonth: 0,
  CostMaxLead: 0,
  LimitLead: 0,
  LimitLeadFreq: 'day',
  PaymentTerm: 'Monthly',
};
const owed = { amount: '$25.00', what: /invoice \d{4}-\d{6}/ };
const manual = {
  body: () => ({ companyID: app.fixtures.b.tenant.id, manualBill: 'F' }),
  as: () => app.fixtures.operator,
  amount: '$42.00',
  card: DECLINING,
  what: /All campaigns of Agency B stop.*what Agency B owes to date/,
};
const saving = { body: () => ({ tokenid: 'approved' }), card: 'the new card' };

/** One case for each route that charges a card. */
const CASES: Record<string, Case> = {
  'wallet.charge-prepaid': {
    path: () => '/configuration/agencies/prepaid/charge-prepaid-direct-payment',
    body: () => ({ amount: '2500', custom_amount: 'T', stop_continual: 'F' }),
    as: () => app.fixtures.b.owner,
    amount: '$2,500.00',
    card: DECLINING,
    what: /data wallet top-up.*\$2,500\.00 is charged to the same card.*at most \$10,000\.00 per month/,
  },
  'wallet.manual-bill': { path: () => '/configuration/agencies/manual-bill', ...manual },
  'wallet.billing-method': { path: () => '/payment/set-billing-method', ...manual },
  'agency-billing.pay': {
    path: () => `/agency-billing/charges/${ids.charge}/payment`,
    as: () => app.fixtures.b.owner,
    amount: '$12.34',
    card: DECLINING,
    what: /Developer mode/i,
  },
  'agency-billing.pay-onboarding': {
    path: () => '/agency-billing/onboarding',
    body: () => ({}),
    as: () => app.fixtures.b.owner,
    amount: '$500.00',
    card: DECLINING,
    what: /onboarding of your agency/,
  },
  'developer.accept-agreement': {
    path: () => '/developer/marketing-services-agreement',
    body: () => ({ is_marketing_services_agreement_developer: 'T' }),
    as: () => app.fixtures.b.owner,
    amount: '$2,500.00',
    card: DECLINING,
    what: /developer mode/,
  },
  'billing.pay': { path: () => `/billing/invoices/${ids.invoice}/pay`, as: () => owing().user, card: DECLINING, ...owed },
  'billing.invoice-now': {
    path: () => `/billing/clients/${cost.companyID()}/invoice-now`,
    as: () => a().owner,
    amount: '$25.00',
    card: VISA,
    what: /everything Client A1 owes/,
  },
  'pricing.module-cost': {
    path: () => '/configuration/user/costmodule',
    body: () => ({ companyID: cost.companyID(), PaymentTerm: 'Monthly' }),
    as: () => a().owner,
    amount: '$25.00',
    card: VISA,
    what: /everything Client A1 owes/,
  },
  'pricing.save-client-cost': {
    path: () => `/pricing/clients/${cost.companyID()}/local`,
    body: () => ({ ...form, CostSet: 1 }),
    as: () => a().owner,
    amount: '$25.00',
    card: VISA,
    what: /everything Client A1 owes.*you lose \$/,
  },
  'prepaid.buy': {
    path: () => '/prepaid/packs',
    body: () => ({ leadspeek_api_id: ids.pack, leadsbuy: 1_000 }),
    as: () => shop.client,
    amount: '$2,010.00',
    card: VISA,
    what: /1,000 leads of Shop/,
  },
  'dunning.pay-owed': { path: () => '/dunning/pay', as: () => owing().user, card: DECLINING, ...owed },
  'dunning.mend': { path: () => '/dunning/card', as: () => owing().user, ...saving, ...owed },
  'dunning.pay-try': { path: () => '/pay/try', body: () => ({ token: link }), as: () => null, card: DECLINING, ...owed },
  'dunning.pay-card': {
    path: () => '/pay/card',
    as: () => null,
    ...saving,
    ...owed,
    body: () => ({ token: link, tokenid: 'approved' }),
  },
  'payments.card-save': { path: () => '/payment/card', as: () => owing().user, ...saving, ...owed },
  'payments.customer': { path: () => '/payment/customer', as: () => owing().user, ...saving, ...owed },
  'payments.customer-direct': {
    path: () => '/payment/customer-direct',
    as: () => app.fixtures.b.owner,
    ...saving,
    amount: '$12.34',
    what: /Developer mode/i,
  },
};
const asked = (path: string, as: Person | null, body?: object) =>
  app.call('POST', `/api${path}/question`, as, body === undefined ? {} : { body });

/** Everything that a charge would write. */
const books = async () => {
  const tables = [
    'payments_operation',
    'payments_payer',
    'billing_invoice',
    'prepaid_pack',
    'agency_billing_charge',
    'pricing_client_cost',
  ];
  const rows = await Promise.all(tables.map((table) => app.kernel.platform(table).orderByRaw('1::text').select()));
  return JSON.stringify(rows);
};

describe('a call that charges a card', () => {
  test('has a question to go before it, and a case here', () => {
    expect(app.kernel.registry.report.filter((r) => r.state !== 'on')).toEqual([]);
    const charging = [...app.kernel.registry.routes.values()].map(({ def }) => def).filter((r) => r.charges && r.asks);
    expect(charging.map((r): string => r.id).sort()).toEqual(Object.keys(CASES).sort());
    for (const route of charging) expect(app.kernel.registry.routes.get(route.asks!)?.def).toMatchObject({ ability: route.ability });
  });

  test.each(Object.entries(CASES))('%s: names what is bought, the amount and the card, and changes nothing', async (_id, of) => {
    const before = await books();
    const { status, text, body } = await asked(of.path(), of.as(), of.body?.());
    expect([status, text]).toEqual([200, expect.stringContaining('question')]);
    const { title, body: said, button } = body.question;
    expect(title).toMatch(/\?$/);
    expect(said).toContain(of.amount);
    expect(said).toContain(of.card);
    expect(said).toMatch(of.what);
    expect(button).toBe(`Charge ${of.amount} to ${of.card.replace('ending in ', '')}`);
    expect(await books()).toBe(before);
  });

  test('is not asked about by those who may not make it', async () => {
    expect((await asked(`/agency-billing/charges/${ids.charge}/payment`, a().owner)).status).toBe(404);
    expect((await asked(`/billing/invoices/${ids.invoice}/pay`, app.fixtures.b.clients[0]!.user)).status).toBe(404);
    expect((await asked('/configuration/agencies/manual-bill', a().owner, manual.body())).status).toBe(403);
  });

  test('needs no question where nothing would be charged', async () => {
    const { body } = await asked('/payment/card', a().clients[0]!.user, { tokenid: 'approved' });
    expect(body).toEqual({ question: null });
  });

  test('is not held up by its question: asking uses up none of its tries, and a caller without a browser need not ask', async () => {
    const { owner } = app.fixtures.b;
    const path = '/configuration/agencies/prepaid/charge-prepaid-direct-payment';
    const body = { amount: '2500', custom_amount: 'T', stop_continual: 'T' };
    const statuses = new Set<number>();
    for (let n = 0; n < 31; n++) statuses.add((await asked(path, owner, body)).status);
    expect([...statuses]).toEqual([200, 429]);
    const charged = await app.call('POST', `/api${path}`, owner, { body });
    expect([charged.status, charged.body.detail]).toEqual([402, expect.stringContaining('declined')]);
    const told = (await app.call('GET', '/api/openapi.json')).body.paths[`/api${path}`].post.description;
    expect(told).toMatch(/other callers may call at once.*core\.problem\.step-up/);
  });

  test('is refused where its route does not say so', async () => {
    await keep(a().owner, 'approved');
    expect((await app.call('POST', '/api/silent/charge', a().owner)).status).toBe(500);
    expect(await app.kernel.platform('payments_operation').where({ kind: 'silent' })).toEqual([]);
    const faults = ownFaults(collect([{ ...till, routes: [{ ...silent, charges: true }] }]));
    expect(faults).toMatchObject([{ code: 'charges', definition: 'route "silent.charge"' }]);
  });
});

test('settling a failed payment by hand names the agency and the amount', async () => {
  const { body } = await asked('/general/manual-bill-settlement', app.fixtures.operator, {
    userID: app.fixtures.b.owner.id,
    reason: 'by cheque',
  });
  expect(body.question).toMatchObject({ title: 'Settle $54.34 of Agency B for good?', button: 'Settle $54.34' });
  expect(await app.kernel.platform('agency_billing_charge').where({ id: ids.charge }).first('state')).toMatchObject({ state: 'failed' });
});
