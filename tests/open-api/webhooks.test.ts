import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyWebhook } from '../../packages/lead-api/src/webhooks.ts';
import { Receiver } from '../../plugins/integrations/receiver.fake.ts';
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
