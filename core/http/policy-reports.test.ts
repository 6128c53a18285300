import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { violationOf } from './policy-reports.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { roles: ['web'], trustedHops: 1 } });
});
afterAll(() => app.close());

const reportOf = (more: Record<string, unknown> = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'https://a.example/reset/eyJhbGciOi/42?token=secret#x',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?who=jane@example.com',
      ...more,
    },
  });

test('of a report a few words are kept, and of what extensions of a browser cause nothing', () => {
  expect(violationOf(reportOf())).toEqual({ directive: 'script-src-elem', blocked: 'evil.example', page: '/reset/*/*' });
  expect(violationOf(reportOf({ 'blocked-uri': 'trusted-types-sink' }))).toMatchObject({ blocked: 'trusted-types-sink' });
  expect(violationOf(reportOf({ 'blocked-uri': 'data:text/html,<secret>' }))).toMatchObject({ blocked: 'data:' });
  expect(violationOf(reportOf({ 'blocked-uri': 'chrome-extension://abc/x.js' }))).toBeNull();
  expect(violationOf(reportOf({ 'source-file': 'moz-extension://abc/x.js' }))).toBeNull();
  const bad = ['', 'null', '[]', '{"csp-report":7}', reportOf({ 'effective-directive': '<b>' }), reportOf({ 'document-uri': 'x' })];
  for (const text of bad) expect([text, violationOf(text)]).toEqual([text, 'malformed']);
});

test('a flood fills neither the memory nor the table: so many a minute from a network, so many kinds a day from all', async () => {
  const send = async (from: string, raw: string) =>
    (await app.call('POST', '/csp-report', null, { raw, headers: { 'content-type': 'application/csp-report', 'x-forwarded-for': from } }))
      .status;
  const one = await Promise.all(Array.from({ length: 100 }, () => send('192.0.2.1', reportOf())));
  expect([one.filter((s) => s === 204).length, one.filter((s) => s === 429).length]).toEqual([30, 70]);
  expect(await send('192.0.2.2', 'x'.repeat(20_000))).toBe(413);
  expect(await send('192.0.2.2', '{')).toBe(400);
  const letters = Array.from({ length: 20 }, (_, n) => String.fromCodePoint(97 + n));
  const kinds = letters.flatMap((x) => letters.map((y) => `https://a.example/${x}${y}`));
  const many = await Promise.all(
    kinds.map((page, n) => send(`198.51.${n % 100}.7`, reportOf({ 'document-uri': page, 'blocked-uri': 'inline' }))),
  );
  expect(new Set(many)).toEqual(new Set([204]));
  await app.serving.stop(); // what was counted is written
  const rows = await app.kernel.platform('core_policy_report').orderBy('count', 'desc');
  expect(rows).toHaveLength(200);
  expect(rows[0]).toMatchObject({ directive: 'script-src-elem', blocked: 'evil.example', page: '/reset/*/*', count: 30 });
});
