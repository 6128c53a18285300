import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { conformance } from '../../core/testing/conformance.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { Pixels } from '../capture/contract.ts';
import launch from './index.ts';

conformance(launch);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const steps = async (person: Person): Promise<Record<string, boolean>> => {
  const { status, body } = await app.call('GET', '/api/launch/steps', person);
  expect(status).toBe(200);
  return Object.fromEntries((body as { data: { id: string; done: boolean }[] }).data.map(({ id, done }) => [id, done]));
};

test('each step states itself from data, in order, and only those of the company', async () => {
  const [client] = app.fixtures.a.clients;
  const agency = app.fixtures.a.owner;
  expect(await steps(agency)).toMatchObject({ 'clients.launch': true, 'campaigns.launch': false, 'leads.launch': false });
  expect(Object.keys(await steps(client!.user))).toEqual(['profile.launch', 'campaigns.launch', 'integrations.launch', 'leads.launch']);

  const made = await app.call('POST', '/api/leadspeek/client/create', client!.user, {
    body: { leadspeekType: 'local', campaignName: 'Spring', urlCode: 'https://shop.example/', LimitLead: 5, LimitLeadFreq: 'day' },
  });
  expect(made.status).toBe(200);
  // The pixel exists once somebody looks for its tag.
  await app.inside(client!.tenant, 'capture', (ctx) => ctx.use(Pixels).of(made.body.leadspeek_api_id));
  expect(await steps(client!.user)).toMatchObject({ 'campaigns.launch': true, 'capture.launch': false });
  expect(await steps(agency)).toMatchObject({ 'campaigns.launch': true, 'capture.launch': false });
  expect(await steps(app.fixtures.b.owner)).toMatchObject({ 'campaigns.launch': false });

  await app.kernel.platform('capture_pixel').update({ last_seen_at: new Date() });
  expect((await steps(client!.user))['capture.launch']).toBe(true);
});

test('the root has none', async () => {
  expect((await app.call('GET', '/api/launch/steps', app.fixtures.operator)).status).toBe(403);
});
