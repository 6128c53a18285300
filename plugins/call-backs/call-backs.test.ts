import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { conformance } from '../../core/testing/conformance.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

test('what one agency adds, another does not see', async () => {
  const { a, b } = app.world;
  expect((await app.call('POST', '/api/call-backs', a.owner, { body: { name: 'First' } })).status).toBe(200);
  expect((await app.call('GET', '/api/call-backs', a.owner)).body.total).toBe(1);
  expect((await app.call('GET', '/api/call-backs', b.owner)).body.total).toBe(0);
});
