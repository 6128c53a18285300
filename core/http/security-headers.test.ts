import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each(['/', '/login', '/api/user', '/api/nowhere', '/assets/nothing.js'])('%s answers with every promised header', async (path) => {
  const { headers } = await app.call('GET', path, app.world.a.owner);
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none';.*object-src 'none';.*base-uri 'none';.*frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default dompurify;report-uri \/csp-report$/,
  );
  expect(headers.get('permissions-policy')).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\).*usb=\(\)/);
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store');
});

test('whoever signs out leaves nothing in the cache', async () => {
  const account = { accountId: app.world.b.owner.id, ip: '', agent: '', aal: 1, aalNeeded: 1 };
  const answer = await app.call('POST', '/api/logout', await app.kernel.sessions.open(account));
  expect(answer.headers.get('clear-site-data')).toBe('"cache"');
  expect((await app.call('GET', '/api/user', app.world.b.owner)).headers.get('clear-site-data')).toBeNull();
});
