import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { Accounts } from './contract.ts';
import { setPassword } from './accounts.store.ts';
import { fitsHash, hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const store = (p: Person, stored: string) => setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, stored);
const storedOf = async (p: Person): Promise<string> =>
  (await app.kernel.platform('accounts_credential').where({ account_id: p.id }).first('password_hash')).password_hash;
const login = (p: Person, password = PASSWORD) => app.call('POST', '/api/login', null, { body: { username: p.email, password } });

test('a password of an earlier release signs in, and is stored with the pepper from then on', async () => {
  const { owner } = app.fixtures.a;
  await store(owner, await hashPassword(PASSWORD));
  expect((await login(owner, 'not this one at all')).status).toBe(401);
  expect(await storedOf(owner)).toMatch(/^\$argon2id/);
  expect((await login(owner)).status).toBe(200);
  const fresh = await storedOf(owner);
  expect(fresh).toMatch(/^pepper1:\$argon2id/);
  expect((await login(owner)).status).toBe(200);
  expect(await storedOf(owner)).toBe(fresh);
  expect((await login(owner, 'not this one at all')).status).toBe(401);
});

test('the stored form alone says nothing of the password', async () => {
  const { owner } = app.fixtures.a;
  expect(await fitsHash((await storedOf(owner)).slice('pepper1:'.length), PASSWORD)).toBe(false);
});

test('a hash of another cost is made anew, and letters that look alike stay the same password', async () => {
  const { admin } = app.fixtures.a;
  await store(admin, await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 }));
  expect((await login(admin, 'ｃｏｒｒｅｃｔ horse battery staple')).status).toBe(200);
  expect(await storedOf(admin)).toContain('$m=19456,t=2,p=1$');
  expect((await login(admin)).status).toBe(200);
});

test('a new password is stored with the pepper at once', async () => {
  const { owner } = app.fixtures.b;
  await store(owner, await hashPassword(PASSWORD));
  const body = { currpassword: PASSWORD, newpassword: 'another four unrelated words' };
  expect((await app.call('POST', '/api/user/resetpassword', owner, { body })).body.result).toBe('success');
  expect(await storedOf(owner)).toMatch(/^pepper1:/);
  expect((await login(owner, 'another four unrelated words')).status).toBe(200);
});

test('a password that is short because of a demanded code is not enough once the code is no longer demanded', async () => {
  const { user } = app.fixtures.a.clients[0]!;
  const demand = (on: boolean) => app.inside(app.fixtures.a.tenant, 'clients', (ctx) => ctx.use(Accounts).demandFactor(user.id, on));
  await store(user, await hashPassword(PASSWORD));
  await demand(true);
  const body = { currpassword: PASSWORD, newpassword: 'k7#mQ2!x' };
  expect((await app.call('POST', '/api/user/resetpassword', user, { body })).body.result).toBe('success');
  expect((await login(user, 'k7#mQ2!x')).body.two_factor_auth_type).toBe('email');
  await demand(false);
  const refused = await login(user, 'k7#mQ2!x');
  expect([refused.status, refused.body.code, refused.body.access_token]).toEqual([403, 'accounts.login.short-password', undefined]);
  const mail = await app.kernel.platform('core_mail').where({ recipient: user.email }).orderBy('id', 'desc').first();
  const token = /reset-password\?token=([\w-]+)/.exec(mail.body)![1]!;
  const set = (newpassword: string) => app.call('POST', '/api/resetpassword', null, { body: { token, newpassword } });
  expect((await set('only 14 chars!')).body.errors).toMatchObject([{ field: 'newpassword' }]);
  expect((await set(PASSWORD)).status).toBe(200);
  expect((await login(user)).body.access_token).toBeTruthy();
});

test('a flood is turned away with 503 instead of taking the whole processor, and leaves no place taken', async () => {
  const many = await Promise.allSettled(Array.from({ length: 120 }, () => hashPassword(PASSWORD)));
  expect(many.filter((one) => one.status === 'fulfilled')).toHaveLength(4 + 64);
  const flooding = new AbortController();
  // Each takes its place again at once, so that the queue stays full.
  const flood = Promise.all(
    Array.from({ length: 4 + 64 }, async () => {
      while (!flooding.signal.aborted) await hashPassword(PASSWORD);
    }),
  );
  const turnedAway = await login(app.fixtures.a.owner);
  flooding.abort();
  await flood;
  expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await login(app.fixtures.a.owner)).status).toBe(200);
});
