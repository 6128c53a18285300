import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { violationsOf } from './policy-reports.ts';

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
  expect(violationsOf(reportOf())).toEqual([{ directive: 'script-src-elem', blocked: 'evil.example', page: '/reset/*/*' }]);
  expect(violationsOf(reportOf({ 'blocked-uri': 'trusted-types-sink' }))).toMatchObject([{ blocked: 'trusted-types-sink' }]);
  expect(violationsOf(reportOf({ 'blocked-uri': 'data:text/html,<secret>' }))).toMatchObject([{ blocked: 'data:' }]);
  expect(violationsOf(reportOf({ 'blocked-uri': 'chrome-extension://abc/x.js' }))).toEqual([]);
  expect(violationsOf(reportOf({ 'source-file': 'moz-extension://abc/x.js' }))).toEqual([]);
  const bad = ['', 'null', '{"csp-report":7}', reportOf({ 'effective-directive': '<b>' }), reportOf({ 'document-uri': 'x' })];
  for (const text of bad) expect([text, violationsOf(text)]).toEqual([text, 'malformed']);
});

test('browsers with the Reporting API send several at once, of which those of the policy count', () => {
  const body = { documentURL: 'https://a.example/leads/7?x=1', effectiveDirective: 'img-src', blockedURL: 'https://evil.example/p.gif' };
  const sent = [
    { type: 'csp-violation', age: 3, url: 'https://a.example/', user_agent: 'Mozilla/5.0', body },
    { type: 'deprecation', body: { id: 'x' } },
    { type: 'csp-violation', body: { ...body, blockedURL: 'inline', effectiveDirective: 'style-src-attr' } },
    { type: 'csp-violation', body: { ...body, sourceFile: 'chrome-extension://abc/x.js' } },
  ];
  expect(violationsOf(JSON.stringify(sent))).toEqual([
    { directive: 'img-src', blocked: 'evil.example', page: '/leads/*' },
    { directive: 'style-src-attr', blocked: 'inline', page: '/leads/*' },
  ]);
  for (const worse of [7, { type: 'csp-violation' }, { type: 'csp-violation', body: 7 }])
    expect(violationsOf(JSON.stringify([worse]))).toEqual(worse === 7 ? [] : 'malformed');
  expect(violationsOf(JSON.stringify(Array(5_000).fill(sent[0])))).toHaveLength(20);
});

test('they are taken as browsers send them', async () => {
  const raw = JSON.stringify([
    { type: 'csp-violation', body: { documentURL: 'https://a.example/', effectiveDirective: 'img-src', blockedURL: 'inline' } },
  ]);
  const sent = { raw, headers: { 'content-type': 'application/reports+json', 'x-forwarded-for': '192.0.2.9' } };
  expect((await app.call('POST', '/csp-report', null, sent)).status).toBe(204);
});

test('a flood fills neither the memory nor the table: so many a minute from a network, so many kinds a day from all', async () => {
  const send = async (from: string, raw: string) =>
    (await app.call('POST', '/csp-report', null, { raw, headers: { 'content-type': 'application/csp-report', 'x-forwarded-for': from } }))
      .status;
  const one = await Promise.all(Array.from({ length: 100 }, () => send('192.0.2.1', reportOf())));
  expect([one.filter((s) => s === 204).length, one.filter((s) => s === 429).length]).toEqual([30, 70]);
  expect(await send('192.0.2.2', 'x'.repeat(40_000))).toBe(413);
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
