import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { inputOf } from '../../plugins/connectors/integrations/lead.ts';
import type { Lead } from '../../plugins/lead-intake/leads/contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("a field that operators add to an agency's campaign form is kept, shown with the campaign, and offered to connectors", async () => {
  const { operator, a, b } = app.fixtures;
  const of = `?agency=${a.tenant.id}`;
  const layer = {
    revision: 0,
    ops: [{ field: 'x_reference', set: 'require', value: true }],
    extra: { x_reference: { type: 'string', title: 'Reference', maxLength: 20 } },
  };
  expect((await app.call('PUT', `/api/forms/site-id.campaign/draft${of}`, operator, { body: layer })).status).toBe(200);
  expect((await app.call('POST', `/api/forms/site-id.campaign/publish${of}`, operator)).status).toBe(200);

  const client = a.clients[0]!;
  const create = async (who: typeof client.user, fields: object) => {
    const form = (await app.call('GET', '/api/ui/forms/site-id.campaign', who)).body as { etag: string };
    return app.call('POST', '/api/leadspeek/client/create', who, {
      body: { leadspeekType: 'local', campaignName: 'Shop', urlCode: 'https://shop.example/', ...fields },
      headers: { 'x-form': `site-id.campaign@${form.etag}` },
    });
  };
  expect((await create(client.user, {})).body.errors).toMatchObject([{ field: 'x_reference' }]);
  expect((await create(b.clients[0]!.user, { x_reference: 'A-7' })).status).toBe(422);
  const id: number = (await create(client.user, { x_reference: 'A-7' })).body.leadspeek_api_id;
  expect((await app.call('GET', `/api/leadspeek/getcampaign/${id}`, client.user)).body).toMatchObject({
    x_reference: 'A-7',
    campaignName: 'Shop',
  });

  const lead = {
    id: crypto.randomUUID(),
    campaignId: id,
    product: 'local',
    source: 'x',
    createdAt: new Date(),
    lastSeenAt: new Date(),
    retailCents: 0,
  };
  const input = await app.inside(client.tenant, 'integrations', (ctx) => inputOf(ctx, lead as unknown as Lead));
  expect(input).toMatchObject({ campaign: 'Shop', campaignFields: '{"x_reference":"A-7"}' });
});
