import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyWebhook } from '../../packages/lead-api/src/webhooks.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { OpenApiStage } from './stage.ts';

let stage: OpenApiStage;
let receiver: Receiver;
let token: string;
beforeAll(async () => {
  receiver = await Receiver.start();
  stage = await OpenApiStage.start({ config: { egressAllow: [receiver.host] } });
  token = await stage.program(stage.app.fixtures.a.owner, { mode: 'sandbox' });
});
afterAll(async () => {
  await stage.app.close();
  receiver.stop();
});
beforeEach(async () => {
  await stage.app.kernel.platform('open_api_endpoint').delete();
  receiver.received.length = 0;
});

const endpoint = async (path: string, types?: string[]) => {
  const { status, body, text } = await stage.post('/webhook-endpoints', token, { url: receiver.url(path), ...(types ? { types } : {}) });
  expect(status, text).toBe(201);
  return body as { id: string; secret: string };
};
const lead = async () => (await stage.post('/sandbox/leads', token, { campaign_id: 501 })).body.id as string;
const shown = async (id: string) => (await stage.get('/webhook-endpoints', token)).body.data.find((row: { id: string }) => row.id === id);
const idsAt = (path: string) => receiver.at(path).map(({ body }) => (JSON.parse(body) as { data: { lead_id: string } }).data.lead_id);
const dueNow = () => stage.app.kernel.platform('open_api_endpoint').update({ next_at: new Date(0) });

test('are signed as Standard Webhooks says, and come in the order of the events', async () => {
  const { id, secret } = await endpoint('/signed');
  const leads = [await lead(), await lead(), await lead()];
  await stage.app.settle();
  expect(idsAt('/signed')).toEqual(leads);
  const [call] = receiver.at('/signed');
  const event = verifyWebhook(secret, call!.headers, call!.body);
  expect(event).toMatchObject({ type: 'lead.created', sandbox: true, data: { lead_id: leads[0] } });
  expect(event.id).toBe(call!.headers['webhook-id']);
  expect(() => verifyWebhook(secret, call!.headers, call!.body.replace('501', '502'))).toThrow('signature');
  expect(() => verifyWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, call!.headers, call!.body)).toThrow('signature');
  expect(() => verifyWebhook(secret, { ...call!.headers, 'webhook-timestamp': '1700000000' }, call!.body)).toThrow('old');
  expect(await shown(id)).toMatchObject({ state: 'active', failures: 0, last_status: 200, last_error: null });
  const row = await stage.app.kernel.platform('open_api_endpoint').where({ id }).first();
  expect(row.secret).not.toContain(secret.slice(10));
});

test('one that fails is sent again before the next, later each time, and shows why', async () => {
  const { id } = await endpoint('/flaky');
  receiver.plan('/flaky', 500, 'reset', 200);
  const leads = [await lead(), await lead()];
  await stage.app.settle();
  expect(idsAt('/flaky')).toEqual([leads[0]]);
  expect(await shown(id)).toMatchObject({ failures: 1, last_status: 500, last_error: 'HTTP 500' });
  await dueNow();
  await stage.app.settle();
  expect(await shown(id)).toMatchObject({ failures: 2, last_status: null });
  await dueNow();
  await stage.app.settle();
  expect(idsAt('/flaky')).toEqual([leads[0], leads[0], ...leads]);
  expect(await shown(id)).toMatchObject({ failures: 0, state: 'active' });
});

test('what a process that died was sending is sent by another once its lease is over, and not before', async () => {
  const { id } = await endpoint('/lease');
  const lease = (over: Date) =>
    stage.app.kernel.platform('open_api_endpoint').where({ id }).update({ claim: randomUUID(), lease_until: over });
  await lease(new Date(Date.now() + 60_000));
  const sent = await lead();
  await stage.app.settle();
  expect(receiver.at('/lease')).toEqual([]);
  await lease(new Date(Date.now() - 1000));
  await stage.app.settle();
  expect(idsAt('/lease')).toEqual([sent]);
});

test('stop after too many failures or an answer 410, and go on from any event when asked', async () => {
  const { id } = await endpoint('/gone');
  receiver.plan('/gone', 410, 200);
  const leads = [await lead(), await lead()];
  await stage.app.settle();
  expect(await shown(id)).toMatchObject({ state: 'stopped', last_error: 'HTTP 410' });
  await dueNow();
  await stage.app.settle();
  expect(receiver.at('/gone')).toHaveLength(1);
  expect((await stage.post(`/webhook-endpoints/${id}/replay`, token)).status).toBe(200);
  await stage.app.settle();
  expect(idsAt('/gone')).toEqual([leads[0], ...leads]);

  const { id: first } = JSON.parse(receiver.at('/gone')[0]!.body) as { id: string };
  expect((await stage.post(`/webhook-endpoints/${id}/replay`, token, { after: first })).status).toBe(200);
  await stage.app.settle();
  expect(idsAt('/gone').slice(3)).toEqual([leads[1]]);

  await stage.app.kernel.platform('open_api_endpoint').where({ id }).update({ failures: 9 });
  receiver.plan('/gone', 500);
  await lead();
  await stage.app.settle();
  expect(await shown(id)).toMatchObject({ state: 'stopped', failures: 10 });
});

test('one of live events that stopped stands on the home page of the agency', async () => {
  const { owner } = stage.app.fixtures.a;
  const live = await stage.program(owner);
  const { body } = await stage.post('/webhook-endpoints', live, { url: receiver.url('/live') });
  const causes = async () => (await stage.app.call('GET', '/api/attention', owner)).text;
  expect(await causes()).not.toContain(receiver.url('/live'));
  await stage.app.kernel.platform('open_api_endpoint').where({ id: body.id }).update({ state: 'stopped', last_error: 'HTTP 500' });
  expect(await causes()).toContain(receiver.url('/live'));
  token = await stage.program(owner, { mode: 'sandbox' });
});

test('bring the types that were asked for, to the own endpoints alone', async () => {
  const wanted = await endpoint('/campaigns', ['campaign.updated']);
  await lead();
  await stage.post('/campaigns/501/pause', token);
  await stage.app.settle();
  expect(receiver.at('/campaigns').map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['campaign.updated']);

  const other = await stage.program(stage.app.fixtures.b.owner, { mode: 'sandbox' });
  expect((await stage.get('/webhook-endpoints', other)).body.data).toEqual([]);
  expect((await stage.app.call('DELETE', `/api/v1/webhook-endpoints/${wanted.id}`, other)).status).toBe(404);
  expect((await stage.post(`/webhook-endpoints/${wanted.id}/replay`, other)).status).toBe(404);
  expect((await stage.app.call('DELETE', `/api/v1/webhook-endpoints/${wanted.id}`, token)).status).toBe(200);
});

const as = (method: string, path: string, body?: object) =>
  stage.app.call(method, `/api/developer/webhook-endpoints${path}`, stage.app.fixtures.a.owner, body ? { body } : {});

test('have two secrets for a day after one was rotated, and messages the signatures of both', async () => {
  const { id, secret: before } = await endpoint('/rotated');
  const rotated = await stage.post(`/webhook-endpoints/${id}/rotate-secret`, token);
  expect(rotated.status, rotated.text).toBe(200);
  const { secret: after, old_secret_until: until } = rotated.body as { secret: string; old_secret_until: string };
  expect(after).not.toBe(before);
  const hours = (Date.parse(until) - Date.now()) / 3_600_000;
  expect(hours > 23 && hours < 24.1).toBe(true);
  await lead();
  await stage.app.settle();
  const [both] = receiver.at('/rotated');
  for (const secret of [before, after]) expect(verifyWebhook(secret, both!.headers, both!.body)).toMatchObject({ type: 'lead.created' });

  await stage.app.kernel
    .platform('open_api_endpoint')
    .where({ id })
    .update({ old_until: new Date(Date.now() - 1) });
  await lead();
  await stage.app.settle();
  const last = receiver.at('/rotated').at(-1)!;
  expect(verifyWebhook(after, last.headers, last.body)).toMatchObject({ type: 'lead.created' });
  expect(() => verifyWebhook(before, last.headers, last.body)).toThrow('signature');
  const row = await stage.app.kernel.platform('open_api_endpoint').where({ id }).first();
  for (const sealed of [row.secret, row.old_secret])
    expect([before, after].some((secret) => sealed.includes(secret.slice(10)))).toBe(false);
});

test('show each try of sending, are tested at once, and send again from any of them', async () => {
  const { id, secret } = await endpoint('/shown');
  receiver.plan('/shown', 500, 200);
  const leads = [await lead(), await lead()];
  await stage.app.settle();
  await dueNow();
  await stage.app.settle();
  const tested = await stage.post(`/webhook-endpoints/${id}/test`, token);
  expect(tested.body, tested.text).toMatchObject({ result: 'delivered', status: 200, error: null });
  const made = receiver.at('/shown').at(-1)!;
  expect(verifyWebhook(secret, made.headers, made.body)).toMatchObject({ type: 'endpoint.test', sandbox: true, data: {} });
  const { body } = await stage.get(`/webhook-endpoints/${id}/deliveries`, token);
  expect(body.data.map((row: { type: string; result: string; status: number }) => [row.type, row.result, row.status])).toEqual([
    ['endpoint.test', 'delivered', 200],
    ['lead.created', 'delivered', 200],
    ['lead.created', 'delivered', 200],
    ['lead.created', 'failed', 500],
  ]);
  const page = (await stage.get(`/webhook-endpoints/${id}/deliveries?limit=3`, token)).body;
  expect((await stage.get(`/webhook-endpoints/${id}/deliveries?limit=3&cursor=${page.next_cursor}`, token)).body.data).toEqual(
    body.data.slice(3),
  );

  const rows = (await as('GET', `/${id}/deliveries?Result=failed`)).body.data as { id: number; can_replay: boolean }[];
  expect(rows).toMatchObject([{ can_replay: true }]);
  expect((await as('POST', `/${id}/deliveries/${rows[0]!.id}/replay`)).status).toBe(200);
  await stage.app.settle();
  expect(idsAt('/shown').slice(-2)).toEqual(leads);
  expect((await as('POST', `/${id}/deliveries/${body.data[0].id}/replay`)).status).toBe(404);
  const stranger = (path: string) => stage.app.call('GET', `/api/developer/webhook-endpoints/${id}${path}`, stage.app.fixtures.b.owner);
  expect([(await stranger('')).status, (await stranger('/deliveries')).status]).toEqual([404, 404]);
});

test('that are disabled get nothing, and what came meanwhile once they are resumed', async () => {
  const { id } = await endpoint('/off');
  expect((await stage.post(`/webhook-endpoints/${id}/disable`, token)).body).toMatchObject({ state: 'disabled' });
  const missed = await lead();
  await stage.app.settle();
  expect(receiver.at('/off')).toEqual([]);
  expect((await stage.post(`/webhook-endpoints/${id}/replay`, token)).body).toMatchObject({ state: 'active' });
  await stage.app.settle();
  expect(idsAt('/off')).toEqual([missed]);
});

test('are added on the screen too, with the secret shown once; a test that fails says why', async () => {
  const added = await as('POST', '', { url: receiver.url('/screen'), mode: 'sandbox', types: ['lead.created'] });
  expect(added.status, added.text).toBe(200);
  const [{ value }] = added.body.oneTimeSecret.values as [{ value: string }];
  expect(value).toMatch(/^whsec_/);
  expect((await as('GET', `/${added.body.id}`)).text).not.toContain(value);
  receiver.plan('/screen', 503);
  const failed = await stage.app.call('POST', `/api/v1/webhook-endpoints/${added.body.id}/test`, stage.app.fixtures.a.owner);
  expect(failed).toMatchObject({ status: 409 });
  expect(failed.text).toContain('HTTP 503');
  expect((await as('GET', `/${added.body.id}/deliveries`)).body.data).toMatchObject([
    { type: 'endpoint.test', result: 'failed', status: 503 },
  ]);
});

test('at most ten at a time, also where many are added at once; internal addresses are never called', async () => {
  const many = await Promise.all(
    Array.from({ length: 14 }, (_, n) => stage.post('/webhook-endpoints', token, { url: receiver.url(`/many-${n}`) })),
  );
  expect(many.filter(({ status }) => status === 201)).toHaveLength(10);
  await stage.app.kernel.platform('open_api_endpoint').delete();
  const { body } = await stage.post('/webhook-endpoints', token, { url: 'http://127.0.0.1:1/inside' });
  await lead();
  await stage.app.settle();
  expect(await shown(body.id)).toMatchObject({ failures: 1, last_error: 'The address cannot be reached' });
  expect((await stage.post('/webhook-endpoints', token, { url: 'file:///etc/passwd' })).status).toBe(422);
});
