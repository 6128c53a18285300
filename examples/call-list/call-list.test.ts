import { afterAll, beforeAll, conformance, expect, startTestApp, test, type TestApp } from 'lead-platform/testing';
import { KEY, startDialer } from './dialer.fake.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let dialer: Awaited<ReturnType<typeof startDialer>>;
beforeAll(async () => {
  dialer = await startDialer();
  app = await startTestApp({ plugins: [plugin], config: { egressAllow: [dialer.host] } });
});
afterAll(async () => {
  await app?.close();
  dialer?.stop();
});

test('what one agency skips, another does not see', async () => {
  const { a, b } = app.fixtures;
  expect((await app.call('POST', '/api/call-list', a.owner, { body: { number: '+1 555 555 0100' } })).status).toBe(200);
  expect((await app.call('GET', '/api/call-list', a.owner)).body.total).toBe(1);
  expect((await app.call('GET', '/api/call-list', b.owner)).body.total).toBe(0);
  expect((await app.call('POST', '/api/call-list', a.owner, { body: { number: 'nobody' } })).status).toBe(422);
});

test('a lead arrives at the dialer that knows the key, and a wrong key is refused on its field', async () => {
  const client = app.fixtures.a.clients[0]!.user;
  const connect = (key: string) =>
    app.call('POST', '/api/integrations/connect/call-list.dialer', client, { body: { url: dialer.url('/contacts'), key } });
  expect((await connect('no-such-key')).body.errors).toMatchObject([{ field: 'key' }]);
  const made = await connect(KEY);
  expect(made.status, made.text).toBe(200);
  expect((await app.call('POST', `/api/integrations/${made.body.id}/test`, client)).body).toMatchObject({ ok: true });
  expect(dialer.received.filter(({ body }) => body.includes('phone'))).toHaveLength(1);
});
