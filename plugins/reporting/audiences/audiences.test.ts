import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { putLead } from '../../../tests/support/put-lead.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
/** A campaign of each of the three clients. */
let first: number;
let second: number;
let foreign: number;
const day = 86_400_000;

beforeAll(async () => {
  app = await startTestApp();
  const { a, b } = app.fixtures;
  const [one, two] = a.clients;
  const campaign = async (as: Person, companyID: number, campaignName: string) =>
    (await app.call('POST', '/api/leadspeek/client/create', as, { body: { companyID, leadspeekType: 'local', campaignName } })).body
      .leadspeek_api_id as number;
  first = await campaign(a.owner, one!.tenant.id, 'Coffee');
  second = await campaign(a.owner, two!.tenant.id, 'Tea');
  foreign = await campaign(b.owner, b.clients[0]!.tenant.id, 'Foreign');
  const put = async (name: string, client: typeof one, of: number, days: number, more: object = {}) => {
    const id = await putLead(app, { client: client!.tenant, campaign: of, name, cents: 100, at: new Date(Date.now() - days * day) });
    await app.kernel.platform('leads_lead').where({ id }).update(more);
  };
  await put('ann', one, first, 1, { state: 'TX', city: 'Austin', zip: '78701', phone: '+15125550100', email: ' Ann@Example.com' });
  await put('ben', one, first, 40, { state: 'TX', city: 'Dallas', observations: 3, last_name: '=1+1' });
  await put('cat', two, second, 2, { state: 'IL', city: 'Chicago', zip: '60601' });
  await put('dan', two, second, 3, { email: '' });
  await put('eve', one, first, 1, { is_test: true });
  await put('fay', b.clients[0], foreign, 1, { state: 'TX' });
});
afterAll(() => app.close());

const create = (as: Person, filters: object = {}) => app.call('POST', '/api/audience', as, { body: { audienceName: 'Some', ...filters } });
const made = async (as: Person, filters: object = {}): Promise<string> => `/api/audience/${(await create(as, filters)).body.audienceID}`;
const names = async (as: Person, filters: object): Promise<string[]> =>
  (await app.call('GET', `${await made(as, filters)}/people`, as)).body.data.map(({ name }: { name: string }) => name.split(' ')[0]);
const file = (as: Person, at: string, format: string) => app.call('GET', `${at}/people.csv?format=${format}`, as);

describe('audiences', () => {
  test('are saved, listed with what they mean in words, searched, changed and removed', async () => {
    const { owner, clients } = app.fixtures.b;
    const filters = {
      companyID: clients[0]!.tenant.id,
      products: ['local'],
      lastDays: '30',
      states: ['tx'],
      leastVisits: 2,
      hasEmail: true,
    };
    const { status, body } = await create(owner, { ...filters, audienceName: ' Texans ', hasPhone: false, zips: [] });
    expect([status, body.message]).toEqual([200, 'The audience has been created.']);
    await create(owner, { audienceName: 'All' });
    const list = async (query: string) => (await app.call('GET', `/api/audience${query}`, owner)).body;
    expect((await list('?search=TEX')).data).toMatchObject([
      {
        audienceID: body.audienceID,
        audienceName: 'Texans',
        summary: 'Client B1 · Site ID · The last 30 days · TX · At least 2 visits · With an e-mail address',
      },
    ]);
    expect((await list('?sortby=audienceName')).data.map((row: { summary: string }) => row.summary)[0]).toBe('All leads');
    const at = `/api/audience/${body.audienceID}`;
    expect((await app.call('GET', at, owner)).body).toEqual({ audienceID: body.audienceID, audienceName: 'Texans', ...filters });
    expect((await app.call('PUT', at, owner, { body: { audienceName: 'North', states: ['IL'] } })).status).toBe(200);
    expect((await app.call('GET', at, owner)).body).toEqual({ audienceID: body.audienceID, audienceName: 'North', states: ['IL'] });
    expect((await app.call('DELETE', at, owner)).body.message).toBe('You deleted North');
    expect((await app.call('GET', at, owner)).status).toBe(404);
  });

  test('find the leads of now by each filter, never a test lead or somebody else’s', async () => {
    const { a } = app.fixtures;
    const one = a.clients[0]!.tenant.id;
    expect(await names(a.owner, {})).toEqual(['ann', 'cat', 'dan', 'ben']);
    expect(await names(a.owner, { companyID: one })).toEqual(['ann', 'ben']);
    expect(await names(a.owner, { campaigns: [second] })).toEqual(['cat', 'dan']);
    expect(await names(a.owner, { products: ['locator'] })).toEqual([]);
    expect(await names(a.owner, { lastDays: '30' })).toEqual(['ann', 'cat', 'dan']);
    const on = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10);
    expect(await names(a.owner, { enddate: on(20) })).toEqual(['ben']);
    expect(await names(a.owner, { startdate: on(60), enddate: on(20) })).toEqual(['ben']);
    expect(await names(a.owner, { states: ['tx'] })).toEqual(['ann', 'ben']);
    expect(await names(a.owner, { cities: ['AUSTIN', 'chicago'] })).toEqual(['ann', 'cat']);
    expect(await names(a.owner, { zips: ['60601'] })).toEqual(['cat']);
    expect(await names(a.owner, { leastVisits: 3 })).toEqual(['ben']);
    expect(await names(a.owner, { hasEmail: true })).toEqual(['ann', 'cat', 'ben']);
    expect(await names(a.owner, { hasPhone: true })).toEqual(['ann']);
    expect(await names(a.clients[0]!.user, {})).toEqual(['ann', 'ben']);
    const at = await made(a.owner, { states: ['TX'] });
    expect((await app.call('GET', `${at}/size`, a.owner)).body).toEqual({ people: '2 people', limited: false, note: '' });
    const pages = await app.call('GET', `${at}/people?Page=2&PerPage=1`, a.owner);
    expect(pages.body).toMatchObject({ total: 2, data: [{ name: 'ben =1+1', campaign: 'Coffee', place: 'Dallas, TX' }] });
    await putLead(app, { client: a.clients[0]!.tenant, campaign: first, name: 'new', cents: 1, at: new Date() });
    await app.kernel.platform('leads_lead').where({ first_name: 'new' }).update({ state: 'TX' });
    expect((await app.call('GET', `${at}/people`, a.owner)).body.total).toBe(3);
    await app.kernel.platform('leads_lead').where({ first_name: 'new' }).delete();
    const kept = await app.kernel.platform('audiences_audience').select('filters');
    expect(JSON.stringify(kept)).not.toMatch(/ann|@/i);
  });

  test('of another company answer like missing ones', async () => {
    const { a, b, operator, sales } = app.fixtures;
    const at = await made(a.clients[0]!.user);
    for (const person of [a.owner, a.clients[1]!.user, b.owner]) {
      for (const path of [at, `${at}/people`, `${at}/size`, `${at}/people.csv`])
        expect((await app.call('GET', path, person)).status).toBe(404);
      expect((await app.call('PUT', at, person, { body: { audienceName: 'Mine' } })).status).toBe(404);
      expect((await app.call('DELETE', at, person)).status).toBe(404);
    }
    for (const person of [operator, sales]) expect((await app.call('GET', '/api/audience', person)).status).toBe(403);
  });

  test.each([
    ['campaigns', () => ({ campaigns: [foreign] })],
    ['campaigns', () => ({ campaigns: [second], companyID: app.fixtures.a.clients[0]!.tenant.id })],
    ['products', () => ({ products: ['shoes'] })],
    ['lastDays', () => ({ lastDays: '7', enddate: '2026-01-01' })],
    ['startdate', () => ({ startdate: '2026-01-02', enddate: '2026-01-01' })],
    ['audienceName', () => ({ audienceName: 'a\nb' })],
    ['states.0', () => ({ states: ['Texas'] })],
    ['zips.0', () => ({ zips: ['1'] })],
    ['leastVisits', () => ({ leastVisits: 0 })],
  ] as const)('refuse a wrong %s, and nothing is kept', async (field, filters) => {
    const { owner } = app.fixtures.a;
    const before = (await app.call('GET', '/api/audience', owner)).body.total;
    const { status, body } = await create(owner, filters());
    expect([status, body.errors[0].field]).toEqual([422, field]);
    expect((await app.call('GET', '/api/audience', owner)).body.total).toBe(before);
  });

  test('of a foreign client cannot be made', async () => {
    const { a, b } = app.fixtures;
    expect((await create(a.owner, { companyID: b.clients[0]!.tenant.id })).status).toBe(404);
    expect((await create(a.clients[0]!.user, { companyID: a.clients[1]!.tenant.id })).status).toBe(404);
  });
});

describe('the file', () => {
  test('holds the people without formulas, and nobody who is on an exclusion list', async () => {
    const { owner } = app.fixtures.a;
    const at = await made(owner);
    const rows = async () => parse((await file(owner, at, 'plain')).text, { bom: true, columns: true }) as Record<string, string>[];
    expect((await rows()).map((row) => [row['First name'], row['Last name'], row['Campaign']])).toEqual([
      ['ann', '', 'Coffee'],
      ['cat', '', 'Tea'],
      ['dan', '', 'Tea'],
      ['ben', "'=1+1", 'Coffee'],
    ]);
    await app.call('POST', '/api/exclusions', app.fixtures.a.clients[1]!.user, { body: { entry: 'cat@example.com' } });
    await app.call('POST', '/api/exclusions', app.fixtures.a.clients[1]!.user, { body: { entry: 'ben@example.com' } });
    expect((await rows()).map((row) => row['First name'])).toEqual(['ann', 'dan', 'ben']);
    const [entry] = await app.kernel.platform('core_audit').where({ action: 'audiences.exported' }).orderBy('id', 'desc').limit(1);
    expect(entry.detail).toMatchObject({ format: 'plain' });
  });

  test('for ad networks holds each e-mail address once, as its hash and nothing else', async () => {
    const { owner, clients } = app.fixtures.a;
    await putLead(app, { client: clients[0]!.tenant, campaign: first, name: 'ann', cents: 1, at: new Date() });
    const hash = (email: string) => createHash('sha256').update(email).digest('hex');
    const { text, headers } = await file(owner, await made(owner, { companyID: clients[0]!.tenant.id }), 'hashed');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audience-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text.startsWith('"Email"')).toBe(true);
    expect(parse(text, { columns: true })).toEqual([{ Email: hash('ann@example.com') }, { Email: hash('ben@example.com') }]);
    expect((await file(owner, await made(owner), 'names')).status).toBe(422);
  });

  test('is of batches that neither lose nor repeat anybody', async () => {
    const { a } = app.fixtures;
    const [client] = [a.clients[1]!.tenant];
    await app.kernel.platform.raw(
      `insert into leads_lead (id, company_id, agency_id, root_id, campaign_id, product, person_key, email, source, created_at, last_seen_at)
       select gen_random_uuid(), ?, ?, ?, ?, 'local', n::text::bytea, 'x' || n || '@example.com', 'capture.page-view',
         timestamptz '2026-01-01 00:00:00Z' + (n / 5000) * interval '1 second', now() from generate_series(1, 10100) n`,
      [client.id, client.agencyId, client.rootId, second],
    );
    const { text } = await file(a.clients[1]!.user, await made(a.clients[1]!.user, { enddate: '2026-02-01' }), 'hashed');
    expect(text.trimEnd().split('\r\n').length - 1).toBe(10_100);
    expect(new Set(text.split('\r\n')).size).toBe(10_102);
    await app.kernel.platform('leads_lead').where('email', 'like', 'x%').delete();
  });

  test('is of no phone numbers where the agency hides them', async () => {
    const { a } = app.fixtures;
    await app.call('PUT', '/api/leadspeek/client/update', a.owner, { body: { leadspeekID: first, clientHidePhone: 'T' } });
    const { user } = a.clients[0]!;
    const { text } = await file(user, await made(user), 'plain');
    expect(text).not.toContain('5125550100');
    expect((await file(a.owner, await made(a.owner), 'plain')).text).toContain('5125550100');
  });

  test('of a suspended client leaves out what it has not paid for, and the screen says so', async () => {
    const { a } = app.fixtures;
    const { user, tenant } = a.clients[1]!;
    await app.kernel.platform('leads_lead').where({ first_name: 'dan' }).update({ retail_cents: 0, email: 'dan@example.com' });
    const at = await made(user);
    const held = async (as: Person, of: string) => [...(await file(as, of, 'plain')).text.matchAll(/(dan|cat)@/g)].map(([, name]) => name);
    await app.kernel.platform('exclusions_entry').delete();
    expect(await held(user, at)).toEqual(['cat', 'dan']);
    const arrears = {
      company_id: tenant.id,
      agency_id: tenant.agencyId,
      root_id: tenant.rootId,
      failed_at: new Date(),
      stage: 'suspended',
    };
    await app.kernel.platform('dunning_arrears').insert(arrears);
    const owed = { first: '2026-01-01', last: '2026-01-07', start_at: new Date(0), end_at: new Date(), due_at: new Date(), zone: 'UTC' };
    const { company_id, agency_id, root_id } = arrears;
    const none = { platform_fee_cents: 0, minimum_cents: 0, wholesale_fee_cents: 0, wholesale_minimum_cents: 0 };
    const terms = { campaign_id: second, term: 'Weekly', product: 'local', activated_at: new Date(0), term_from: new Date(0), ...none };
    await app.kernel.platform('billing_terms').insert({ ...terms, company_id: tenant.id });
    for (const term of ['Weekly', 'Monthly'])
      await app.kernel.platform('billing_period').insert({ term, company_id, agency_id, root_id, ...owed });
    expect(await held(user, at)).toEqual(['dan']);
    expect((await app.call('GET', `${at}/size`, user)).body).toMatchObject({ people: '2 people', limited: true });
    expect(await held(a.admin, await made(a.admin))).toEqual(['cat', 'dan']);
    await app.kernel.platform('dunning_arrears').update({ closed_at: new Date() });
  });

  test('is not for those who look through an account, nor without a fresh password', async () => {
    const { operator, b } = app.fixtures;
    const at = await made(b.owner);
    const looking = await app.call('POST', '/api/user/switch', operator, {
      body: { usrID: b.owner.id, reason: 'A question about audiences' },
    });
    const token = looking.body.access_token as string;
    expect((await app.call('GET', at, token)).status).toBe(200);
    expect((await app.call('GET', `${at}/people.csv`, token)).status).toBe(403);
    await app.kernel
      .platform('core_session')
      .where({ account_id: b.owner.id })
      .update({ fresh_at: new Date(Date.now() - 3_600_000) });
    expect((await app.call('GET', `${at}/people.csv`, b.owner)).status).toBe(403);
  });
});
