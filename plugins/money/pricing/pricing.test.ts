import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEFAULT_ZONE, momentText, shortDollarsOf } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { Wallet } from '../../commerce/wallet/contract.ts';
import { Pricing, type Term } from './contract.ts';
import plugin from './index.ts';
import { nextMidnight } from './midnight.ts';
import { priceOf } from './price-input.ts';

conformance(plugin);

const DAY = 24 * 60 * 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const setting = (as: Person, companyId: number, name = 'costagency') =>
  app.call('GET', `/api/configuration/setting/${companyId}/${name}`, as);
const set = (as: Person, companyID: number, comsetval: unknown, comsetname = 'costagency') =>
  app.call('PUT', '/api/configuration/setting', as, { body: { companyID, actionType: 'customsmtpmodule', comsetname, comsetval } });
const wholesale = async (agency: TestApp['fixtures']['a'], product: Product, term: Term): Promise<number> =>
  (await app.inside(agency.tenant, 'pricing', (ctx) => ctx.use(Pricing).wholesale(agency.tenant.id, product, term))).costPerLeadCents;
/** Whatever happens in it happens some days later. */
async function later<R>(days: number, work: () => Promise<R>): Promise<R> {
  app.clockOffset += days * DAY;
  try {
    return await work();
  } finally {
    app.clockOffset -= days * DAY;
  }
}

describe('cost of agencies', () => {
  test('has every product, term and field of the specification, as text', async () => {
    const { operator, a } = app.fixtures;
    const { status, body } = await setting(operator, a.tenant.id);
    expect(status).toBe(200);
    const terms = ['Weekly', 'Monthly', 'OneTime', 'Prepaid'];
    expect(Object.keys(body.data)).toEqual(['local', 'locator', 'enhance', 'b2b']);
    for (const product of Object.values(body.data)) expect(Object.keys(product as object)).toEqual(terms);
    const text = (...names: string[]) => Object.fromEntries(names.map((name) => [name, expect.any(String)]));
    expect(body.data.local.Weekly).toEqual(
      text('LeadspeekPlatformFee', 'LeadspeekCostperlead', 'LeadspeekCostperleadAdvanced', 'LeadspeekMinCostMonth'),
    );
    expect(body.data.locator.Monthly).toEqual(text('LocatorPlatformFee', 'LocatorCostperlead', 'LocatorMinCostMonth'));
    expect(body.data.enhance.OneTime).toEqual(text('EnhancePlatformFee', 'EnhanceCostperlead', 'EnhanceMinCostMonth'));
    expect(body.data.b2b.Prepaid).toEqual(text('B2bPlatformFee', 'B2bCostperlead', 'B2bMinCostMonth'));
    expect(body.data.local.Weekly.LeadspeekPlatformFee).toBe('0');
    expect(body.data.local.Weekly.LeadspeekCostperlead).toBe('0.50');
    expect(body.rootcostagency.local.Weekly.LeadspeekCostperlead).toBe('0');
    expect(body.dpay).toBe('Weekly');
  });

  test('begins with the payment term that the agency chose', async () => {
    const { operator, a } = app.fixtures;
    const choose = (paymenttermDefault?: string) =>
      app.call('PUT', '/api/configuration/theme', a.owner, { body: paymenttermDefault ? { paymenttermDefault } : {} });
    expect((await choose('Prepaid')).status).toBe(200);
    expect((await setting(operator, a.tenant.id)).body.dpay).toBe('Prepaid');
    expect((await app.call('GET', `/api/pricing/agencies/${a.tenant.id}`, operator)).body.term).toBe('Prepaid');
    expect((await setting(operator, app.fixtures.b.tenant.id)).body.dpay).toBe('Weekly');
    await choose();
    expect((await setting(operator, a.tenant.id)).body.dpay).toBe('Weekly');
  });

  test('is read by the agency on a screen of its own, and by the sales people who look after it', async () => {
    const { operator, sales, a, b } = app.fixtures;
    const page = await app.call('GET', '/api/ui/pages/pricing.own', a.owner);
    expect(page.body.blocks.map((block: { as: string }) => block.as)).toEqual(['notice', 'table', 'table']);
    expect(JSON.stringify(page.body)).not.toContain('"method":"PUT"');
    const { data } = (await app.call('GET', '/api/pricing/own?PerPage=100', a.owner)).body;
    expect(data).toHaveLength(16);
    expect(data[0]).toMatchObject({ product: 'Site ID', term: 'Weekly', cost_per_lead: 50 });
    for (const as of [operator, sales, a.clients[0]!.user]) expect((await app.call('GET', '/api/pricing/own', as)).status).toBe(403);

    await app.call('PUT', '/api/configuration/sales', operator, { body: { companyID: a.tenant.id, salesRep: sales.id } });
    expect((await setting(sales, a.tenant.id)).body.data.local.Weekly.LeadspeekCostperlead).toBe('0.50');
    expect((await app.call('GET', `/api/pricing/agencies/${a.tenant.id}/history`, sales)).status).toBe(200);
    expect([(await setting(sales, b.tenant.id)).status, (await setting(sales, app.fixtures.root.id)).status]).toEqual([404, 404]);
    expect((await set(sales, a.tenant.id, {})).status).toBe(404);
    const save = await app.call('PUT', `/api/pricing/agencies/${a.tenant.id}`, sales, { body: { term: 'Weekly' } });
    expect(save.status).toBe(403);
    const [table] = (await app.call('GET', '/api/ui/pages/agencies.list', sales)).body.blocks;
    const actions = table.row.actions.map((action: { id: string }) => action.id);
    expect(actions).toContain('pricing.agency-history-open');
    expect(actions).not.toContain('pricing.set-agency-cost');
    await app.call('PUT', '/api/configuration/sales', operator, { body: { companyID: a.tenant.id, salesRep: null } });
  });

  test('speaks of products by the names that the agency gave them', async () => {
    const { a } = app.fixtures;
    const first = async () => (await app.call('GET', '/api/pricing/own', a.owner)).body.data[0].product;
    const renamed = await app.call('PUT', '/api/configuration/module-names/local', a.owner, {
      body: { name: 'Visitor Radar', url: 'siteid' },
    });
    expect(renamed.status, renamed.text).toBe(200);
    await vi.waitFor(async () => expect(await first()).toBe('Visitor Radar'), 5000);
    const [clients] = (await app.call('GET', '/api/ui/pages/clients.list', a.owner)).body.blocks;
    const prices = clients.row.actions.find((action: { id: string }) => action.id === 'pricing.client-prices');
    const tabs = prices.do.open.find((block: { as: string }) => block.as === 'tabs').tabs as { title: string }[];
    expect(tabs.map(({ title }) => title)).toEqual(['Visitor Radar', 'Search ID', 'Enhance ID', 'B2B ID']);
    await app.call('DELETE', '/api/configuration/module-names/local', a.owner);
    await vi.waitFor(async () => expect(await first()).toBe('Site ID'), 5000);
  });

  test('counts from the next local midnight, and the version before it until then', async () => {
    const { operator, a } = app.fixtures;
    const saved = await set(operator, a.tenant.id, {
      local: { Weekly: { LeadspeekCostperlead: '0.65' }, Prepaid: { LeadspeekCostperlead: 0.4 } },
    });
    expect(saved.body).toEqual({ result: 'success', message: 'Setting has been saved.' });
    expect((await setting(operator, a.tenant.id)).body.data.local).toMatchObject({
      Weekly: { LeadspeekCostperlead: '0.65', LeadspeekPlatformFee: '0' },
      Prepaid: { LeadspeekCostperlead: '0.40' },
      Monthly: { LeadspeekCostperlead: '0.50' },
    });
    expect(await wholesale(a, 'local', 'Weekly')).toBe(50);
    // Both screens say what counts now and from when the next does, beside what changes and nothing else.
    const texts = async () => {
      const form = (await app.call('GET', `/api/pricing/agencies/${a.tenant.id}`, operator)).body;
      const own = (await app.call('GET', '/api/pricing/own?PerPage=100', a.owner)).body.data as {
        product: string;
        term: string;
        coming: string;
      }[];
      const coming = (term: string) => own.find((row) => row.product === 'Site ID' && row.term === term)!.coming;
      const fields = ['Weekly_LeadspeekCostperlead', 'Weekly_LeadspeekPlatformFee', 'Monthly_LeadspeekCostperlead'];
      return [...fields.map((field) => form[`${field}_now`]), coming('Weekly'), coming('Monthly')];
    };
    const from = momentText(nextMidnight(new Date(Date.now() + app.clockOffset), DEFAULT_ZONE), DEFAULT_ZONE, 'en');
    expect(await texts()).toEqual([`Now $0.50; this counts from ${from}.`, '', '', `From ${from}: Cost per lead: $0.65`, '']);
    await later(1, async () => {
      expect(await texts()).toEqual(['', '', '', '', '']);
      expect(await wholesale(a, 'local', 'Weekly')).toBe(65);
      expect(await wholesale(a, 'local', 'Prepaid')).toBe(40);
      expect(await wholesale(a, 'local', 'Monthly')).toBe(50);
      expect(await app.inside(a.tenant, 'wallet', (ctx) => ctx.use(Wallet).wholesaleCents('local'))).toBe(65);
      expect(await app.inside(a.clients[0]!.tenant, 'wallet', (ctx) => ctx.use(Wallet).wholesaleCents('local'))).toBe(65);
    });
    expect(await wholesale(app.fixtures.b, 'local', 'Weekly')).toBe(50);
  });

  test('never falls below the minimum of the chosen term for Enhance and B2B', async () => {
    const { operator, root, a } = app.fixtures;
    const least = {
      enhance: { Weekly: { EnhanceCostperlead: '1.20' } },
      b2b: { Monthly: { B2bCostperlead: '2' } },
      local: { Weekly: { LeadspeekCostperlead: '9' } },
    };
    expect((await set(operator, root.id, least, 'rootcostagency')).body.result).toBe('success');
    const saved = await set(operator, a.tenant.id, {
      enhance: { Weekly: { EnhanceCostperlead: '1.19' }, Monthly: { EnhanceCostperlead: '0.10' } },
      b2b: { Monthly: { B2bCostperlead: '2.01' } },
      local: { Weekly: { LeadspeekCostperlead: '0.10' } },
    });
    expect(saved.body.message).toBe(
      'Setting has been saved. The cost per lead of Enhance ID (Weekly) was below the minimum and has been raised to $1.20.',
    );
    const { data, rootcostagency } = (await setting(operator, a.tenant.id)).body;
    expect(rootcostagency.enhance.Weekly.EnhanceCostperlead).toBe('1.20');
    expect(data.enhance).toMatchObject({ Weekly: { EnhanceCostperlead: '1.20' }, Monthly: { EnhanceCostperlead: '0.10' } });
    expect(data.b2b.Monthly.B2bCostperlead).toBe('2.01');
    expect(data.local.Weekly.LeadspeekCostperlead).toBe('0.10');
  });

  test('is saved by the form for the chosen term alone, and keeps every version', async () => {
    const { operator, b } = app.fixtures;
    const form = await app.call('GET', `/api/pricing/agencies/${b.tenant.id}`, operator);
    expect(form.body).toMatchObject({ term: 'Weekly', Weekly_LeadspeekCostperlead: 50, Weekly_EnhanceCostperlead_minimum: '$1.20' });
    const save = (body: object) => app.call('PUT', `/api/pricing/agencies/${b.tenant.id}`, operator, { body });
    expect((await save({ term: 'Monthly', Monthly_LocatorCostperlead: 77 })).body.message).toBe('Setting has been saved.');
    expect((await save({ term: 'Monthly', Monthly_LocatorCostperlead: 78 })).status).toBe(200);
    expect((await save({ term: 'Monthly', Monthly_LocatorCostperlead: 78 })).status).toBe(200);
    const { data } = (await app.call('GET', `/api/pricing/agencies/${b.tenant.id}/history?PerPage=100`, operator)).body;
    expect(
      data.filter((row: { product: string }) => row.product === 'Search ID').map((row: { cost_per_lead: number }) => row.cost_per_lead),
    ).toEqual([78, 77]);
    expect(data[0]).toMatchObject({ term: 'Monthly', changed_by: 'operator' });
    await expect(
      app.kernel.platform('pricing_cost').where({ company_id: b.tenant.id }).update({ cost_per_lead_cents: 1 }),
    ).rejects.toThrow();
    expect(await app.kernel.platform('core_audit').where({ action: 'pricing.cost-changed', company_id: b.tenant.id })).toHaveLength(2);
  });

  test('is said by operators and read by the agency itself', async () => {
    const { operator, root, a, b, sales } = app.fixtures;
    expect((await setting(a.owner, a.tenant.id)).body.data.local.Weekly).toBeDefined();
    for (const [as, id] of [
      [a.owner, b.tenant.id],
      [a.owner, root.id],
      [a.clients[0]!.user, a.clients[0]!.tenant.id],
      [operator, a.clients[0]!.tenant.id],
      [operator, 2_000_000_000],
      [sales, a.tenant.id],
    ] as const)
      expect((await setting(as, id)).status).toBe(404);
    const change = { local: { Weekly: { LeadspeekCostperlead: '0.01' } } };
    for (const [as, id] of [
      [a.owner, a.tenant.id],
      [a.owner, b.tenant.id],
      [operator, a.clients[0]!.tenant.id],
    ] as const)
      expect((await set(as, id, change)).status).toBe(404);
    expect((await set(operator, a.tenant.id, change, 'rootcostagency')).status).toBe(404);
    expect((await app.call('PUT', `/api/pricing/agencies/${a.tenant.id}`, a.owner, { body: { term: 'Weekly' } })).status).toBe(403);
  });

  test('needs the password anew', async () => {
    const { operator, a } = app.fixtures;
    const token = await app.kernel.sessions.open({ accountId: operator.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 });
    await app.kernel
      .platform('core_session')
      .where({ account_id: operator.id })
      .update({ fresh_at: new Date(Date.now() - DAY) });
    const stale = await app.call('PUT', `/api/pricing/agencies/${a.tenant.id}`, token, { body: { term: 'Weekly' } });
    expect(stale.body.code).toBe('core.problem.step-up');
    const body = { companyID: a.tenant.id, comsetname: 'costagency', comsetval: {} };
    expect((await app.call('PUT', '/api/configuration/setting', token, { body })).body.code).toBe('core.problem.step-up');
    await app.kernel.platform('core_session').where({ account_id: operator.id }).update({ fresh_at: new Date() });
  });

  test.each([
    { local: { Weekly: { LeadspeekCostperlead: 'abc' } } },
    { local: { Weekly: { LeadspeekCostperlead: '1.234' } } },
    { local: { Weekly: { LeadspeekCostperlead: -1 } } },
    { local: { Weekly: { LeadspeekCostperlead: '9999999' } } },
    { local: { Daily: {} } },
    { gold: {} },
    { locator: { Weekly: { LocatorCostperleadAdvanced: '1' } } },
    7,
  ])('refuses %j', async (value) => {
    const { operator, a } = app.fixtures;
    const before = await app.kernel.platform('pricing_cost').count({ n: '*' }).first();
    expect((await set(operator, a.tenant.id, value)).status).toBe(422);
    expect(await app.kernel.platform('pricing_cost').count({ n: '*' }).first()).toEqual(before);
  });

  test('loses no change of many at once', async () => {
    const { operator, b } = app.fixtures;
    const names = ['LeadspeekPlatformFee', 'LeadspeekCostperlead', 'LeadspeekCostperleadAdvanced', 'LeadspeekMinCostMonth'];
    await Promise.all(names.map((name, n) => set(operator, b.tenant.id, { local: { OneTime: { [name]: String(n + 1) } } })));
    expect((await setting(operator, b.tenant.id)).body.data.local.OneTime).toEqual({
      LeadspeekPlatformFee: '1',
      LeadspeekCostperlead: '2',
      LeadspeekCostperleadAdvanced: '3',
      LeadspeekMinCostMonth: '4',
    });
  });
});

describe('module cost of clients', () => {
  const COST = '/api/configuration/user/costmodule';
  const spec = {
    CostSet: '2.50',
    CostSetAdvanced: '3',
    CostSetB2b: '4',
    CostMonth: '100',
    CostMaxLead: '500',
    LimitLead: 10,
    LimitLeadFreq: 'week',
    LimitLeadStart: '2026-12-01',
    LimitLeadEnd: '2026-12-31',
    PaymentTerm: 'Monthly',
    contiDurationSelection: 'monthly',
    topupoptions: 'continual',
    leadsbuy: 0,
    PlatformFee: '25',
  };

  test('is set with the fields of the specification and starts new campaigns', async () => {
    const { a } = app.fixtures;
    const { tenant, user } = a.clients[0]!;
    const margin = `/api/pricing/clients/${tenant.id}/local/margin`;
    expect((await app.call('GET', margin, a.owner)).body).toMatchObject({ retail_cents: 150, state: 'good' });
    const saved = await app.call('PUT', COST, a.owner, { body: { ClientID: user.id, ...spec } });
    expect(saved.body).toEqual({ result: 'success', message: 'The prices of Client A1 have been saved.' });
    expect((await app.call('GET', `/api/pricing/clients/${tenant.id}/local`, a.owner)).body).toMatchObject({
      CostSet: 250,
      CostMaxLead: 50_000,
      PlatformFee: 2500,
      LimitLeadStart: '2026-12-01',
      PaymentTerm: 'Monthly',
    });
    const made = await app.call('POST', '/api/leadspeek/client/create', a.owner, {
      body: { companyID: tenant.id, leadspeekType: 'local', campaignName: 'Priced' },
    });
    expect(made.status, made.text).toBe(200);
    expect(await app.kernel.platform('campaigns_campaign').where({ name: 'Priced' }).first()).toMatchObject({
      retail_cents: '250',
      cost_limit_cents: '50000',
      lead_limit: 10,
      limit_frequency: 'week',
    });
    const at = (when?: 'latest') => app.inside(tenant, 'pricing', (ctx) => ctx.use(Pricing).clientCost(tenant.id, 'local', when));
    expect(await at()).toBeNull();
    expect(await at('latest')).toMatchObject({ costSetCents: 250, paymentTerm: 'Monthly' });
    await later(1, async () => expect(await at()).toMatchObject({ costSetCents: 250 }));
  });

  test('changes what was given only, and warns of a loss', async () => {
    const { a } = app.fixtures;
    const { tenant } = a.clients[0]!;
    const saved = await app.call('PUT', COST, a.owner, { body: { companyID: tenant.id, CostSet: '0.30' } });
    expect(saved.body.message).toBe('The prices of Client A1 have been saved. The client pays $0.20 less for a lead than it costs you.');
    expect((await app.call('GET', `/api/pricing/clients/${tenant.id}/local`, a.owner)).body).toMatchObject({ CostSet: 30, LimitLead: 10 });
    expect((await app.call('GET', `/api/pricing/clients/${tenant.id}/local/margin`, a.owner)).body).toMatchObject({
      margin_cents: -20,
      loss: '$0.20',
      state: 'loss',
    });
  });

  test('asks before a price below its cost is kept, and shows what counts now and from when the next', async () => {
    const { owner, clients } = app.fixtures.b;
    const { tenant } = clients[1]!;
    const form = {
      ...(await app.call('GET', `/api/pricing/clients/${tenant.id}/local`, owner)).body,
      CostSet: 30,
      leadsbuy: 1,
    };
    const save = () => app.call('PUT', `/api/pricing/clients/${tenant.id}/local`, owner, { body: form });
    const margin = async () => (await app.call('GET', `/api/pricing/clients/${tenant.id}/local/margin`, owner)).body;
    const before = await margin();
    expect(before.is_coming).toBe('F');
    const asked = await app.call('POST', `/api/pricing/clients/${tenant.id}/local/question`, owner, { body: form });
    expect(asked.body.question).toEqual({
      title: 'Sell below cost to Client B2?',
      body: expect.stringMatching(/brings \$0\.30 and costs you \$0\.50: you lose \$0\.20 on each/),
      button: 'Save and lose $0.20 per lead',
    });
    const fine = await app.call('POST', `/api/pricing/clients/${tenant.id}/local/question`, owner, { body: { ...form, CostSet: 50 } });
    expect(fine.body).toEqual({ question: null });
    expect(await margin()).toEqual(before);
    expect((await save()).status).toBe(200);
    expect(await margin()).toMatchObject({ is_coming: 'T', next: '$0.30', next_from: expect.stringContaining('12:00'), state: 'loss' });
    await later(1, async () => expect(await margin()).toMatchObject({ is_coming: 'F', retail_cents: 30 }));
  });

  test.each([
    ['LimitLeadEnd', { LimitLeadStart: '2026-12-02', LimitLeadEnd: '2026-12-01' }],
    ['CostSet', { CostSet: '1e3' }],
    ['leadsbuy', { PaymentTerm: 'Prepaid', leadsbuy: 0 }],
    ['PaymentTerm', { PaymentTerm: 'Daily' }],
    ['LimitLeadFreq', { LimitLeadFreq: 'hour' }],
    ['LimitLead', { LimitLead: -1 }],
    ['admin', { admin: true }],
  ])('refuses a wrong %s', async (field, body) => {
    const { a } = app.fixtures;
    const answer = await app.call('PUT', COST, a.owner, { body: { companyID: a.clients[1]!.tenant.id, ...body } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect(await app.kernel.platform('pricing_client_cost').where({ company_id: a.clients[1]!.tenant.id })).toEqual([]);
  });

  test('belongs to the agency of the client', async () => {
    const { a, b, operator } = app.fixtures;
    const client = a.clients[0]!;
    const put = (as: Person, body: object) => app.call('PUT', COST, as, { body });
    for (const body of [{ companyID: client.tenant.id }, { ClientID: client.user.id }, { companyID: b.tenant.id }])
      expect((await put(b.owner, { ...body, CostSet: '1' })).status).toBe(404);
    for (const who of [client.user, operator]) expect((await put(who, { companyID: client.tenant.id, CostSet: '1' })).status).toBe(403);
    expect((await app.call('GET', `/api/pricing/clients/${client.tenant.id}/local`, b.owner)).status).toBe(404);
    const asked = app.inside(b.clients[0]!.tenant, 'pricing', (ctx) => ctx.use(Pricing).wholesale(a.tenant.id, 'local', 'Weekly'));
    await expect(asked).rejects.toMatchObject({ status: 404 });
  });
});

describe('money and time', () => {
  test.each([
    ['0', 0],
    ['', 0],
    ['.5', 50],
    ['1,200.05', 120_005],
    ['$3', 300],
    [2.5, 250],
  ])('%j is %d cents', (typed, cents) => expect(priceOf('x', typed)).toBe(cents));
  test.each([
    [0, '0'],
    [1200, '12'],
    [5, '0.05'],
  ])('%d cents are %j', (cents, text) => expect(shortDollarsOf(cents)).toBe(text));
  test('midnight is local, also when the clocks change', () => {
    const at = (instant: string) => nextMidnight(new Date(instant), 'America/Chicago').toISOString();
    expect(at('2026-03-08T04:00:00Z')).toBe('2026-03-08T06:00:00.000Z');
    expect(at('2026-03-08T12:00:00Z')).toBe('2026-03-09T05:00:00.000Z');
    expect(at('2026-11-01T05:30:00Z')).toBe('2026-11-02T06:00:00.000Z');
  });
});
