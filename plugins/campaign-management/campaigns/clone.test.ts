import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
});
afterAll(() => app.close());

const made = async (fields: object): Promise<number> => {
  const answer = await app.call('POST', '/api/leadspeek/client/create', owner, {
    body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: 'Shop', ...fields },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.leadspeek_api_id;
};
const clone = (id: number, as: Person, more: object = {}): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/client/clone', as, { body: { leadspeek_api_id: id, ...more } });
const one = async (id: number) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, owner)).body;

/** Settings of every kind: common, of the agency, of the product, and dates to come. */
const settings = {
  urlCode: 'https://shop.example/',
  gtminstalled: 'T',
  CostSet: '7.50',
  LimitLead: 40,
  LimitLeadFreq: 'week',
  locatorstate: ['TX', 'OH'],
  requireemailaddress: 'T',
  reportSentTo: ['boss@shop.example'],
  enableMinimumLimitLeads: 'T',
  minimumLimitLeads: 20,
  clientHidePhone: 'T',
  startdatecampaign: '2080-01-01',
  enddatecampaign: '2080-02-01',
};

describe('a copy of a campaign', () => {
  test('is a draft with all its settings, whatever became of the original', async () => {
    const id = await made(settings);
    const answer = await clone(id, owner);
    expect([answer.status, answer.body.status], answer.text).toEqual([200, 'draft']);
    const { leadspeek_api_id, campaignName, created_at: _at, ...copied } = await one(answer.body.leadspeek_api_id);
    const { leadspeek_api_id: _id, campaignName: _name, created_at: _then, ...original } = await one(id);
    expect(leadspeek_api_id).not.toBe(id);
    expect(campaignName).toBe('Copy of Shop');
    expect(copied).toEqual(original);
    expect(copied).toMatchObject({
      urlCode: settings.urlCode,
      gtminstalled: 'T',
      locatorstate: ['TX', 'OH'],
      startdatecampaign: '2080-01-01',
    });
  });

  test('has no dates when one of them has passed', async () => {
    const id = await made({ startdatecampaign: '2020-01-01', enddatecampaign: '2080-02-01' });
    const copy = await one((await clone(id, owner, { campaignName: 'Again' })).body.leadspeek_api_id);
    expect(copy).toMatchObject({ campaignName: 'Again', startdatecampaign: '', enddatecampaign: '' });
  });

  test('by the client itself costs what a new one costs, and what its agency said still holds', async () => {
    const id = await made(settings);
    const copy = await one((await clone(id, client)).body.leadspeek_api_id);
    const usual = await one(await made({}));
    expect(copy.CostSet).toBe(usual.CostSet);
    expect(copy.CostSet).not.toBe('7.50');
    expect(copy).toMatchObject({ clientHidePhone: 'T', enableMinimumLimitLeads: 'T', minimumLimitLeads: 20 });
  });

  test('of a foreign or unknown campaign does not come about', async () => {
    const id = await made({});
    const before = await count();
    for (const as of [app.fixtures.b.owner, app.fixtures.a.clients[1]!.user]) expect((await clone(id, as)).status).toBe(404);
    expect((await clone(999_999, owner)).status).toBe(404);
    expect((await clone(id, owner, { campaignName: ' ' })).status).toBe(422);
    expect(await count()).toBe(before);
  });
});

describe('what would become of a campaign', () => {
  const rehearse = (path: string, id: number, body: object, as = owner) =>
    app.call('POST', `/api/leadspeek/client/${path}/rehearsal`, as, { body: { leadspeekID: id, ...body } });

  test('is said as the call itself would say it, and changes nothing', async () => {
    const [good, ended] = [await made({ urlCode: 'https://shop.example/' }), await made({ enddatecampaign: '2021-01-01' })];
    const outcomes = await Promise.all([good, ended].map((id) => rehearse('activepause', id, { status: 'active' })));
    const real = await app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: ended, status: 'active' } });
    expect(outcomes.map(({ status }) => status)).toEqual([200, 409]);
    expect(outcomes[1]!.body.detail).toBe(real.body.detail);
    expect([(await one(good)).status, (await one(ended)).status]).toEqual(['draft', 'draft']);
    const moves = await app.kernel.platform('campaigns_move').whereIn('campaign_id', [good, ended]);
    expect(moves).toEqual([]);
  });

  test('is told nobody else', async () => {
    const id = await made({});
    expect((await rehearse('archive', id, { status: 'T' }, app.fixtures.b.owner)).status).toBe(404);
    expect((await rehearse('archive', id, { status: 'T' })).status).toBe(409);
  });
});

const count = async (): Promise<number> => Number((await app.kernel.platform('campaigns_campaign').count({ n: '*' }).first())!['n']);
