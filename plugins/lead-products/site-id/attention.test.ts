import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { seePixel } from '../../../tests/support/see-pixel.ts';
import { useWallet } from '../../../tests/support/use-wallet.ts';
import { Pixels } from '../../lead-intake/capture/contract.ts';

/** A campaign that runs and cannot bring anything says so, to client and agency alike, until what it lacks is there. */
let app: TestApp;
let owner: Person;
let client: Person;
let id: number;
beforeAll(async () => {
  app = await startTestApp();
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  const made = await app.call('POST', '/api/leadspeek/client/create', client, {
    body: { leadspeekType: 'local', campaignName: 'Shop', urlCode: 'https://shop.example/' },
  });
  id = made.body.leadspeek_api_id;
  await app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: id, status: 'active' } });
});
afterAll(() => app.close());

const view = async (as = client) => (await app.call('GET', `/api/leadspeek/getcampaign/${id}`, as)).body;
/** How many campaigns each cause concerns. */
const counts = async (as = client) => {
  const { body } = await app.call('GET', '/api/attention?product=local', as);
  return Object.fromEntries(body.data.map(({ id: cause, count }: { id: string; count: number }) => [cause, count]));
};
const listed = async (as = client) =>
  (await app.call('GET', '/api/leadspeek/client/-/local/-?CampaignStatus=needs_attention', as)).body.data.map(
    (row: { leadspeek_api_id: number }) => row.leadspeek_api_id,
  );
const seen = (at: Date) => seePixel(app, id, at);
const connect = (company: number, enabled = true) =>
  app.kernel
    .platform('integrations_connection')
    .insert({ company_id: company, connector: 'webhook.leads', name: 'Shop', config: '{}', enabled });

test('without pixel and destination it is in the filter, with both reasons', async () => {
  for (const as of [client, owner]) {
    const shown = await view(as);
    expect(shown).toMatchObject({ status: 'active', state: 'needs_attention', attention: 'lacking' });
    expect([...shown.issues].sort()).toEqual(['integrations.issue.destination', 'site-id.issue.pixel']);
    expect(shown.issuetext).toMatch(/Pixel tab/);
    expect(await listed(as)).toContain(id);
    expect(await counts(as)).toEqual({ 'site-id.issue.pixel': 1, 'integrations.issue.destination': 1 });
  }
  expect(await listed(app.fixtures.b.owner)).toEqual([]);
  expect(await counts(app.fixtures.b.owner)).toEqual({});
  const clients = await app.call('GET', '/api/clients?CampaignStatus=needs_attention', owner);
  expect(clients.body.data.map((row: { company_name: string }) => row.company_name)).toEqual(['Client A1']);
});

test('a pixel that was met counts for thirty days', async () => {
  await app.inside(client.tenant, 'capture', (ctx) => ctx.use(Pixels).of(id));
  await seen(new Date());
  expect((await view()).issues).toEqual(['integrations.issue.destination']);
  await seen(new Date(Date.now() - 31 * 86_400_000));
  expect((await view()).issues).toContain('site-id.issue.pixel');
  await seen(new Date());
});

test('a website that was taken out is one of the reasons, until there is one again', async () => {
  const change = (fields: object) =>
    app.call('PUT', '/api/leadspeek/client/local/update', client, { body: { leadspeekID: id, ...fields } });
  expect((await change({ urlCode: '', urlCodeThankyou: '', allowedHosts: '' })).status).toBe(200);
  for (const as of [client, owner]) {
    const shown = await view(as);
    expect(shown).toMatchObject({ state: 'needs_attention', issues: expect.arrayContaining(['site-id.issue.hosts']) });
    expect(shown.issuetext).toContain('Add the website in Settings');
    expect(await counts(as)).toMatchObject({ 'site-id.issue.hosts': 1 });
  }
  await change({ allowedHosts: 'shop.example' });
  expect(await counts()).not.toHaveProperty('site-id.issue.hosts');
});

test("a destination of the agency serves its client, who does not see it; another client's or one that is off does not", async () => {
  const other = app.fixtures.a.clients[1]!.user;
  await connect(other.tenant.id);
  await connect(client.tenant.id, false);
  expect((await view()).issues).toEqual(['integrations.issue.destination']);
  await connect(owner.tenant.id);
  for (const as of [client, owner]) {
    expect(await view(as)).toMatchObject({ state: 'active', attention: 'none', issues: [], issuetext: '' });
    expect(await listed(as)).toEqual([]);
    expect(await counts(as)).toEqual({});
  }
});

test('an empty data wallet is one of the reasons, before the first lead fails on it', async () => {
  await useWallet(app);
  expect(await view(owner)).toMatchObject({ state: 'needs_attention', issues: ['wallet.guard.empty'] });
  expect(await counts(owner)).toMatchObject({ 'wallet.guard.empty': 1 });
  // A client hears that it waits for its agency, and nothing of its wallet.
  expect(await view()).toMatchObject({ state: 'needs_attention', issues: ['wallet.issue.client'] });
  const { data } = (await app.call('GET', '/api/attention', client)).body as { data: { title: string; text: string; remedy: object }[] };
  expect(JSON.stringify(data.map(({ title, text, remedy }) => [title, text, remedy]))).not.toMatch(/wallet|\$/i);
});

test('what does not run lacks nothing', async () => {
  await app.call('PUT', '/api/leadspeek/client/activepause', owner, { body: { leadspeekID: id, status: 'paused' } });
  expect(await view()).toMatchObject({ state: 'paused', issues: [] });
});
