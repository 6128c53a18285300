import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';
import { FAULT_ROUNDS } from '../../../tests/support/payments.ts';

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
let hash: string;
beforeAll(async () => {
  app = await startTestApp({ config: { trustedHops: 1 } });
  hash = await hashPassword(PASSWORD);
  const { a, b } = app.fixtures;
  for (const { user } of [...a.clients, ...b.clients])
    await setPassword(app.kernel.platform, { id: user.id, companyId: user.tenant.id }, hash);
});
afterAll(() => app.close());

const HOME = '198.51.100.7';
const from = (ip: string, cookie = '') => ({ 'x-forwarded-for': ip, ...(cookie ? { cookie } : {}) });
const login = (username: string, password: string, headers: Record<string, string>): Promise<Answer> =>
  app.call('POST', '/api/login', null, { body: { username, password }, headers });
const verify = (body: object, headers: Record<string, string>) => app.call('POST', '/api/verifylogin', null, { body, headers });
const cookieOf = (answer: Answer): string => answer.headers.get('set-cookie')?.split(';')[0] ?? '';
/** So many times at once, and no more than the bounded queue of password hashes takes: each answer is held back for a moment. */
async function times<R>(count: number, work: (n: number) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  while (done.length < count)
    done.push(...(await Promise.all(Array.from({ length: Math.min(20, count - done.length) }, (_, n) => work(done.length + n)))));
  return done;
}
/** The cookie of a browser in which the person signed in. */
const knownBrowser = async (person: Person): Promise<string> => cookieOf(await login(person.email, PASSWORD, from(HOME)));
/** Addresses of a rented botnet: half of them IPv6 networks. */
const addressOf = (n: number): string =>
  n % 2 ? `203.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}` : `2001:db8:${n.toString(16)}:1::${(n % 7) + 1}`;
const mailsTo = (recipient: string) => app.kernel.platform('core_mail').where({ recipient }).orderBy('id', 'desc');
const failuresOf = async (person: Person): Promise<number> =>
  (await app.kernel.platform('accounts_credential').where({ account_id: person.id }).first('day_failures')).day_failures;

/** Ten thousand at full length (`npm run test:faults`). */
const GUESSES = FAULT_ROUNDS > 20 ? 10_000 : 2_000;

describe('thousands of guesses from rotating addresses', () => {
  test('none succeeds, few are looked at, and the person signs in meanwhile from a known browser', { timeout: 600_000 }, async () => {
    const { user } = app.fixtures.a.clients[0]!;
    const cookie = await knownBrowser(user);
    expect(cookie).toMatch(/^device=/);
    const statuses = new Map<number, number>();
    const own: number[] = [];
    for (let n = 0; n < GUESSES; n += 50) {
      const wave = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          login(n % 100 ? user.email : user.email.toUpperCase(), `guess number ${n + i}`, from(addressOf(n + i))),
        ),
      );
      for (const { status } of wave) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (n % (GUESSES / 5) === 0) own.push((await login(user.email, PASSWORD, from(HOME, cookie))).status);
    }
    // 503: a busy machine looks at no password at all.
    expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([401]);
    expect(await failuresOf(user)).toBeLessThanOrEqual(100);
    expect(own).toEqual([200, 200, 200, 200, 200]);
    // Only one mail says so, and the right password from elsewhere waits like any other.
    expect((await mailsTo(user.email)).filter(({ subject }) => /locked/.test(subject)).length).toBeLessThanOrEqual(1);
  });
});

describe('a lock by strangers', { timeout: 60_000 }, () => {
  const person = () => app.fixtures.a.clients[1]!.user;
  const lockOut = async (email: string): Promise<void> => {
    await times(12, (n) => login(email, 'wrong wrong wrong', from(addressOf(50_000 + n))));
  };

  test('holds for strangers with the right password, for a quarter of an hour; a reset by mail lets the person in', async () => {
    const { user } = app.fixtures.b.clients[0]!;
    await lockOut(user.email);
    expect((await login(user.email, PASSWORD, from(HOME))).status).toBe(401);
    expect((await mailsTo(user.email))[0]!.subject).toMatch(/locked/);
    await app.kernel.platform('accounts_attempt').update({ failed_at: new Date(Date.now() - 16 * 60_000) });
    app.clockOffset = 16 * 60_000;
    expect((await login(user.email, PASSWORD, from(HOME))).status).toBe(200);
    app.clockOffset = 0;
  });

  test('keeps no known browser out, also when the strangers share its address', async () => {
    const cookie = await knownBrowser(person());
    await times(80, () => login(person().email, 'wrong wrong wrong', from(HOME)));
    expect((await login(person().email, PASSWORD, from(HOME))).status).not.toBe(200);
    expect((await login(person().email, PASSWORD, from(HOME, cookie))).status).toBe(200);
  });

  test('is not escaped by a made-up, foreign or altered device cookie', async () => {
    const foreign = await knownBrowser(app.fixtures.b.clients[1]!.user);
    await lockOut(person().email);
    const altered = (await knownBrowser(app.fixtures.b.clients[1]!.user)).replace(/\.(.)/, (_, c) => `.${c === 'A' ? 'B' : 'A'}`);
    for (const cookie of [foreign, altered, 'device=AAAAAAAAAAAAAAAAAAAAAA.AAAA', 'device=x'])
      expect((await login(person().email, PASSWORD, from('192.0.2.9', cookie))).status).toBe(401);
  });

  test('falls on a known browser itself when it guesses', async () => {
    const { user } = app.fixtures.b.clients[1]!;
    const cookie = await knownBrowser(user);
    await times(10, () => login(user.email, 'wrong wrong wrong', from(HOME, cookie)));
    expect(await failuresOf(user)).toBe(0);
    await times(12, () => login(user.email, 'wrong wrong wrong', from('192.0.2.44', cookie)));
    expect((await login(user.email, PASSWORD, from('192.0.2.44', cookie))).status).toBe(401);
  });

  test('does not show whether there is such an account', async () => {
    const unknown = 'nobody-at-all@new.example';
    await lockOut(unknown);
    await lockOut(app.fixtures.a.clients[1]!.user.email);
    const [known, none] = [
      await login(app.fixtures.a.clients[1]!.user.email, PASSWORD, from('192.0.2.50')),
      await login(unknown, PASSWORD, from('192.0.2.51')),
    ];
    expect([known.status, { ...known.body, requestId: '' }]).toEqual([none.status, { ...none.body, requestId: '' }]);
  });
});

describe('codes and links', () => {
  beforeEach(async () => {
    for (const table of ['core_rate', 'accounts_attempt']) await app.kernel.platform(table).delete();
    await app.kernel.platform('accounts_credential').update({ failures: 0, day_failures: 0, locked_until: null });
  });

  test('somebody who knows the password uses up neither the codes nor the tries of a known browser', async () => {
    const { user } = app.fixtures.b.clients[0]!;
    const cookie = await knownBrowser(user);
    await app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'email' });
    const mine = await login(user.email, PASSWORD, from(HOME, cookie));
    const code = /code is (\d{6})/.exec((await mailsTo(user.email))[0]!.body)![1]!;
    const wrong = code === '000000' ? '111111' : '000000';
    await times(8, async (n) => {
      const theirs = await login(user.email, PASSWORD, from(addressOf(70_000 + n)));
      for (let i = 0; i < 6; i += 1)
        await verify({ email: user.email, code: wrong, challenge: theirs.body.challenge }, from(addressOf(80_000 + n)));
      // Without a challenge, from the same address, another browser answers none of the person's.
      await verify({ email: user.email, code: wrong }, from(HOME));
    });
    const done = await verify({ email: user.email, code, challenge: mine.body.challenge }, from(HOME, cookie));
    expect(done.status).toBe(200);
  });

  test('strangers who ask for links leave the person one that works', async () => {
    const { user } = app.fixtures.b.clients[1]!;
    const cookie = await knownBrowser(user);
    const ask = (headers: Record<string, string>) => app.call('POST', '/api/forgetpass', null, { body: { username: user.email }, headers });
    for (const { status } of await times(20, (n) => ask(from(addressOf(90_000 + n))))) expect(status).toBe(200);
    const links = async () => (await mailsTo(user.email)).filter(({ body }) => /reset-password/.test(body)).length;
    expect(await links()).toBe(5);
    await ask(from(HOME, cookie));
    expect(await links()).toBe(6);
  });
});
