import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Tenant } from '../../core/contract.ts';
import { LeadsConverted, LeadsCreated } from '../../plugins/lead-intake/leads/contract.ts';
import { append } from '../../plugins/administration/open-api/events/feed.store.ts';
import { until } from '../support/until.ts';
import { OpenApiStage } from './stage.ts';

let stage: OpenApiStage;
beforeAll(async () => {
  stage = await OpenApiStage.start();
});
afterAll(() => stage.app.close());
const a = () => stage.app.fixtures.a;
const b = () => stage.app.fixtures.b;

const arrive = (client: Tenant, count: number): Promise<void> =>
  stage.app.inside(client, 'leads', (ctx) =>
    ctx.emit(LeadsCreated, {
      campaignId: 1,
      companyId: client.id,
      product: 'local',
      isTest: false,
      leadIds: Array.from({ length: count }, () => randomUUID()),
    }),
  );

test('tell of leads, in one order, and again from any place', async () => {
  const client = a().clients[0]!.tenant;
  const token = await stage.program(a().owner);
  await arrive(client, 3);
  await Promise.all(Array.from({ length: 5 }, () => arrive(a().clients[1]!.tenant, 2)));
  const events = await stage.events(token, 'lead.created', 13);
  expect(events).toHaveLength(13);
  expect(events[0]).toMatchObject({ type: 'lead.created', sandbox: false, data: { client_id: client.id, campaign_id: 1, is_test: false } });
  const places = events.map(({ id }) => Number(id.split('_')[2]));
  expect(places).toEqual(places.toSorted((x, y) => x - y));
  expect(new Set(places).size).toBe(13);

  const { body } = await stage.get(`/events?types=lead.created&after=${events[4]!.id}&limit=3`, token);
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(events.slice(5, 8).map(({ id }) => id));
  expect(body).toMatchObject({ has_more: true, next_after: events[7]!.id });
  expect((await stage.get(`/events/${events[2]!.id}`, token)).body).toEqual(events[2]);
  const last = events.at(-1)!.id;
  expect((await stage.get(`/events?types=lead.created&after=${last}`, token)).body).toEqual({
    data: [],
    has_more: false,
    next_after: last,
  });
});

test('tell of what happens to campaigns and leads, by ids', async () => {
  const client = a().clients[0]!.tenant;
  const token = await stage.program(a().owner);
  const made = await stage.post('/campaigns', token, { client_id: client.id, product: 'local', name: 'Told' });
  const [created] = await stage.events(token, 'campaign.created', 1);
  expect(created).toMatchObject({ data: { campaign_id: made.body.id, client_id: client.id } });
  const leadId = randomUUID();
  await stage.app.inside(client, 'leads', (ctx) => ctx.emit(LeadsConverted, { companyId: client.id, leadIds: [leadId] }));
  expect(await stage.events(token, 'lead.converted', 1)).toMatchObject([{ data: { lead_id: leadId, client_id: client.id } }]);
});

test('a place is readable only once those before it are: nobody who goes on behind it misses any', async () => {
  const { tenant } = a();
  const event = (name: string) => ({ companyId: tenant.id, type: 'client.created' as const, data: { name } });
  const token = await stage.program(a().owner);
  const places = async () =>
    (await stage.get('/events?types=client.created', token)).body.data.map((shown: { data: { name: string } }) => shown.data.name);
  let held!: () => void;
  let release!: () => void;
  const isHeld = new Promise<void>((done) => (held = done));
  const mayEnd = new Promise<void>((done) => (release = done));
  const first = stage.app.inside(tenant, 'open-api', async (ctx) => {
    await append(ctx, tenant.id, [event('first')]);
    held();
    await mayEnd;
  });
  onTestFinished(release);
  await isHeld;
  const second = stage.app.inside(tenant, 'open-api', (ctx) => append(ctx, tenant.id, [event('second')]));
  await until(async () => {
    const { rows } = await stage.app.kernel.platform.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%open_api_take%'`,
    );
    return rows.length === 1;
  }, 30_000);
  expect(await places().finally(release)).toEqual([]);
  await Promise.all([first, second]);
  expect(await places()).toEqual(['first', 'second']);
});

test('name nobody, and are those of the own agency alone', async () => {
  const [theirs] = await (async () => {
    await arrive(b().clients[0]!.tenant, 1);
    return stage.events(await stage.program(b().owner), 'lead.created', 1);
  })();
  const token = await stage.program(a().owner);
  const { text } = await stage.get('/events?limit=500', token);
  expect(text).not.toContain(theirs!.id);
  expect(text).not.toContain('@');
  expect((await stage.get(`/events/${theirs!.id}`, token)).status).toBe(404);
  expect((await stage.get(`/events?after=${theirs!.id}`, token)).status).toBe(422);
  expect((await stage.app.call('GET', '/api/v1/events', a().clients[0]!.user)).status).toBe(403);
});

test('tell of clients that come and go', async () => {
  const token = await stage.program(a().owner);
  const { body } = await stage.post('/clients', token, { company_name: 'Come', full_name: 'Co Me', email: 'come@test.example' });
  await until(async () => (await stage.events(token, 'client.created', 1)).some(({ data }) => data['client_id'] === body.id), 30_000);
  await stage.app.call('DELETE', `/api/clients/${body.id}`, a().owner);
  const gone = await stage.events(token, 'client.removed', 1);
  expect(gone.at(-1)!.data).toEqual({ client_id: body.id });
});

test('are removed by age, and whoever missed some is told', async () => {
  const token = await stage.program(a().owner);
  await arrive(a().clients[0]!.tenant, 2);
  const events = await stage.events(token, 'lead.created', 2);
  const old = events[1]!;
  await stage.app.kernel
    .platform('open_api_event')
    .where({ agency_id: a().tenant.id })
    .where('position', '<=', Number(old.id.split('_')[2]))
    .update({ at: new Date(Date.now() - 31 * 86_400_000) });
  await stage.app.tick('open-api.purge-events');
  expect(await stage.get(`/events?after=${events[0]!.id}`, token)).toMatchObject({
    status: 410,
    body: { code: 'open-api.problem.events-gone' },
  });
  expect((await stage.get(`/events?after=${old.id}`, token)).status).toBe(200);
  expect((await stage.get('/events', token)).status).toBe(200);
});
