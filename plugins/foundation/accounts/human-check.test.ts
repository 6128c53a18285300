import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
const SCRIPT = 'https://captcha.example/v2/api.js';
let app: TestApp;
let service: Server;
let asked: URLSearchParams[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{"success":true}' };

beforeAll(async () => {
  service = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const form = new URLSearchParams(text);
      asked.push(form);
      response.writeHead(answer.status).end(form.get('response') === 'forged' ? '{"success":false}' : answer.body);
    });
  });
  await new Promise<void>((resolve) => void service.listen(0, 'localhost', resolve));
  const { port } = service.address() as AddressInfo;
  app = await startTestApp({
    config: {
      captchaSecret: 'a secret',
      captchaUrl: `http://localhost:${port}/siteverify`,
      captchaSiteKey: 'a site key',
      captchaScript: SCRIPT,
      egressAllow: [`localhost:${port}`],
    },
  });
  const { owner } = app.fixtures.a;
  await setPassword(app.kernel.platform, { id: owner.id, companyId: owner.tenant.id }, await hashPassword(PASSWORD));
});
afterAll(async () => {
  await app.close();
  service.close();
});
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: '{"success":true}' };
  for (const table of ['core_rate', 'accounts_attempt']) await app.kernel.platform(table).delete();
  await app.kernel.platform('accounts_credential').update({ failures: 0, locked_until: null });
});

const login = (username: string, password: string, gtoken?: string) =>
  app.call('POST', '/api/login', null, { body: { username, password, ...(gtoken === undefined ? {} : { gtoken }) } });
const fail = async (times: number, username: string): Promise<void> => {
  for (let n = 0; n < times; n += 1) await login(username, 'wrong wrong wrong');
};

test('nobody is asked before the fifth failure', async () => {
  const { owner } = app.fixtures.a;
  await fail(4, owner.email);
  expect((await login(owner.email, PASSWORD, 'whatever')).status).toBe(200);
  expect(asked).toEqual([]);
});

test('then the right password needs a solved puzzle too', async () => {
  const { owner } = app.fixtures.a;
  await fail(5, owner.email);
  const needed = await login(owner.email, PASSWORD);
  expect(needed.status).toBe(422);
  expect(needed.body).toMatchObject({
    code: 'accounts.captcha.needed',
    captcha: 'a site key',
    captcha_script: SCRIPT,
    errors: [{ field: 'gtoken' }],
  });
  expect((await login(owner.email, PASSWORD, 'forged')).body.code).toBe('accounts.captcha.refused');
  expect((await login(owner.email, PASSWORD, 'solved')).status).toBe(200);
  expect(Object.fromEntries(asked.at(-1)!)).toEqual({ secret: 'a secret', response: 'solved', remoteip: expect.stringMatching(/[\d.:]+/) });
});

test('a name that is nobody is asked for just the same', async () => {
  await fail(5, 'nobody@test.example');
  await app.kernel.platform('accounts_attempt').delete().whereRaw('key = (select max(key) from accounts_attempt)');
  expect((await login('nobody@test.example', 'x')).body.code).toBe('accounts.captcha.needed');
});

test('an address that tries many names is asked for the next one', async () => {
  for (let n = 0; n < 5; n += 1) await login(`guess-${n}@test.example`, 'wrong wrong wrong');
  expect((await login('another@test.example', 'x')).body.code).toBe('accounts.captcha.needed');
});

test.for([
  { status: 500, body: '{"success":true}' },
  { status: 200, body: 'not json' },
  { status: 302, body: '' },
])('a service that answers $status "$body" lets nobody in and blames nobody', async (bad) => {
  const { owner } = app.fixtures.a;
  await fail(5, owner.email);
  answer = bad;
  expect((await login(owner.email, PASSWORD, 'solved')).status).toBe(503);
});

test('forgotten passwords and registrations in bulk are asked too', async () => {
  const forget = (n: number) => app.call('POST', '/api/forgetpass', null, { body: { username: `guess-${n}@test.example` } });
  for (let n = 0; n < 5; n += 1) expect((await forget(n)).status).toBe(200);
  expect((await forget(6)).body.code).toBe('accounts.captcha.needed');
  const body = { companyname: 'Bulk', name: 'Bulk Bot', email: 'bulk@new.example', password: 'four quite unrelated words' };
  expect((await app.call('POST', '/api/register', null, { body })).body.code).toBe('accounts.captcha.needed');
  expect((await app.call('POST', '/api/register', null, { body: { ...body, gtoken: 'solved' } })).status).toBe(200);
});

test('the public key is told to sign-in screens, and the policy of pages lets through the origin of the script, no more', async () => {
  const info = await app.call('POST', '/api/getdomainorsubinfo', null, { body: { domainorsub: 'localhost' } });
  expect(info.body.params.recapkey).toBe('a site key');
  const policy = (await app.call('GET', '/login')).headers.get('content-security-policy')!;
  expect(policy.split(';').filter((directive) => directive.includes('captcha.example'))).toEqual([
    "script-src 'self' https://captcha.example",
    "frame-src 'self' https://captcha.example",
  ]);
});
