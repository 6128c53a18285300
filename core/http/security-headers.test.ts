import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '../../config/default.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { NO_SOURCES } from './plugin-sources.ts';
import { securityHeaders } from './security-headers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test.each(['/', '/login', '/api/user', '/api/nowhere', '/assets/nothing.js'])('%s answers with every promised header', async (path) => {
  const { headers } = await app.call('GET', path, app.fixtures.a.owner);
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

test('each page carries a nonce of its own, the one that its policy names', async () => {
  const pages = await Promise.all(Array.from({ length: 5 }, () => app.call('GET', '/')));
  const nonces = pages.map(({ headers }) => /'nonce-([\w-]+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '');
  pages.forEach(({ text }, n) => expect(text).toContain(`"${nonces[n]}"`));
  expect(new Set(nonces).size).toBe(pages.length);
  expect(nonces[0]!.length).toBeGreaterThan(20);
});

test('with https, browsers stay with it, and reports of the policy also go where those of today send them', async () => {
  const koa = new Koa();
  const config = { environment: 'production', captchaSecret: null, captchaScript: '' } as unknown as Config;
  koa.use(async (ctx, next) => {
    ctx.state = { nonce: 'n' };
    await next();
  });
  koa.use(securityHeaders(config, async () => NO_SOURCES) as unknown as Koa.Middleware).use((ctx) => void (ctx.body = 'ok'));
  const server = koa.listen(0);
  const { headers } = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`);
  server.close();
  expect(headers.get('content-security-policy')).toMatch(/report-uri \/csp-report;report-to policy$/);
  expect(headers.get('reporting-endpoints')).toBe('policy="/csp-report"');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect((await app.call('GET', '/')).headers.get('reporting-endpoints')).toBeNull();
});

test('whoever signs out leaves nothing in the cache', async () => {
  const account = { accountId: app.fixtures.b.owner.id, ip: '', agent: '', aal: 1, aalNeeded: 1 };
  const answer = await app.call('POST', '/api/logout', await app.kernel.sessions.open(account));
  expect(answer.headers.get('clear-site-data')).toBe('"cache"');
  expect((await app.call('GET', '/api/user', app.fixtures.b.owner)).headers.get('clear-site-data')).toBeNull();
});
