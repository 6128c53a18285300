import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Switches } from '../../../core/contract.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());

const send = (as: Person, fields: object, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { ...(as === owner ? { companyID: client.tenant.id } : {}), leadspeekType: 'local', campaignName: 'Shop', ...fields },
    headers,
  });
const made = async (as: Person, fields: object = {}): Promise<number> => {
  const answer = await send(as, fields);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id;
};
const one = async (id: number, as = owner) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, as)).body;
const update = (as: Person, id: number, fields: object) =>
  app.call('PUT', '/api/leadspeek/client/local/update', as, { body: { leadspeekID: id, ...fields } });
const list = async (as: Person, tail = '') => (await app.call('GET', `/api/leadspeek/client/-/local/-${tail}`, as)).body;

describe('creating', () => {
  test('an agency for its client, with its usual price, the client in its zone', async () => {
    const id = await made(owner);
    expect(await one(id)).toMatchObject({
      status: 'draft',
      company_name: 'Client A1',
      companyID: client.tenant.id,
      timezone: 'America/Chicago',
      CostSet: '1.50',
      CostMaxLead: '0.00',
      LimitLead: 0,
      state: 'draft',
    });
  });

  test('a client for itself; the company cannot be left open by an agency', async () => {
    const id = await made(client);
    expect(await one(id, client)).toMatchObject({ companyID: client.tenant.id });
    expect(
      (await app.call('POST', '/api/leadspeek/client/create', owner, { body: { leadspeekType: 'local', campaignName: 'Whose?' } })).body
        .errors,
    ).toMatchObject([{ field: 'companyID' }]);
  });

  test('the same request twice makes one campaign', async () => {
    const before = (await list(owner)).total;
    const headers = { 'idempotency-key': 'a-key-of-its-own-0001' };
    const [first, second] = [await send(owner, { campaignName: 'Once' }, headers), await send(owner, { campaignName: 'Once' }, headers)];
    expect(second.body).toEqual(first.body);
    expect((await list(owner)).total).toBe(before + 1);
  });

  test.each([
    ['campaignName', { campaignName: ' ' }],
    ['campaignName', { campaignName: 'x'.repeat(201) }],
    ['campaignName', { campaignName: 'a\u0000b' }],
    ['urlCode', { urlCode: 'shop.example' }],
    ['urlCode', { urlCode: 'https://%' }],
    ['urlCodeThankyou', { urlCodeThankyou: 'javascript:alert(1)' }],
    ['timezone', { timezone: 'Mars/Base' }],
    ['startdatecampaign', { startdatecampaign: '2027-02-30' }],
    ['startdatecampaign', { startdatecampaign: '0000-01-01' }],
    ['enddatecampaign', { startdatecampaign: '2027-03-02', enddatecampaign: '2027-03-01' }],
    ['CostSet', { CostSet: '-1' }],
    ['CostSet', { CostSet: '1.505' }],
    ['CostSet', { CostSet: 2_000_000 }],
    ['CostMaxLead', { CostMaxLead: 'much' }],
    ['LimitLead', { LimitLead: -1 }],
    ['LimitLead', { LimitLead: 1.5 }],
    ['LimitLead', { LimitLead: 3_000_000_000 }],
    ['LimitLeadFreq', { LimitLeadFreq: 'hour' }],
    ['LimitLeadEnd', { LimitLeadStart: '2027-03-02', LimitLeadEnd: '2027-03-01' }],
    ['reidentificationtype', { reidentificationtype: '2weeks' }],
    ['requireemailaddress', { requireemailaddress: 'yes' }],
    ['locatorstate', { locatorstate: 'Texas' }],
    ['locatorzip', { locatorzip: '1234' }],
    ['locatorzip', { locatorzip: '123456' }],
    ['reportSentTo', { reportSentTo: 'nobody' }],
    ['reportSentTo', { reportSentTo: Array.from({ length: 21 }, (_, n) => `p${n}@example.com`) }],
    ['leadsAmountNotification', { leadsAmountNotification: -5 }],
    ['companyID', { companyID: 3_000_000_000 }],
    ['leadspeekType', { leadspeekType: 'banner' }],
    ['unheardOf', { unheardOf: 1 }],
  ])('wrong %s is refused on its field: %j', async (field, fields) => {
    const answer = await send(owner, fields);
    expect(answer.status, answer.text).toBe(422);
    expect((answer.body.errors as { field: string }[]).map((e) => e.field.split('.')[0])).toContain(field);
  });

  test('not for a client of somebody else, not by those who only look', async () => {
    const foreign = app.fixtures.b.clients[0]!.tenant.id;
    expect((await send(owner, { companyID: foreign })).status).toBe(404);
    expect((await send(client, { companyID: foreign })).status).toBe(404);
    expect((await send(app.fixtures.operator, { companyID: client.tenant.id })).status).toBe(403);
    expect((await send(app.fixtures.sales, { companyID: client.tenant.id })).status).toBe(403);
  });

  test('is refused while the module is off', async () => {
    const grant = (on: boolean) =>
      app.inside(app.fixtures.root, 'agencies', (ctx) => ctx.use(Switches).grant(app.fixtures.b.tenant, 'site-id', on));
    await grant(false);
    await app.kernel.features.refresh();
    const answer = await send(app.fixtures.b.owner, { companyID: app.fixtures.b.clients[0]!.tenant.id });
    expect([answer.status, answer.body.code]).toEqual([404, 'core.problem.module-off']);
    await grant(true);
    await app.kernel.features.refresh();
  });

  test('lists are tidied', async () => {
    const id = await made(owner, {
      locatorstate: 'tx, ca\ntx',
      locatorzip: '60601 60602,60601\n60603-1234',
      reportSentTo: 'A@x.example, b@x.example',
    });
    expect(await one(id)).toMatchObject({
      locatorstate: ['TX', 'CA'],
      locatorzip: '60601\n60602\n60603',
      reportSentTo: ['a@x.example', 'b@x.example'],
    });
  });
});

describe('the price', () => {
  test("is the agency's to say: a client may send it as it stands and no other", async () => {
    const id = await made(client, { CostSet: '1.50' });
    expect((await send(client, { CostSet: '0.01' })).body.errors).toMatchObject([{ field: 'CostSet' }]);
    expect((await update(client, id, { CostSet: '0.01' })).status).toBe(422);
    expect((await update(client, id, { CostSet: '1.50', CostMaxLead: '40' })).status).toBe(200);
    expect((await update(owner, id, { CostSet: '2.25' })).status).toBe(200);
    expect(await one(id, client)).toMatchObject({ CostSet: '2.25', CostMaxLead: '40.00' });
    const form = async (as: Person) =>
      Object.keys((await app.call('GET', '/api/ui/forms/site-id.campaign-edit', as)).body.schema.properties);
    expect(await form(owner)).toContain('CostSet');
    expect(await form(client)).not.toContain('CostSet');
    const fields = (await app.call('GET', '/api/ui/forms/site-id.campaign', client)).body.ui;
    expect(fields.companyID.hide).toBe(true);
  });

  test('of new campaigns is a setting of the agency', async () => {
    const { b } = app.fixtures;
    expect((await app.call('PUT', '/api/campaigns/prices/local', b.clients[0]!.user, { body: { cents: 1 } })).status).toBe(403);
    expect((await app.call('PUT', '/api/campaigns/prices/local', b.owner, { body: { cents: -1 } })).status).toBe(422);
    expect((await app.call('PUT', '/api/campaigns/prices/local', b.owner, { body: { cents: 275 } })).status).toBe(200);
    const put = (value: object) => app.call('PUT', '/api/settings/campaigns.prices', b.owner, { body: { value } });
    expect([(await put({ shoes: 1 })).status, (await put({ local: 275 })).status]).toEqual([422, 200]);
    expect((await app.call('GET', '/api/campaigns/prices/local', b.owner)).body).toMatchObject({ cents: 275, dollars: '$2.75' });
    const id = (await send(b.clients[0]!.user, {})).body.leadspeek_api_id;
    expect(await one(id, b.owner)).toMatchObject({ CostSet: '2.75' });
    expect((await app.call('GET', '/api/campaigns/prices/local', owner)).body.cents).toBe(150);
  });
});

describe('lists', () => {
  test('show each their own, named, sorted, searched and filtered', async () => {
    await made(owner, { campaignName: 'Zebra 100%' });
    expect((await list(app.fixtures.b.owner)).data.every((c: { company_name: string }) => c.company_name.startsWith('Client B'))).toBe(
      true,
    );
    expect((await list(owner, '/-/campaignName/desc')).data[0].campaignName).toBe('Zebra 100%');
    expect((await list(owner, '?search=100%25')).total).toBe(1);
    expect((await list(owner, '?search=EBRA%20100')).data[0].campaignName).toBe('Zebra 100%');
    const found = (query: string) => list(owner, `?search=client%20a1&sortby=created_at&${query}`);
    const ids = async (query: string) => (await found(query)).data.map((row: { leadspeek_api_id: number }) => row.leadspeek_api_id);
    const inAll = await ids('PerPage=100&order=desc');
    expect(inAll).toEqual([...inAll].sort((a, b) => b - a));
    expect(await ids('PerPage=2&Page=2&order=desc')).toEqual(inAll.slice(2, 4));
    expect(await ids('PerPage=100&order=asc')).toEqual(inAll.toReversed());
    expect((await list(owner, '?search=client%20a1')).total).toBeGreaterThan(3);
    expect((await list(owner, '?CampaignStatus=needs_attention')).total).toBe(0);
    expect((await list(client, '?PerPage=2&Page=2')).current_page).toBe(2);
    expect((await app.call('GET', '/api/leadspeek/client/-/local/-?CampaignStatus=weird', owner)).status).toBe(422);
    expect((await list(app.fixtures.a.clients[1]!.user)).total).toBe(0);
    expect((await app.call('GET', '/api/leadspeek/client/-/local/-', app.fixtures.sales)).status).toBe(403);
  });

  test('a foreign campaign answers like a missing one, everywhere', async () => {
    const id = await made(owner);
    for (const stranger of [app.fixtures.b.owner, app.fixtures.a.clients[1]!.user]) {
      expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, stranger)).status).toBe(404);
      expect((await update(stranger, id, { campaignName: 'Mine' })).status).toBe(404);
      for (const [path, body] of [
        ['activepause', { status: 'active' }],
        ['archive', { status: 'T' }],
        ['remove', {}],
        ['stop', {}],
      ] as const) {
        expect(
          (await app.call('PUT', `/api/leadspeek/client/${path}`, stranger, { body: { leadspeekID: id, ...body } })).status,
          path,
        ).toBe(404);
      }
    }
    expect((await app.call('PUT', '/api/leadspeek/client/stop', owner, { body: {} })).status).toBe(422);
  });
});
