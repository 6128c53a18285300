import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../core/testing/fixtures.ts';
import { type Visited, Website } from './website.ts';

/** A day and an hour, so that no window ends between when somebody came and when their visit is worked. */
const STEP = 90_000_000;
const DAYS = 9;
const EVERYTHING = { requireemailaddress: 'F', reidentificationtype: '1week' };

/** Settings that somebody may try, each different in several ways. */
const TRIED = [
  { requireemailaddress: 'T', LimitLead: 3, LimitLeadFreq: 'day', reidentificationtype: '1week' },
  {
    phoneenabled: 'T',
    requireemailaddress: 'F',
    nationaltargeting: 'F',
    locatorstate: ['TX'],
    locatorzip: '60601',
    reidentificationtype: 'never',
  },
  {
    homeaddressenabled: 'T',
    requireemailaddress: 'F',
    nationaltargeting: 'F',
    locatorcity: ['Austin'],
    CostMaxLead: '6',
    CostSet: '1.5',
    reidentificationtype: '6months',
  },
];

const someone = fc.record({
  email: fc.boolean(),
  phone: fc.boolean(),
  address: fc.boolean(),
  zip: fc.constantFrom('60601', '60602-1234', '73301', ''),
  state: fc.constantFrom('IL', 'tx', 'TX', 'Illinois', ''),
  city: fc.constantFrom('Chicago', 'AUSTIN', 'Austin', ''),
});
const visit = fc.record({ who: fc.integer({ min: 0, max: 39 }), at: fc.integer({ min: -3_000_000, max: -1_000 }) });

let site: Website;
let client: Person;
let wide: number;
/** A campaign of another client each, which really had the settings. */
const real: number[] = [];
beforeAll(async () => {
  site = await Website.start();
  const { a, b } = site.app.fixtures;
  client = a.clients[0]!.user;
  const people = fc.sample(someone, { seed: 11, numRuns: 40 }).map((of, n) => ({
    firstName: `p${n}`,
    email: of.email ? `p${n}@people.example` : '',
    // Somebody of whom neither is known is recognised by name and address.
    phone: of.phone || !of.email ? `3125550${100 + n}` : '',
    address: of.address ? `${n} Main St` : '',
    zip: of.zip,
    state: of.state,
    city: of.city,
  }));
  await site.people(people);
  await site.exclude(people.flatMap(({ email }, n) => (email && n % 9 === 0 ? [email] : [])));
  wide = await site.campaign(a.owner, client.tenant.id, EVERYTHING);
  real.push(await site.campaign(a.owner, a.clients[1]!.tenant.id, TRIED[0]));
  for (const [n, { tenant }] of b.clients.entries()) real.push(await site.campaign(b.owner, tenant.id, TRIED[n + 1]));
  const days = fc.sample(fc.array(visit, { minLength: 20, maxLength: 30 }), { seed: 5, numRuns: DAYS });
  for (const [n, visits] of days.entries()) {
    site.app.clockOffset = n * STEP;
    const inOrder = visits.map(({ who, at }): Visited => ({ who: `p${who}`, at })).toSorted((x, y) => x.at - y.at);
    await site.visits([wide, ...real], [...inOrder, { who: 'stranger', at: -500 }]);
  }
});
afterAll(() => site.app.close());

const found = async (fields: object, as = client, id = wide) => (await site.backTest(as, id, fields)).body;
const leadsOf = (body: { days: { data: { day: string; leads: number }[] } }) =>
  Object.fromEntries(body.days.data.flatMap(({ day, leads }) => (leads > 0 ? [[day, leads]] : [])));
const reasonsOf = (body: { reasons: { data: { outcome: string; count: number }[] } }) =>
  Object.fromEntries(body.reasons.data.map(({ outcome, count }) => [outcome, count]));

describe('a back-test', () => {
  test('of the settings as they are answers what happened, day by day and reason by reason', async () => {
    const body = await found({});
    const { leads, ended } = await site.reality(wide);
    expect(Object.values(leads).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(30);
    expect(leadsOf(body)).toEqual(leads);
    expect(reasonsOf(body)).toEqual(ended);
    expect(body).toMatchObject({ notKnown: 0, standsFor: '', leads: Object.values(leads).reduce((sum, n) => sum + n, 0) });
    expect(body.days.data).toHaveLength(30);
  });

  test.each(TRIED.map((fields, n) => [n, fields] as const))(
    'of other settings answers what a campaign that had them really brought (%i)',
    async (n, fields) => {
      // What a lead costs is said by the agency.
      const body = await found(fields, site.app.fixtures.a.owner);
      const { leads, ended } = await site.reality(real[n]!);
      expect(Object.keys(leads).length).toBeGreaterThan(0);
      expect(leadsOf(body)).toEqual(leads);
      expect(reasonsOf(body)).toEqual(ended);
    },
  );

  test('costs exactly what its leads cost', async () => {
    const body = await found({ CostSet: '1.07' }, site.app.fixtures.a.owner);
    expect(body).toMatchObject({ price_cents: 107, cost_cents: body.leads * 107 });
    expect(body.days.data.every(({ leads, cost_cents }: { leads: number; cost_cents: number }) => cost_cents === leads * 107)).toBe(true);
  });

  test('bills, delivers and writes nothing', async () => {
    const { platform } = site.app.kernel;
    const tables = [
      'leads_lead',
      'leads_claim',
      'leads_day',
      'campaigns_window',
      'campaigns_campaign',
      'ledger_posting',
      'core_outbox',
      'core_audit',
    ];
    const state = async () => {
      const rows = await Promise.all(tables.map((name) => platform(name).count({ n: '*' }).first()));
      return [rows, await platform('campaigns_campaign').where({ id: wide }).first()];
    };
    const before = await state();
    expect((await site.backTest(client, wide, { LimitLead: 1, locatorstate: ['TX'], nationaltargeting: 'F' })).status).toBe(200);
    expect(await state()).toEqual(before);
  });
});

describe('whoever may not', () => {
  test('change the campaign is told that there is none', async () => {
    const { a, b } = site.app.fixtures;
    for (const as of [b.owner, a.clients[1]!.user, b.clients[0]!.user]) expect((await site.backTest(as, wide)).status).toBe(404);
    expect((await site.backTest(client, 999_999)).status).toBe(404);
    expect((await site.backTest(site.app.fixtures.operator, wide)).status).toBe(403);
  });

  test('say the price is told so on its field, as is who asks for what the product has not got, and nonsense', async () => {
    const refused = async (fields: object) =>
      (await site.backTest(client, wide, fields)).body.errors?.map((e: { field: string }) => e.field);
    expect(await refused({ CostSet: '0.01' })).toEqual(['CostSet']);
    expect(await refused({ locatorkeyword: ['shoes'] })).toEqual(['locatorkeyword']);
    expect(await refused({ locatorzip: '123' })).toEqual(['locatorzip']);
    expect((await site.backTest(client, wide, { LimitLead: -1 })).status).toBe(422);
  });

  test('wait for the one before is asked to', async () => {
    const held = await site.app.kernel.platform.transaction();
    try {
      await held.raw(`select pg_advisory_xact_lock(hashtext('products.back-test'), ?)`, [client.id]);
      const busy = await site.backTest(client, wide);
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5']);
      expect((await site.backTest(site.app.fixtures.a.owner, wide)).status).toBe(200);
    } finally {
      await held.rollback();
    }
    expect((await site.backTest(client, wide)).status).toBe(200);
  });
});

describe('a campaign without visits', () => {
  test('is tried on those of the client’s campaign for the same website, as if in its place', async () => {
    const made = await site.app.call('POST', '/api/leadspeek/client/create', client, {
      body: { leadspeekType: 'local', campaignName: 'Next', urlCode: 'https://www.shop.example/', ...EVERYTHING },
    });
    const body = await found({}, client, made.body.leadspeek_api_id);
    expect(body.standsFor).toBe('Shop');
    expect(leadsOf(body)).toEqual((await site.reality(wide)).leads);
  });

  test('and without such a campaign has nothing to go by', async () => {
    const made = await site.app.call('POST', '/api/leadspeek/client/create', client, {
      body: { leadspeekType: 'local', campaignName: 'Other', urlCode: 'https://other.example/' },
    });
    expect(await found({}, client, made.body.leadspeek_api_id)).toMatchObject({ observed: 0, leads: 0, cost_cents: 0, standsFor: '' });
  });
});
