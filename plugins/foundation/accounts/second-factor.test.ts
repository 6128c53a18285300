import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { captchaSecret: '' } });
  const hash = await hashPassword(PASSWORD);
  const { a, b, operator, sales } = app.fixtures;
  for (const p of [a.owner, a.admin, a.clients[0]!.user, a.clients[1]!.user, b.owner, b.admin, b.clients[0]!.user, operator, sales])
    await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, hash);
});
afterAll(() => app.close());

const rates = () => app.kernel.platform('core_rate').delete();
const login = async (p: Person) => (
  await rates(),
  app.call('POST', '/api/login', null, { body: { username: p.email, password: PASSWORD } })
);
const verify = (p: Person, code: string, challenge?: string) =>
  app.call('POST', '/api/verifylogin', null, { body: { email: p.email, code, ...(challenge ? { challenge } : {}) } });
const offer = (p: Person) => app.call('GET', `/api/setting/get-google-tfa/${p.id}/${p.tenant.id}`, p);
const choose = (p: Person, body: object, as: Person | string = p) => app.call('PUT', `/api/setting/twofactorauth/${p.id}`, as, { body });
const state = async (p: Person) => (await app.call('GET', `/api/setting/twofactorauth/${p.id}`, p)).body;
const codeNow = (secret: string, ahead = 0) => generate({ secret, epoch: Math.floor((Date.now() + app.clockOffset) / 1000) + ahead });
const mailTo = (p: Person) => app.kernel.platform('core_mail').where({ recipient: p.email }).orderBy('id', 'desc').first();
/** Asks which code of the factor until now is wanted, and gives it. */
const replaceFactor = async (p: Person, body: object, current: string, as: Person | string = p) => {
  const asked = await choose(p, body, as);
  expect(asked.body.code).toMatch(/^accounts\.factor\.current-/);
  return choose(p, { ...body, current }, as);
};
const mailedCode = async (p: Person): Promise<string> => /code is (\d{6})/.exec((await mailTo(p)).body)![1]!;

/** Switches the authenticator app on; answers its secret, the code that was spent on it, and the recovery codes. */
async function enrol(p: Person, confirmed = true): Promise<{ secret: string; spent: string; recovery: string[] }> {
  const { secretKey } = (await offer(p)).body;
  const body = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey };
  const spent = await codeNow(secretKey, -30);
  const saved = await choose(p, confirmed ? { ...body, code: spent } : body);
  expect(saved.status).toBe(200);
  return { secret: secretKey, spent, recovery: saved.body.recovery_codes };
}

describe('the authenticator app', () => {
  test('shows a picture and a secret, the same for ten minutes, and takes no other', async () => {
    const { operator } = app.fixtures;
    const first = (await offer(operator)).body;
    expect(first.qrCodeUrl).toMatch(/^<svg /);
    expect(first.secretKey).toMatch(/^[A-Z2-7]{32}$/);
    expect((await offer(operator)).body.secretKey).toBe(first.secretKey);
    const body = { two_factor_auth: true, two_factor_auth_type: 'google' };
    for (const secretKey of [undefined, '', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'])
      expect((await choose(operator, { ...body, secretKey })).status).toBe(422);
    app.clockOffset = 11 * 60_000;
    expect((await choose(operator, { ...body, secretKey: first.secretKey }, await fresh(operator))).status).not.toBe(200);
    app.clockOffset = 0;
    expect((await offer(operator)).body.secretKey).toBe(first.secretKey);
    expect(await state(operator)).toMatchObject({ two_factor_auth: false, two_factor_auth_type: 'none' });
    const stored = await app.kernel.platform('accounts_credential').where({ account_id: operator.id }).first();
    expect(JSON.stringify(stored)).not.toContain(first.secretKey);
  });

  test('a wrong code with the secret changes nothing', async () => {
    const p = app.fixtures.b.admin;
    const { secretKey } = (await offer(p)).body;
    const right = await codeNow(secretKey);
    const wrong = right === '000000' ? '000001' : '000000';
    const answer = await choose(p, { two_factor_auth: true, two_factor_auth_type: 'google', secretKey, code: wrong });
    expect(answer.body.errors).toMatchObject([{ field: 'code' }]);
    expect(await state(p)).toMatchObject({ two_factor_auth_type: 'none' });
  });

  test('asks at sign-in; one code used by many at once lets in one, and never again', async () => {
    const p = app.fixtures.a.owner;
    const other = await app.kernel.sessions.open({ accountId: p.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    const { secret, spent } = await enrol(p);
    expect((await app.call('GET', '/api/user', other)).status).toBe(401);
    expect((await mailTo(p)).body).toMatch(/authenticator app/);
    expect(await state(p)).toMatchObject({ two_factor_auth: true, two_factor_auth_type: 'google', confirmed: true, recovery_left: 10 });

    const asked = (await login(p)).body;
    expect(asked).toMatchObject({ two_factor_auth_type: 'google' });
    expect(asked.access_token).toBeUndefined();
    expect((await verify(p, spent, asked.challenge)).status).toBe(422); // spent when it was switched on
    const code = await codeNow(secret);
    const tries = await Promise.all(Array.from({ length: 4 }, () => verify(p, code, asked.challenge)));
    expect(tries.filter((t) => t.status === 200)).toHaveLength(1);
    expect((await app.call('GET', '/api/user', tries.find((t) => t.status === 200)!.body.rows.access_token)).status).toBe(200);
    const again = (await login(p)).body;
    expect((await verify(p, code, again.challenge)).status).toBe(422);
  });

  test('a hundred uses of one code, each with a challenge to itself, are one', async () => {
    const p = app.fixtures.sales;
    const { secret } = await enrol(p);
    const code = await codeNow(secret);
    const row = { account_id: p.id, company_id: p.tenant.id, ip: '127.0.0.1', expires_at: new Date(Date.now() + 60_000) };
    const challenges = (await app.kernel
      .platform('accounts_challenge')
      .insert(Array.from({ length: 100 }, () => row))
      .returning('id')) as { id: string }[];
    const answers: number[] = [];
    for (let at = 0; at < 100; at += 25) {
      await rates();
      const part = challenges.slice(at, at + 25);
      answers.push(...(await Promise.all(part.map(({ id }) => verify(p, code, id)))).map((a) => a.status));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });

  test('codes of the step before and after are good, those further away are not', async () => {
    const p = app.fixtures.b.clients[0]!.user;
    const { secret } = await enrol(p, false);
    for (const [ahead, status] of [
      [-90, 422],
      [90, 422],
      [-30, 200],
      [30, 200],
    ] as const) {
      const { challenge } = (await login(p)).body;
      expect((await verify(p, await codeNow(secret, ahead), challenge)).status, `${ahead} s`).toBe(status);
    }
  });

  test('unconfirmed, it lets a mailed code stand in; one code confirms it, and the mail is no way round it any more', async () => {
    const p = app.fixtures.b.owner;
    const { secret } = await enrol(p, false);
    expect(await state(p)).toMatchObject({ two_factor_auth_type: 'google', confirmed: false });
    const first = (await login(p)).body;
    expect((await app.call('GET', `/api/verifylogin/${first.challenge}`)).body).toEqual({ two_factor_auth_type: 'google', can_mail: true });
    const mailed = await app.call('POST', '/api/resendcode', null, { body: { email: p.email, challenge: first.challenge } });
    expect(mailed.body.go).toMatch(/challenge=/);
    expect((await verify(p, await mailedCode(p), /challenge=([\w-]+)/.exec(mailed.body.go)![1])).status).toBe(200);

    const second = (await login(p)).body;
    expect((await verify(p, await codeNow(secret), second.challenge)).status).toBe(200);
    const third = (await login(p)).body;
    expect((await app.call('GET', `/api/verifylogin/${third.challenge}`)).body).toMatchObject({ can_mail: false });
    const before = (await mailTo(p)).id;
    const refused = await app.call('POST', '/api/resendcode', null, { body: { email: p.email, challenge: third.challenge } });
    expect(refused.body.go).toBeUndefined();
    expect((await mailTo(p)).id).toBe(before);
  });
});

describe('recovery codes', () => {
  test('ten, shown once, each good for one sign-in; new ones make the old ones void', async () => {
    const p = app.fixtures.a.admin;
    const { recovery } = await enrol(p);
    expect(recovery).toHaveLength(10);
    expect(new Set(recovery).size).toBe(10);
    const rows = JSON.stringify(await app.kernel.platform('accounts_recovery').where({ account_id: p.id }));
    expect(recovery.some((code) => rows.includes(code))).toBe(false);
    const { challenge } = (await login(p)).body;
    const uses = await Promise.all(Array.from({ length: 4 }, () => verify(p, recovery[0]!.toUpperCase(), challenge)));
    expect(uses.filter((u) => u.status === 200)).toHaveLength(1);
    expect((await mailTo(p)).body).toMatch(/left: 9/);
    const next = (await login(p)).body;
    expect((await verify(p, recovery[0]!, next.challenge)).status).toBe(422);
    const token = await fresh(p);
    const renew = (body: object) => app.call('POST', `/api/setting/recovery-codes/${p.id}`, token, { body });
    expect((await renew({})).body.code).toBe('accounts.factor.current-app');
    const renewed = await renew({ current: recovery[2] });
    expect((await verify(p, recovery[1]!, next.challenge)).status).toBe(422);
    expect((await verify(p, renewed.body.recovery_codes[0], next.challenge)).status).toBe(200);
  });
});

describe('the code by mail', () => {
  test('is chosen, asked for, and turned off again, each time told by mail', async () => {
    const p = app.fixtures.a.clients[0]!.user;
    expect((await choose(p, { two_factor_auth: true, two_factor_auth_type: 'email' })).body.recovery_codes).toHaveLength(10);
    expect((await choose(p, { two_factor_auth: true, two_factor_auth_type: 'email' })).body.recovery_codes).toBeUndefined();
    const { challenge } = (await login(p)).body;
    const done = await verify(p, await mailedCode(p), challenge);
    const token = done.body.rows.access_token;
    const off = { two_factor_auth: false, two_factor_auth_type: 'email' };
    expect((await choose(p, off, token)).body.code).toBe('accounts.factor.current-mail');
    expect((await choose(p, { ...off, current: await mailedCode(p) }, token)).status).toBe(200);
    expect((await mailTo(p)).body).toMatch(/no second factor/);
    expect((await login(p)).body.access_token).toBeTruthy();
  });

  test('belongs to the sign-in that asked for it', async () => {
    const p = app.fixtures.a.clients[1]!.user;
    await choose(p, { two_factor_auth: true, two_factor_auth_type: 'email' });
    const { challenge } = (await login(p)).body;
    const code = await mailedCode(p);
    await app.kernel.platform('accounts_challenge').where({ id: challenge }).update({ ip: '203.0.113.9' });
    expect((await verify(p, code)).status).toBe(422);
    expect((await verify(p, code, crypto.randomUUID())).status).toBe(422);
    expect((await verify(p, code, challenge)).status).toBe(200);
  });

  test('asked for again by somebody unknown answers like anybody', async () => {
    await rates();
    const [known, unknown] = await Promise.all(
      [app.fixtures.a.clients[1]!.user.email, 'nobody@test.example'].map((email) =>
        app.call('POST', '/api/resendcode', null, { body: { email } }),
      ),
    );
    expect([known!.status, known!.body]).toEqual([unknown!.status, unknown!.body]);
  });
});

describe('changing it asks for the one until now', () => {
  const off = { two_factor_auth: false, two_factor_auth_type: 'none' };

  test('mailed: no other code, none of another session, none of a sign-in; five wrong ones are the end of it', async () => {
    const p = app.fixtures.b.clients[1]!.user;
    await choose(p, { two_factor_auth: true, two_factor_auth_type: 'email' });
    const [mine, other] = [await fresh(p), await fresh(p)];
    const asked = await choose(p, off, mine);
    expect(asked.status).toBe(422);
    expect(asked.body.errors).toMatchObject([{ field: 'current' }]);
    const code = await mailedCode(p);
    expect((await choose(p, { ...off, current: code }, other)).status).toBe(422);
    // Nor does it complete a sign-in, for which the password was not given.
    expect((await verify(p, code)).status).toBe(422);
    expect((await choose(p, { ...off, current: wrongOf(code) }, mine)).body.errors).toMatchObject([{ field: 'current' }]);
    expect(await state(p)).toMatchObject({ two_factor_auth_type: 'email' });
    for (let n = 0; n < 4; n++) await choose(p, { ...off, current: wrongOf(code) }, mine);
    expect((await choose(p, { ...off, current: code }, mine)).status).toBe(422);
    await app.kernel.platform('accounts_challenge').where({ account_id: p.id }).delete();
    const late = await app.kernel.sessions.open({ accountId: p.id, ip: '', agent: '', aal: 2, aalNeeded: 2 });
    await choose(p, off, late);
    expect((await choose(p, { ...off, current: await mailedCode(p) }, late)).status).toBe(200);
    const stored = await app.kernel.platform('accounts_credential').where({ account_id: p.id }).first();
    expect(stored.second_factor).toBe('none');
  });

  test('the app: neither off nor another app nor the mail without its code, which counts once; a recovery code stands in', async () => {
    const p = app.fixtures.operator;
    const { secret, recovery } = await enrol(p);
    const token = await fresh(p);
    const byMail = { two_factor_auth: true, two_factor_auth_type: 'email' };
    const { secretKey } = (await offer(p)).body;
    const another = { two_factor_auth: true, two_factor_auth_type: 'google', secretKey, code: await codeNow(secretKey) };
    const before = (await mailTo(p)).id;
    for (const body of [off, byMail, another]) {
      expect((await choose(p, body, token)).body.code).toBe('accounts.factor.current-app');
      expect((await choose(p, { ...body, current: await codeNow(secretKey) }, token)).status).toBe(422);
    }
    expect((await mailTo(p)).id).toBe(before);
    const code = await codeNow(secret);
    expect((await replaceFactor(p, another, code, token)).status).toBe(200);
    expect((await replaceFactor(p, off, code, token)).status).toBe(422);
    expect((await choose(p, { ...off, current: recovery[0] }, token)).status).toBe(422); // void with the app they belonged to
    const lost = (await choose(p, { ...byMail, current: await codeNow(secretKey, 30) }, token)).body.recovery_codes;
    expect((await choose(p, { ...off, current: lost[0] }, token)).status).toBe(200);
  });

  test('an app that never showed a code lets a mailed one stand in', async () => {
    const p = app.fixtures.operator;
    const token = await fresh(p);
    const { secretKey } = (await app.call('GET', `/api/setting/get-google-tfa/${p.id}/${p.tenant.id}`, token)).body;
    await choose(p, { two_factor_auth: true, two_factor_auth_type: 'google', secretKey }, token);
    expect((await choose(p, off, token)).body.code).toBe('accounts.factor.current-mail');
    expect((await choose(p, { ...off, current: await mailedCode(p) }, token)).status).toBe(200);
  });
});

describe('isolation', () => {
  test("somebody else's second factor answers like a missing one", async () => {
    const [mine, theirs] = [app.fixtures.a.clients[0]!.user, app.fixtures.b.admin];
    const body = { two_factor_auth: false, two_factor_auth_type: 'none' };
    const calls = [
      app.call('GET', `/api/setting/twofactorauth/${theirs.id}`, await fresh(mine)),
      app.call('GET', `/api/setting/get-google-tfa/${theirs.id}/${theirs.tenant.id}`, await fresh(mine)),
      app.call('GET', `/api/setting/get-google-tfa/${mine.id}/${theirs.tenant.id}`, await fresh(mine)),
      app.call('PUT', `/api/setting/twofactorauth/${theirs.id}`, await fresh(mine), { body }),
      app.call('POST', `/api/setting/recovery-codes/${theirs.id}`, await fresh(mine)),
    ];
    expect((await Promise.all(calls)).map((c) => c.status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('changing it wants the password again once ten minutes have passed', async () => {
    const p = app.fixtures.b.admin;
    const token = await fresh(p);
    await app.kernel
      .platform('core_session')
      .where({ account_id: p.id })
      .update({ fresh_at: new Date(Date.now() - 11 * 60_000) });
    const ask = () => choose(p, { two_factor_auth: true, two_factor_auth_type: 'email' }, token);
    expect((await ask()).body.code).toBe('core.problem.step-up');
    await rates();
    await app.call('POST', '/api/user/confirm', token, { body: { password: PASSWORD } });
    expect((await ask()).status).toBe(200);
  });

  test('a session that has not shown its second factor may do nothing', async () => {
    const half = await app.kernel.sessions.open({ accountId: app.fixtures.operator.id, ip: '', agent: '', aal: 1, aalNeeded: 2 });
    expect((await app.call('GET', '/api/user', half)).body.code).toBe('core.problem.second-factor');
  });

  test('a new password by link does not pass by the second factor', async () => {
    const p = app.fixtures.a.owner;
    await rates();
    await app.call('POST', '/api/forgetpass', null, { body: { username: p.email } });
    const token = /token=([\w-]+)/.exec((await mailTo(p)).body)![1]!;
    const done = await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: PASSWORD } });
    expect(done.body.access_token).toBeUndefined();
    expect((await login(p)).body).toMatchObject({ two_factor_auth_type: 'google' });
  });

  test('whoever has a second factor may have a short password, and keeps the factor as long as they have', async () => {
    const p = app.fixtures.a.clients[1]!.user;
    const token = await fresh(p);
    const change = (currpassword: string, newpassword: string) =>
      app.call('POST', '/api/user/resetpassword', token, { body: { usrID: p.id, currpassword, newpassword } });
    expect((await change(PASSWORD, 'k7#mQ')).status).toBe(422);
    expect((await change(PASSWORD, 'k7#mQ2!x')).body.result).toBe('success');
    const off = { two_factor_auth: false, two_factor_auth_type: 'none' };
    expect((await choose(p, off, token)).body.code).toBe('accounts.factor.short-password');
    expect((await change('k7#mQ2!x', 'a longer set of unrelated words')).body.result).toBe('success');
    await choose(p, off, token);
    expect((await choose(p, { ...off, current: await mailedCode(p) }, token)).status).toBe(200);
  });
});

const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000');

/** A session of its own, signed in a moment ago. */
const fresh = (p: Person): Promise<string> =>
  app.kernel.sessions.open({ accountId: p.id, ip: '127.0.0.1', agent: 'test', aal: 2, aalNeeded: 2 });
