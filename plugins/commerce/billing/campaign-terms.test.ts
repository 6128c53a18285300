import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { AgencyFixtures, Person } from '../../../core/testing/fixtures.ts';
import { campaignFor, connect, giveCard, setActive } from './billing-fixtures.fake.ts';

let app: TestApp;
let agency: AgencyFixtures;
let client: AgencyFixtures['clients'][number];
beforeAll(async () => {
  app = await startTestApp();
  agency = app.fixtures.a;
  client = agency.clients[0]!;
  await connect(app, agency);
  await giveCard(app, client);
  await campaignFor(app, agency, client, { PaymentTerm: 'Weekly', PlatformFee: '25', CostMonth: '40' });
});
afterAll(() => app.close());

const create = (fields: object, as: Person = agency.owner): Promise<Answer> =>
  app.call('POST', '/api/leadspeek/client/create', as, {
    body: { companyID: client.tenant.id, leadspeekType: 'local', campaignName: 'Own terms', ...fields },
  });
const update = (id: number, fields: object, as: Person = agency.owner): Promise<Answer> =>
  app.call('PUT', '/api/leadspeek/client/update', as, { body: { leadspeekID: id, ...fields } });
const one = async (id: number) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, agency.owner)).body;
const fees = (id: number) => app.kernel.platform('billing_line').where({ campaign_id: id, kind: 'platform_fee' }).pluck('amount_cents');

describe('what a call sends of a campaign’s terms', () => {
  test('is what the campaign has, and what is billed when it goes live', async () => {
    const { body } = await create({
      PaymentTerm: 'Weekly',
      PlatformFee: '$12.50',
      CostMonth: 80,
      leadsbuy: 300,
      topupoptions: 'continual',
    });
    const id = body.leadspeek_api_id as number;
    const terms = { PaymentTerm: 'Weekly', PlatformFee: '12.50', CostMonth: '80.00', leadsbuy: 300, topupoptions: 'continual' };
    expect(await one(id)).toMatchObject(terms);
    expect((await setActive(app, agency, id)).status).toBe(200);
    expect(await one(id)).toMatchObject(terms);
    expect(await fees(id)).toEqual(['1250']);
    const [agreed] = await app.kernel.platform('billing_terms').where({ campaign_id: id });
    expect(agreed).toMatchObject({ term: 'Weekly', minimum_cents: '8000' });
  });

  test('left out or empty, they are those of its client', async () => {
    const { body } = await create({ PaymentTerm: '', PlatformFee: '', leadsbuy: 0 });
    expect(await one(body.leadspeek_api_id)).toMatchObject({ PaymentTerm: 'Weekly', PlatformFee: '25.00', CostMonth: '40.00' });
  });

  test('is refused on its field where it cannot be so, and then there is no campaign', async () => {
    const before = await count();
    const { status, body } = await create({ PaymentTerm: 'Monthly', PlatformFee: '30' });
    expect([status, body.errors]).toEqual([422, [{ field: 'PaymentTerm', message: expect.stringContaining('This client pays Weekly') }]]);
    for (const PlatformFee of ['-1', 'much', '1.005']) expect((await create({ PlatformFee })).status).toBe(422);
    expect(await count()).toBe(before);
  });

  test('is said by the agency: its client may repeat it, and no more', async () => {
    expect((await create({ PlatformFee: '25.00', CostMonth: '40' }, client.user)).status).toBe(200);
    const refused = await create({ PlatformFee: '0' }, client.user);
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'PlatformFee']);
  });

  test('may change until the campaign goes live', async () => {
    const id = (await create({})).body.leadspeek_api_id as number;
    expect((await update(id, { CostMonth: '10' })).status).toBe(200);
    expect(await one(id)).toMatchObject({ PlatformFee: '25.00', CostMonth: '10.00' });
    await setActive(app, agency, id);
    expect((await update(id, { CostMonth: '10', PlatformFee: '25' })).status).toBe(200);
    const late = await update(id, { CostMonth: '11', campaignName: 'Late' });
    expect([late.status, late.body.errors[0].field]).toEqual([422, 'CostMonth']);
    expect(await one(id)).toMatchObject({ CostMonth: '10.00', campaignName: 'Own terms' });
  });
});

const count = async (): Promise<number> => Number((await app.kernel.platform('campaigns_campaign').count({ n: '*' }).first())!['n']);
