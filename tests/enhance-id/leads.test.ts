import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Campaigns } from '../../plugins/campaign-management/campaigns/contract.ts';
import { collectJob } from '../../plugins/lead-products/enhance-id/collecting/collect.job.ts';
import { Books } from '../../plugins/money/ledger/contract.ts';
import { putLead } from '../support/put-lead.ts';
import type { FakeSupplier } from '../support/fake-supplier.ts';
import { Enhancing } from './enhancing.ts';

let it: Enhancing;
let first: FakeSupplier;
let second: FakeSupplier;
beforeAll(async () => {
  it = await Enhancing.start();
  [first, second] = it.suppliers as [FakeSupplier, FakeSupplier];
});
afterAll(() => it.stop());
beforeEach(() => it.supply({}, {}));
// The next test's leads are not theirs.
afterEach(() => it.rest());

const PHONE = '+1 312 555 0100';
const owed = (companyId: number) =>
  it.app.inside(it.app.fixtures.a.tenant, 'ledger', (ctx) => ctx.use(Books).cents({ companyId, account: 'receivable' }));
const figures = async () => (await it.app.call('GET', '/api/enrichment/suppliers', it.app.fixtures.operator)).body.data;
let serial = 0;
const fresh = (people: number): string[] => {
  serial += 1;
  return Array.from({ length: people }, (_, n) => `e${serial}p${n}`);
};
const client = () => it.app.fixtures.a.clients[0]!;
/** What the campaign's page says that it lacks, apart from a destination. */
const lacks = async (id: number): Promise<string[]> => {
  const { body } = await it.app.call('GET', `/api/leadspeek/getcampaign/${id}`, it.app.fixtures.a.owner);
  return (body.issues as string[]).filter((code) => code.startsWith('enhance-id'));
};

test('leads of other campaigns become leads with what came back, and those about whom nothing came back cost nothing', async () => {
  const [known, unknown] = fresh(2) as [string, string];
  const source = await it.leadsOf([known, unknown]);
  first.answer = (name) => (name === known ? [200, { data: { phone: PHONE, city: 'Chicago' } }] : [404, '']);
  second.answer = (name) => (name === known ? [200, { data: { householdSize: 3 } }] : [200, { data: {} }]);
  const before = await owed(client().tenant.id);
  const id = await it.running(source);
  await it.settle();
  const leads = await it.leads(id);
  expect(leads).toHaveLength(1);
  expect(leads[0]).toMatchObject({
    product: 'enhance',
    source: 'enhance-id.enhancement',
    first_name: known,
    email: `${known}@example.com`,
    phone: PHONE,
    city: 'Chicago',
    evidence: { informationGroups: 2 },
    retail_cents: '250',
  });
  expect(await it.outcomes(id)).toEqual({ lead: 1, nothing_found: 1 });
  expect((await owed(client().tenant.id)) - before).toBe(250);
  // Only for what was missing, under the same number each time, with the secret.
  expect(first.asked[0]).toMatchObject({ groups: ['contact', 'address'], fields: ['phone', 'address', 'city', 'state', 'zip'] });
  expect(first.asked[0]!.headers).toMatchObject({ 'x-api-key': 'canary-secret', 'idempotency-key': expect.stringContaining(`${id}-`) });
  expect(second.namesAsked()).toEqual([unknown]);
  // Nobody is asked about again, and nothing is kept of them beside the lead.
  await it.settle();
  expect(first.asked).toHaveLength(2);
  const kept = await it.app.kernel.platform('enhance_id_person').where({ campaign_id: id });
  expect(kept.map(({ state, answer }) => [state, answer])).toEqual([
    ['done', null],
    ['done', null],
  ]);
});

test('advanced information costs its own price, and only where some came back', async () => {
  const [rich, poor] = fresh(2) as [string, string];
  const source = await it.leadsOf([rich, poor]);
  first.answer = (name) =>
    name === rich
      ? [200, { data: { householdSize: '4', householdIncome: '100k', jobTitle: '', phone: PHONE } }]
      : [200, { data: { phone: PHONE } }];
  const id = await it.running(source, {
    campaign_information_type: 'advanced',
    listAdvanceInformationId: ['household', 'employment'],
    CostSet: '3',
  });
  const advanced = { companyID: client().tenant.id, leadspeekType: 'enhance', CostSetAdvanced: '4.50' };
  const set = await it.app.call('PUT', '/api/configuration/user/costmodule', it.app.fixtures.a.owner, { body: advanced });
  expect(set.body, set.text).toMatchObject({ result: 'success' });
  const before = await owed(client().tenant.id);
  // Prices count from the next midnight.
  it.app.clockOffset = 86_400_000;
  await it.settle();
  it.app.clockOffset = 0;
  const leads = new Map((await it.leads(id)).map((lead) => [lead['first_name'], lead]));
  expect(leads.get(rich)).toMatchObject({
    retail_cents: '450',
    evidence: { householdSize: 4, householdIncome: '100k', informationGroups: 2 },
  });
  expect(leads.get(poor)).toMatchObject({ retail_cents: '300', evidence: { informationGroups: 1 } });
  expect((await owed(client().tenant.id)) - before).toBe(750);
  // The ceiling of money counts what each cost; the next midnight may begin another month, with a window of its own.
  const windows = it.app.kernel.platform('campaigns_window').where({ campaign_id: id, kind: 'cents' });
  const { used } = (await windows.orderBy('starts_on', 'desc').first()) as { used: string };
  expect(Number(used)).toBe(750);
});

test('advanced information costs what the campaign says, and a change counts from the next midnight', async () => {
  const names = fresh(2) as [string, string];
  const campaign = async (name: string) => {
    const source = await it.leadsOf([name]);
    return it.running(source, {
      campaign_information_type: 'advanced',
      listAdvanceInformationId: ['household'],
      CostSet: '3',
      CostSetAdvanced: '5',
    });
  };
  first.answer = () => [200, { data: { householdSize: '4' } }];
  const [now, later] = [await campaign(names[0]), await campaign(names[1])];
  const change = { leadspeekID: now, CostSetAdvanced: '6' };
  expect((await it.app.call('PUT', '/api/leadspeek/client/update', it.app.fixtures.a.owner, { body: change })).status).toBe(200);
  await it.settle();
  expect(await it.leads(now)).toMatchObject([{ retail_cents: '500' }]);
  expect(await it.leads(later)).toMatchObject([{ retail_cents: '500' }]);
  const today = await it.app.inside(it.app.fixtures.a.tenant, 'enhance-id', (ctx) => ctx.use(Campaigns).rules([now]));
  expect(today.get(now)).toMatchObject({ advancedCents: 500 });
  it.app.clockOffset = 86_400_000;
  const next = await it.app.inside(it.app.fixtures.a.tenant, 'enhance-id', (ctx) => ctx.use(Campaigns).rules([now]));
  it.app.clockOffset = 0;
  expect(next.get(now)).toMatchObject({ advancedCents: 600 });
});

describe('a supplier', () => {
  test('that answers nonsense, fails or says nothing costs one lead its data from there, and the next one is asked', async () => {
    const names = fresh(4);
    const [nonsense, wrong, silent, fine] = names as [string, string, string, string];
    const source = await it.leadsOf(names);
    await it.supply({ timeoutMs: 300 }, {});
    first.answer = (name) => {
      if (name === nonsense) return [200, '<html>'];
      if (name === wrong) return [200, { data: { phone: { a: 1 }, city: ['x'], state: '\u0000', constructor: 'x' } }];
      return name === silent ? 'silence' : [200, { data: { phone: PHONE } }];
    };
    second.answer = (name) => (name === fine ? [500, ''] : [200, { data: { zip: '60601' } }]);
    const id = await it.running(source);
    await it.settle();
    const leads = new Map((await it.leads(id)).map((lead) => [lead['first_name'], lead]));
    expect([...leads.keys()]).toEqual(names.toSorted());
    for (const name of [nonsense, wrong, silent])
      expect(leads.get(name), name).toMatchObject({ phone: '', zip: '60601', city: '', state: '' });
    expect(leads.get(fine)).toMatchObject({ phone: PHONE, zip: '' });
    // Who did not answer is not paid; a wrong answer is.
    expect(await figures()).toMatchObject([
      { asked: 4, found: 1, failed: 2, spentCents: 30 },
      { asked: 4, found: 3, failed: 1, spentCents: 30 },
    ]);
  });

  test('of whom nobody else knows anything is asked again, three times in all', async () => {
    const [name] = fresh(1) as [string];
    const source = await it.leadsOf([name]);
    await it.supply({});
    first.answer = () => [503, ''];
    const id = await it.running(source);
    await it.settle();
    expect(await it.outcomes(id)).toEqual({});
    await it.settle();
    await it.settle();
    await it.settle();
    expect(first.asked).toHaveLength(3);
    expect(new Set(first.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(await it.outcomes(id)).toEqual({ nothing_found: 1 });
  });

  test('that charges more than agreed is halted until an operator has looked, and what it sold so is not used', async () => {
    const [name, later] = fresh(2) as [string, string];
    const source = await it.leadsOf([name]);
    first.answer = () => [200, { data: { phone: PHONE }, cost_cents: 25 }];
    second.answer = () => [200, { data: { city: 'Boston' }, cost_cents: 4 }];
    const id = await it.running(source);
    await it.settle();
    expect(await it.leads(id)).toMatchObject([{ phone: '', city: 'Boston' }]);
    const [halted, other] = await figures();
    expect(halted).toMatchObject({ state: 'halted', note: expect.stringContaining('$0.25'), spentCents: 25 });
    expect(other).toMatchObject({ state: 'on', spentCents: 4 });
    await putLead(it.app, { client: client().tenant, campaign: source, name: later, cents: 1, at: new Date(Date.now() - 2 * 86_400_000) });
    await it.settle();
    expect(first.namesAsked()).toEqual([name]);
    expect(second.namesAsked()).toEqual([name, later].toSorted());
    const saved = await it.app.call('PUT', `/api/enrichment/suppliers/${halted.id}`, it.app.fixtures.operator, {
      body: it.supplierBody(0, { costCents: 25, secret: undefined }),
    });
    expect(saved.status, saved.text).toBe(200);
    expect((await figures())[0]).toMatchObject({ state: 'on' });
  });

  test('costs no more than its budget of the day, whatever the number of workers', async () => {
    const names = fresh(9);
    const source = await it.leadsOf(names);
    await it.supply({ dailyCents: 45 });
    first.answer = () => [200, { data: { phone: PHONE } }];
    const id = await it.running(source);
    await it.app.kernel
      .platform('enhance_id_look')
      .where({ campaign_id: id })
      .update({ look_at: new Date(0) });
    const work = () => it.app.inside(it.app.fixtures.a.tenant, 'enhance-id', (ctx) => collectJob.run(ctx, {}), 'intent');
    await Promise.all([work(), work(), work()]);
    await it.settle();
    expect(first.asked).toHaveLength(4);
    expect(await it.leads(id)).toHaveLength(4);
    expect((await figures())[0]).toMatchObject({ asked: 4, spentCents: 40 });
    expect(await it.outcomes(id)).toEqual({ lead: 4 });
  });

  test('is known by how often it fills each field', async () => {
    const names = fresh(4);
    const source = await it.leadsOf(names);
    await it.supply({});
    first.answer = (name) => [200, { data: { phone: PHONE, ...(name === names[0] && { zip: '60601' }) } }];
    await it.running(source);
    await it.settle();
    const { data } = (await it.app.call('GET', '/api/enrichment/fields', it.app.fixtures.operator)).body;
    const rate = (field: string) => data.find((row: { field: string; asked: number }) => row.field === field && row.asked === 4)?.rate;
    expect([rate('Phone number'), rate('Zip code'), rate('City')]).toEqual(['100%', '25%', '0%']);
  });
});

describe('nobody is asked about', () => {
  const nobody = async (id: number) => {
    await it.settle();
    expect(first.asked).toEqual([]);
    return it.outcomes(id);
  };

  test('of other clients, of another campaign than named, and within a day of being a lead', async () => {
    const named = await it.leadsOf([]);
    await it.leadsOf(fresh(1));
    await it.leadsOf(fresh(1), it.app.fixtures.a.clients[1]!.tenant);
    const [name] = fresh(1) as [string];
    await putLead(it.app, { client: client().tenant, campaign: named, name, cents: 1, at: new Date(Date.now() - 3_600_000) });
    const id = await it.running(named);
    expect(await nobody(id)).toEqual({});
    first.answer = () => [200, { data: { phone: PHONE } }];
    await it.running(named, { sourcecampaigns: [] });
    await it.settle();
    const asked = await it.app.kernel
      .platform('leads_lead')
      .whereIn('first_name', first.namesAsked())
      .whereNot({ company_id: client().tenant.id });
    expect(first.asked.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
    expect(first.namesAsked()).not.toContain(name);
  });

  test('who is excluded or from elsewhere, or complete where only that is asked for', async () => {
    const [excluded, elsewhere, complete] = fresh(3) as [string, string, string];
    const source = await it.leadsOf([excluded, elsewhere, complete]);
    const { platform } = it.app.kernel;
    await platform('leads_lead').where({ first_name: elsewhere }).update({ state: 'TX' });
    await platform('leads_lead')
      .where({ first_name: complete })
      .update({ phone: PHONE, address: '1 Main St', city: 'Chicago', state: 'IL', zip: '60601' });
    const listed = await it.app.call('POST', '/api/exclusions', client().user, { body: { entry: `${excluded}@example.com` } });
    expect(listed.status, listed.text).toBe(200);
    const id = await it.running(source, { nationaltargeting: 'F', locatorstate: ['IL'] });
    expect(await nobody(id)).toEqual({ excluded: 1, outside_rules: 1 });
  });

  test('while no supplier has what the campaign is about, which it says; they are asked about once one has', async () => {
    const id = await it.running(await it.leadsOf(fresh(1)), {
      campaign_information_type: 'advanced',
      listAdvanceInformationId: ['demographics'],
    });
    expect(await nobody(id)).toEqual({});
    expect(await lacks(id)).toEqual(['enhance-id.issue.unsupplied']);
    await it.supply({ groups: ['demographics'] });
    first.answer = () => [200, { data: { ageRange: '35-44' } }];
    await it.settle();
    expect(await it.outcomes(id)).toEqual({ lead: 1 });
    expect(await lacks(id)).toEqual([]);
  });

  test('for what is known already; a campaign that finds all leads complete says so', async () => {
    const [name] = fresh(1) as [string];
    const source = await it.leadsOf([name]);
    await it.app.kernel
      .platform('leads_lead')
      .where({ first_name: name })
      .update({ phone: PHONE, address: '1 Main St', city: 'Chicago', state: 'IL', zip: '60601' });
    const basic = await it.running(source);
    expect(await nobody(basic)).toEqual({});
    expect(await lacks(basic)).toEqual(['enhance-id.issue.complete']);
    first.answer = () => [200, { data: { householdSize: 3 } }];
    const advanced = await it.running(source, { campaign_information_type: 'advanced', listAdvanceInformationId: ['household'] });
    await it.settle();
    expect(first.asked.map(({ groups }) => groups)).toEqual([['household']]);
    expect(await it.outcomes(advanced)).toEqual({ lead: 1 });
  });

  test('while there is no room or no money, or the campaign may ask no more today', async () => {
    const names = fresh(3);
    const source = await it.leadsOf(names);
    first.answer = () => [200, { data: { phone: PHONE } }];
    const id = await it.running(source, { LimitLead: 2, LimitLeadFreq: 'day' });
    await it.settle();
    expect(first.asked).toHaveLength(2);
    expect(await it.outcomes(id)).toEqual({ lead: 2 });
    const operator = it.app.fixtures.operator;
    const { body } = await it.app.call('GET', '/api/capture/supplier', operator);
    const { hasSecret: _has, ...kept } = body;
    await it.app.call('PUT', '/api/capture/supplier', operator, { body: { ...kept, perCampaign: 0 } });
    const refused = await it.running(source);
    await it.settle();
    expect(first.asked).toHaveLength(2);
    await it.app.call('PUT', '/api/capture/supplier', operator, { body: { ...kept, perCampaign: 500 } });
    await it.settle();
    // The one left over: the others were leads of the client today.
    expect(first.asked).toHaveLength(3);
    expect(await it.outcomes(refused)).toEqual({ lead: 1 });
  });
});
