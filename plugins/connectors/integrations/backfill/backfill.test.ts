import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { forgetLeads, leadsFake } from '../leads.fake.ts';
import { Receiver } from '../receiver.fake.ts';

/** Leads of a period are sent afterwards: each once, also beside new ones, and as long as nobody stops it. */
let app: TestApp;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  app = await startTestApp({ plugins: [leadsFake], config: { egressAllow: [other.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('core_rate').delete();
  other.received.length = 0;
  forgetLeads();
});

/** The day on which all leads of the fake were made. */
const PERIOD = '2026-11-01..2026-11-01';
const fresh = (): Person => app.fixtures.a.clients[0]!.user;
const connect = async (who: Person, path = '/hook'): Promise<number> =>
  (await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body: { name: 'Hook', url: other.url(path) } }))
    .body.id;
const lead = (who: Person, ...names: string[]) =>
  app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: who.tenant.id, names } });
const count = async (id: number, who: Person, period = PERIOD) =>
  (await app.call('GET', `/api/integrations/${id}/backfill/count?period=${period}`, who)).body;
const begin = (id: number, who: Person, period = PERIOD) => app.call('POST', `/api/integrations/${id}/backfill`, who, { body: { period } });
const list = async (id: number, who: Person) =>
  (await app.call('GET', `/api/integrations/${id}/backfill`, who)).body.data as { id: number }[];
const names = (path = '/hook') => other.at(path).map(({ body }) => JSON.parse(body).data.firstName as string);
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `N${i}`);
const goOn = async () => {
  await app.tick('integrations.backfill');
  await app.settle();
};

describe('earlier leads', () => {
  test('are counted first and sent once, the newest first, without those that arrived', async () => {
    const who = fresh();
    await lead(who, 'Old');
    await app.settle();
    const id = await connect(who);
    await lead(who, 'Had');
    await app.settle();
    const before = await count(id, who);
    expect(before).toMatchObject({ arrived: 1, is_least: false, first: '2026-11-01', last: '2026-11-01' });
    expect((await begin(id, who)).body.message).toMatch(/being sent/);
    await app.settle();
    await goOn();
    expect(names()).toEqual(['Had', ...new Set(names().slice(1))]);
    expect(names()).toHaveLength(before.leads);
    expect(names().at(1)).toBe('Old');
    expect(await list(id, who)).toMatchObject([
      { state: 'done', total: before.to_send, arrived: before.to_send, waiting: 0, percentage: 100 },
    ]);
    expect((await begin(id, who)).status).toBe(409);
    expect(await count(id, who)).toMatchObject({ to_send: 0, arrived: before.leads });
    expect(await count(id, who, '2026-10-01..2026-10-31')).toMatchObject({ leads: 0 });
  });

  test('go a few at a time, so that a new lead does not wait behind all of them', async () => {
    const who = app.fixtures.a.clients[1]!.user;
    await lead(who, ...numbered(450));
    await app.settle();
    const id = await connect(who, '/many');
    other.plan('/many', { status: 429, headers: { 'retry-after': '600' } });
    await begin(id, who);
    await app.settle();
    await goOn();
    await goOn();
    expect(await list(id, who)).toMatchObject([{ state: 'running', total: 450, waiting: 200 }]);
    other.plan('/many', 200);
    await app.kernel.platform.raw('update integrations_connection set rest_until = null; update integrations_delivery set next_at = now()');
    for (let n = 0; n < 4; n += 1) await goOn();
    expect(await list(id, who)).toMatchObject([{ state: 'done', waiting: 0, arrived: 450 }]);
    expect(new Set(names('/many')).size).toBe(450);
  });

  test('are being sent until the last has arrived, and can be stopped until then', async () => {
    const who = app.fixtures.b.clients[1]!.user;
    await lead(who, ...numbered(20));
    await app.settle();
    const id = await connect(who, '/few');
    other.plan('/few', { status: 429, headers: { 'retry-after': '600' } });
    await begin(id, who);
    await app.settle();
    await goOn(); // all are queued, none has arrived
    const [going] = await list(id, who);
    expect(going).toMatchObject({ state: 'running', arrived: 0, waiting: 20, percentage: 0 });
    expect((await app.call('POST', `/api/integrations/${id}/backfill/${going!.id}/cancel`, who)).status).toBe(200);
    expect(await list(id, who)).toMatchObject([{ state: 'cancelled', waiting: 0 }]);
  });

  test('stop when somebody says so: what waits is given up and can be sent another time', async () => {
    const who = app.fixtures.b.clients[0]!.user;
    await lead(who, ...numbered(250));
    await app.settle();
    const id = await connect(who, '/stop');
    other.plan('/stop', { status: 429, headers: { 'retry-after': '600' } });
    await begin(id, who);
    await app.settle();
    expect((await begin(id, who)).status).toBe(409); // one at a time
    const [running] = await list(id, who);
    for (const stranger of [app.fixtures.a.owner, app.fixtures.b.clients[1]!.user, app.fixtures.b.owner])
      expect((await app.call('POST', `/api/integrations/${id}/backfill/${running!.id}/cancel`, stranger)).status).toBe(404);
    expect((await app.call('POST', `/api/integrations/${id}/backfill/${running!.id}/cancel`, who)).status).toBe(200);
    expect((await app.call('POST', `/api/integrations/${id}/backfill/${running!.id}/cancel`, who)).status).toBe(404);
    expect(await list(id, who)).toMatchObject([{ state: 'cancelled', waiting: 0 }]);
    other.plan('/stop', 200);
    await app.kernel.platform.raw('update integrations_connection set rest_until = null');
    await goOn();
    expect(names('/stop')).toHaveLength(1); // the one that was refused at first
    expect(await count(id, who)).toMatchObject({ to_send: 250 });
    await begin(id, who);
    for (let n = 0; n < 4; n += 1) await goOn();
    expect(new Set(names('/stop')).size).toBe(250);
  });

  test('follow the connection’s rules, and nothing is sent through one that is off', async () => {
    const who = app.fixtures.b.clients[1]!.user;
    await lead(who, 'A', 'B');
    await app.settle();
    const id = await connect(who, '/rules');
    await app.call('PUT', `/api/integrations/${id}/rules`, who, { body: { states: ['CA'] } });
    expect(await count(id, who)).toMatchObject({ leads: 0, to_send: 0 });
    await app.call('PUT', `/api/integrations/${id}/rules`, who, { body: {} });
    await app.call('PUT', `/api/integrations/${id}/enabled`, who, { body: { enabled: 'F' } });
    expect((await begin(id, who)).status).toBe(409);
    expect(names('/rules')).toEqual([]);
  });
});
