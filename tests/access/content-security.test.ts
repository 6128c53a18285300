import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import kiosk from '../support/kiosk/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [kiosk], config: { roles: ['web'] } });
});
afterAll(() => app.close());

/** The policy of the sign-in page on a host, by directive. */
async function policyOf(host: string): Promise<Record<string, string[]>> {
  const asked = request(`${app.url}/login`, { headers: { host } }).end();
  const [{ headers }] = (await once(asked, 'response')) as [IncomingMessage];
  return Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((line) => line.trim().split(' '))
      .map(([directive, ...sources]) => [directive!, sources]),
  );
}
const SOURCE = 'https://maps.example.com';

test('a plugin lets in what its pages need, and no more', async () => {
  const policy = await policyOf('a.localhost');
  expect([policy['frame-src'], policy['img-src']]).toEqual([
    ["'self'", SOURCE],
    ["'self'", 'data:', 'blob:', SOURCE],
  ]);
  expect(policy['script-src']).toEqual(["'self'"]);
});

test('where it is switched off its sources are not in the header, and elsewhere they stay', async () => {
  const { a, operator } = app.fixtures;
  const switched = await app.call('PUT', `/api/agencies/${a.tenant.id}/modules/kiosk`, operator, { body: { on: false } });
  expect(switched.status, switched.text).toBe(200);
  // The process hears of it a moment later.
  await expect.poll(async () => JSON.stringify(await policyOf('a.localhost'))).not.toContain(SOURCE);
  expect((await policyOf('b.localhost'))['frame-src']).toContain(SOURCE);
});

test('a service that the process has no access to is let in nowhere', async () => {
  expect(JSON.stringify(await policyOf('b.localhost'))).not.toContain('stripe');
  Object.assign(app.kernel.config, { services: { stripe: { publishableKey: 'pk_test' } } });
  const policy = await policyOf('b.localhost');
  expect(policy['script-src']).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com']);
  expect(policy['connect-src']).toEqual(["'self'", 'https://api.stripe.com']);
  expect(policy['frame-src']).toEqual(["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com', SOURCE]);
});
