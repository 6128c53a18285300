import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { collectJob } from '../../plugins/lead-products/b2b-id/collecting/collect.job.ts';
import { Books } from '../../plugins/money/ledger/contract.ts';
import type { Answer, Asked } from '../support/fake-supplier.ts';
import { COMCAST, FORD, LILLY, MIT, SERVERS, Visiting } from './visiting.ts';

let it: Visiting;
beforeAll(async () => {
  it = await Visiting.start();
});
afterAll(() => it.stop());
beforeEach(async () => {
  await it.supply();
  it.supplier.answer = (_name, question) => (question.groups.includes('company') ? company(question) : contact(question));
});
afterEach(() => it.rest());

const client = () => it.app.fixtures.a.clients[0]!;
const owed = (companyId: number, side = it.app.fixtures.a) =>
  it.app.inside(side.tenant, 'ledger', (ctx) => ctx.use(Books).cents({ companyId, account: 'receivable' }));

const FACTS: Record<string, object> = {
  'Massachusetts Institute of Technology': { companyDomain: 'https://www.MIT.example/', companyCountry: 'us', companyEmployees: 12_000 },
  'Ford Motor Company': {
    companyDomain: 'ford.example',
    companyIndustry: 'Car manufacturing',
    companyCountry: 'US',
    companyEmployees: 180,
  },
  'Eli Lilly and Company': { companyDomain: 'lilly.example', companyIndustry: 'Pharma', companyCountry: 'DE', companyState: 'IN' },
};
let serial = 0;
let run = 0;
const company = ({ person }: Asked): Answer => {
  const facts = FACTS[person['company']!];
  return facts ? [200, { data: facts }] : [404, ''];
};
/** Everybody is somebody else, with a title that says who. */
const contact = ({ about = {}, person }: Asked): Answer => [
  200,
  {
    data: {
      firstName: 'Pat',
      lastName: String(++serial),
      email: `p${serial}@${String(about['companyDomain'] ?? 'nowhere.example')}`,
      contactTitle: about['contact'] === 1 ? 'Head of Sales' : 'Engineer',
      phone: '+1 312 555 0100',
      city: person['city'],
    },
  },
];
const contacts = () => it.supplier.asked.filter(({ groups }) => groups.includes('business-contact'));
const companiesAsked = () => it.supplier.asked.filter(({ groups }) => groups.includes('company')).map(({ person }) => person['company']);

test('companies that visit become leads with a contact, each once, at the price of the campaign', async () => {
  const site = await it.website(client());
  const before = await owed(client().tenant.id);
  const id = await it.running(client(), { CostSet: '3.40', listB2BInformationId: ['business-phone'] });
  await it.visit(site, [MIT, FORD, MIT, COMCAST, SERVERS]);
  await it.settle();
  const leads = await it.leads(id);
  expect(leads).toHaveLength(2);
  const mit = leads.find((lead) => lead['company'] === 'Massachusetts Institute of Technology')!;
  expect(mit).toMatchObject({
    product: 'b2b',
    source: 'b2b-id.company-visit',
    email: expect.stringMatching(/@mit\.example$/),
    phone: '+1 312 555 0100',
    retail_cents: '340',
    evidence: {
      visitedCompany: 'Massachusetts Institute of Technology',
      confidence: 90,
      companyVisits: 2,
      contactTitle: 'Head of Sales',
      companyDomain: 'mit.example',
      companyCountry: 'US',
      companyEmployees: 12_000,
    },
  });
  expect((await owed(client().tenant.id)) - before).toBe(680);
  expect(await it.outcomes(id)).toEqual({ lead: 2 });
  // Suppliers are told the company and what is wanted, and nothing of a visitor.
  expect(contacts()[0]).toMatchObject({ groups: ['business-contact', 'business-phone'], about: { jobTitles: [], contact: 1 } });
  expect(JSON.stringify(it.supplier.asked.map(({ headers: _headers, ...asked }) => asked))).not.toMatch(/128\.30|19\.1\.2/);
  // Nobody is asked about again.
  const asked = it.supplier.asked.length;
  await it.visit(site, [MIT]);
  await it.settle();
  expect([it.supplier.asked.length, (await it.leads(id)).length]).toEqual([asked, 2]);
});

test('a company itself is the lead where no contact is wanted, and nothing in it is about a person', async () => {
  const site = await it.website(client());
  const id = await it.running(client(), { campaign_information_type: 'company', listB2BInformationId: ['business-phone'] });
  await it.visit(site, [FORD]);
  await it.settle();
  expect(await it.leads(id)).toMatchObject([
    {
      first_name: '',
      last_name: '',
      email: '',
      phone: '',
      company: 'Ford Motor Company',
      evidence: { companyIndustry: 'Car manufacturing' },
    },
  ]);
  expect(contacts()).toEqual([]);
});

describe('a campaign', () => {
  test.each([
    ['countries', { companycountries: ['DE'] }, ['lilly.example']],
    ['company sizes, known ones', { companysizes: ['51-200'] }, ['ford.example']],
    ['industries', { industries: ['MANUFACTURING', 'farming'] }, ['ford.example']],
    ['a state', { nationaltargeting: 'F', locatorstate: ['IN'] }, ['lilly.example']],
    ['a confidence', { minimumconfidence: 90 }, ['ford.example', 'mit.example']],
  ])('chooses companies by %s', async (_what, filter, domains) => {
    const site = await it.website(client());
    const id = await it.running(client(), filter);
    await it.visit(site, [MIT, FORD, LILLY]);
    await it.settle();
    expect((await it.leads(id)).map((lead) => String(lead['email']).split('@')[1]).toSorted()).toEqual(domains);
    expect(await it.outcomes(id)).toEqual({ lead: domains.length, other_company: 3 - domains.length });
  });

  test('that wants others than before decides anew', async () => {
    const site = await it.website(client());
    const id = await it.running(client(), { companycountries: ['DE'] });
    await it.visit(site, [FORD]);
    await it.settle();
    expect(await it.leads(id)).toEqual([]);
    const owner = it.app.fixtures.a.owner;
    await it.app.call('PUT', '/api/leadspeek/client/update', owner, { body: { leadspeekID: id, companycountries: ['US'] } });
    await it.settle();
    expect(await it.leads(id)).toHaveLength(1);
  });

  test('takes visits of the websites that it names, since it runs, and of no other client', async () => {
    const [named, other] = [await it.website(client()), await it.website(client())];
    const foreign = await it.website(it.app.fixtures.a.clients[1]!);
    await it.visit(named, [LILLY]);
    const id = await it.running(client(), { sourcecampaigns: [String(named)], companycountries: [] });
    await it.visit(other, [MIT]);
    await it.visit(foreign, [MIT]);
    await it.visit(named, [FORD]);
    await it.settle();
    expect((await it.leads(id)).map((lead) => lead['company'])).toEqual(['Ford Motor Company']);
    expect(companiesAsked()).toEqual(['Ford Motor Company']);
  });

  test('gets as many contacts as it wants, with the titles that it wants, and pays for no others', async () => {
    const site = await it.website(client());
    const id = await it.running(client(), { contactspercompany: 3 });
    await it.visit(site, [FORD]);
    await it.settle();
    expect((await it.leads(id)).map(({ evidence }) => evidence.contactTitle).toSorted()).toEqual(['Engineer', 'Engineer', 'Head of Sales']);
    const sales = await it.running(client(), { contactspercompany: 3, jobtitles: ['sales'] });
    await it.app.kernel.platform('leads_claim').delete();
    await it.visit(site, [FORD]);
    await it.settle();
    expect((await it.leads(sales)).map(({ evidence }) => evidence.contactTitle)).toEqual(['Head of Sales']);
    expect(await it.outcomes(sales)).toEqual({ lead: 1, no_contact: 1 });
  });

  test('pays nothing for a company of which nobody knows anybody', async () => {
    const site = await it.website(client());
    it.supplier.answer = (_name, question) => (question.groups.includes('company') ? company(question) : [404, '']);
    const before = await owed(client().tenant.id);
    const id = await it.running(client());
    await it.visit(site, [FORD]);
    await it.settle();
    expect([await it.leads(id), await it.outcomes(id)]).toEqual([[], { no_contact: 1 }]);
    expect(await owed(client().tenant.id)).toBe(before);
  });

  test('sells nobody on an exclusion list', async () => {
    const site = await it.website(client());
    const email = `listed${++run}@ford.example`;
    const listed = await it.app.call('POST', '/api/exclusions', client().user, { body: { entry: email } });
    expect(listed.status, listed.text).toBe(200);
    it.supplier.answer = (_name, question) => (question.groups.includes('company') ? company(question) : [200, { data: { email } }]);
    const id = await it.running(client());
    await it.visit(site, [FORD]);
    await it.settle();
    expect([await it.leads(id), await it.outcomes(id)]).toEqual([[], { excluded: 1 }]);
  });

  test('asks a silent supplier three times, and ends then', async () => {
    const site = await it.website(client());
    it.supplier.answer = () => [503, ''];
    const id = await it.running(client());
    await it.visit(site, [FORD]);
    for (let n = 0; n < 4; n += 1) await it.settle();
    expect(companiesAsked()).toEqual(Array(3).fill('Ford Motor Company'));
    expect([await it.leads(id), await it.outcomes(id)]).toEqual([[], { other_company: 1 }]);
  });

  test('asks about no more than it has room and money for', async () => {
    const site = await it.website(client());
    const id = await it.running(client(), { LimitLead: 1, LimitLeadFreq: 'day' });
    await it.visit(site, [MIT, FORD, LILLY]);
    await it.settle();
    await it.settle();
    expect([(await it.leads(id)).length, contacts().length]).toEqual([1, 1]);
    expect(await it.outcomes(id)).toEqual({ lead: 1 });
  });
});

test('two agencies side by side, many workers at once: everybody pays for their own, exactly', async () => {
  const { a, b } = it.app.fixtures;
  const sides = [
    { side: a, of: a.clients[0]! },
    { side: b, of: b.clients[0]! },
  ];
  const made: { side: typeof a; of: (typeof sides)[number]['of']; before: number; site: number; id: number }[] = [];
  for (const { side, of } of sides) {
    const before = await owed(of.tenant.id, side);
    made.push({
      side,
      of,
      before,
      site: await it.website(of, side.owner),
      id: await it.running(of, { CostSet: '2.50', contactspercompany: 2 }, side.owner),
    });
  }
  for (const { site } of made) await it.visit(site, [MIT, FORD, LILLY]);
  const { platform } = it.app.kernel;
  for (let n = 0; n < 12; n += 1) {
    await platform('b2b_id_look')
      .whereRaw(`look_at < 'infinity'`)
      .update({ look_at: new Date(0) });
    const work = ({ side }: (typeof made)[number]) => it.app.inside(side.tenant, 'b2b-id', (ctx) => collectJob.run(ctx, {}), 'intent');
    await Promise.all([...made, ...made].map(work));
  }
  await it.settle();
  for (const { side, of, before, id } of made) {
    const leads = await it.leads(id);
    expect(leads).toHaveLength(6);
    expect(new Set(leads.map((lead) => lead['email'])).size).toBe(6);
    expect(leads.every((lead) => lead['agency_id'] === side.tenant.id && lead['company_id'] === of.tenant.id)).toBe(true);
    expect((await owed(of.tenant.id, side)) - before).toBe(6 * 250);
  }
  // Each question was asked once.
  const keys = it.supplier.asked.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(keys.length);
});

test('nothing is noted where the product is not offered', async () => {
  const { b } = it.app.fixtures;
  const site = await it.website(b.clients[1]!, b.owner);
  await it.visit(site, [FORD]);
  expect(await it.companies(b.clients[1]!.tenant.id)).toHaveLength(1);
  await it.app.call('DELETE', '/api/configuration/module-names/b2b', b.owner);
  await expect.poll(async () => (await it.app.call('GET', `/api/user/${b.owner.id}`, b.owner)).body.leadb2burl).toBeUndefined();
  await it.visit(site, [MIT]);
  expect((await it.companies(b.clients[1]!.tenant.id)).map(({ name }) => name)).toEqual(['Ford Motor Company']);
});
