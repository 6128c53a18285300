import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import { setPassword } from './accounts.store.ts';
import plugin from './index.ts';
import { hashPassword } from './password.ts';

conformance(plugin);

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const hash = await hashPassword(PASSWORD);
  const { a, b, operator, sales } = app.fixtures;
  for (const p of [a.owner, a.admin, a.clients[0]!.user, a.clients[1]!.user, b.owner, operator, sales]) {
    await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, hash);
  }
});
// All of them come from one address, which may not make so many calls.
beforeEach(() => app.kernel.platform('core_rate').delete());
afterAll(() => app.close());

const login = (username: string, password: string, headers = {}) =>
  app.call('POST', '/api/login', null, { body: { username, password }, headers });
const mails = async (to: string): Promise<{ subject: string; body: string }[]> =>
  app.kernel.platform('core_mail').where({ recipient: to }).orderBy('id', 'desc');

describe('signing in', () => {
  test('the right password opens a session that knows who it is', async () => {
    const answer = await login(app.fixtures.a.owner.email, PASSWORD);
    expect(answer.status).toBe(200);
    const me = await app.call('GET', '/api/user', answer.body.access_token);
    expect(me.body).toMatchObject({
      email: app.fixtures.a.owner.email,
      user_type: 'userdownline',
      systemuser: 'F',
      company_id: app.fixtures.a.tenant.id,
    });
  });

  test('the log names the person who signed in, and nobody who did not', async () => {
    const { owner } = app.fixtures.a;
    const last = (action: string) => app.kernel.platform('core_audit').where({ action, target: owner.email }).orderBy('id', 'desc').first();
    const { name } = await app.kernel.platform('core_account').where({ id: owner.id }).first('name');
    await login(owner.email, PASSWORD);
    expect(await last('accounts.signed-in')).toMatchObject({ actor_id: owner.id, actor_name: name, user_type: 'userdownline' });
    await login(owner.email, 'wrong');
    expect(await last('accounts.login-failed')).toMatchObject({ actor_id: 0, actor_name: '', user_type: 'anonymous' });
  });

  test('the fields of the specification are accepted where they say where the browser is, or nothing', async () => {
    const { root, a } = app.fixtures;
    const body = { username: a.owner.email, password: PASSWORD, gtoken: 'x' };
    const here = { domainName: 'localhost', ownedcompanyid: root.id, companyrootid: String(root.id), idsys: root.id };
    for (const claims of [
      here,
      { ...here, domainName: 'LOCALHOST:3000' },
      { domainName: '', ownedcompanyid: '', companyrootid: '', idsys: '' },
    ])
      expect((await app.call('POST', '/api/login', null, { body: { ...body, ...claims } })).status).toBe(200);
  });

  test.for([
    ['domainName', 'evil.example'],
    ['domainName', 'a.localhost'],
    ['ownedcompanyid', 999],
    ['companyrootid', '999'],
    ['idsys', 0],
  ] as const)(
    'a browser that takes the host for that of another company (%s %j) is refused, also with the right password',
    async ([field, value]) => {
      const body = { username: app.fixtures.a.owner.email, password: PASSWORD, [field]: value };
      const answer = await app.call('POST', '/api/login', null, { body });
      expect([answer.status, answer.body.errors, answer.body.access_token]).toMatchObject([422, [{ field }], undefined]);
    },
  );

  test('a wrong password and an unknown address answer alike', async () => {
    const [wrong, unknown] = [
      await login(app.fixtures.a.admin.email, 'not the password at all'),
      await login('nobody@test.example', PASSWORD),
    ];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });

  test('ten failures lock the account, and its owner is told', async () => {
    const { user } = app.fixtures.a.clients[1]!;
    for (let i = 0; i < 10; i += 1) await login(user.email, 'wrong wrong wrong');
    expect((await login(user.email, PASSWORD)).status).toBe(401);
    expect((await mails(user.email))[0]!.subject).toMatch(/locked/);
  });

  test('logging out ends the session on the server', async () => {
    const { body } = await login(app.fixtures.b.owner.email, PASSWORD);
    expect((await app.call('POST', '/api/logout', body.access_token)).status).toBe(200);
    expect((await app.call('GET', '/api/user', body.access_token)).status).toBe(401);
  });
});

describe('the code by mail', () => {
  test('is asked for, lets in once, and a hundred tries at once let in one', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    await app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'email' });
    const first = await login(user.email, PASSWORD);
    expect(first.body).toMatchObject({ two_factor_auth_type: 'email' });
    expect(first.body.access_token).toBeUndefined();
    const code = /code is (\d{6})/.exec((await mails(user.email))[0]!.body)![1]!;
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => app.call('POST', '/api/verifylogin', null, { body: { email: user.email, code } })),
    );
    expect(tries.filter((t) => t.status === 200)).toHaveLength(1);
    const token = tries.find((t) => t.status === 200)!.body.rows.access_token;
    expect((await app.call('GET', '/api/user', token)).status).toBe(200);
  });

  test('five wrong tries use it up', async () => {
    const person = app.fixtures.sales;
    await app.kernel.platform('accounts_credential').where({ account_id: person.id }).update({ second_factor: 'email' });
    await login(person.email, PASSWORD);
    const code = /code is (\d{6})/.exec((await mails(person.email))[0]!.body)![1]!;
    const wrong = code === '000000' ? '111111' : '000000';
    for (let i = 0; i < 5; i += 1) await app.call('POST', '/api/verifylogin', null, { body: { email: person.email, code: wrong } });
    expect((await app.call('POST', '/api/verifylogin', null, { body: { email: person.email, code } })).status).toBe(422);
  });

  test('is sent again at most once a minute', async () => {
    const user = app.fixtures.operator;
    await app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'email' });
    const { challenge } = (await login(user.email, PASSWORD)).body;
    const again = (known: object) => app.call('POST', '/api/resendcode', null, { body: { email: user.email, ...known } });
    const early = await again({ challenge });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    // Whoever knows the address alone learns nothing, and has no mail sent.
    expect((await again({})).status).toBe(200);
    app.clockOffset = 61_000;
    expect((await again({ challenge })).status).toBe(200);
    app.clockOffset = 0;
    expect((await mails(user.email)).filter(({ body }) => /code is \d{6}/.test(body))).toHaveLength(2);
    await app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'none' });
  });

  test('a stolen table does not tell the code', async () => {
    const person = app.fixtures.b.owner;
    await app.kernel.platform('accounts_credential').where({ account_id: person.id }).update({ second_factor: 'email' });
    await login(person.email, PASSWORD);
    const code = /code is (\d{6})/.exec((await mails(person.email))[0]!.body)![1]!;
    const row = (await app.kernel.platform('accounts_challenge').where({ account_id: person.id }).orderBy('sent_at', 'desc').first()) as {
      id: string;
      account_id: number;
      code_hash: Buffer;
    };
    // Whoever has the row has all of these; a million codes are tried in a second.
    const known = ['', row.id, String(row.account_id)];
    const guesses = known.flatMap((key) => [
      createHmac('sha256', key).update(code),
      createHmac('sha256', key).update(`${row.id}:${code}`),
      createHash('sha256').update(key + code),
      createHash('sha256').update(`${key}:${code}`),
    ]);
    expect(guesses.map((guess) => guess.digest('hex'))).not.toContain(row.code_hash.toString('hex'));
    await app.kernel.platform('accounts_credential').where({ account_id: person.id }).update({ second_factor: 'none' });
  });
});

describe('passwords', () => {
  test('a forgotten one is set by a link that works once and ends all sessions', async () => {
    const person = app.fixtures.a.admin;
    const old = await app.kernel.sessions.open({ accountId: person.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    const [known, unknown] = await Promise.all(
      [person.email, 'nobody@test.example'].map((username) => app.call('POST', '/api/forgetpass', null, { body: { username } })),
    );
    expect(known!.body).toEqual(unknown!.body);
    const token = /token=([\w-]+)/.exec((await mails(person.email))[0]!.body)![1]!;
    const fresh = 'plenty of unrelated words';
    expect((await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: 'short' } })).status).toBe(422);
    expect((await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: fresh } })).status).toBe(200);
    expect((await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: fresh } })).status).toBe(422);
    expect((await app.call('GET', '/api/user', old)).status).toBe(401);
    expect((await login(person.email, fresh)).status).toBe(200);
  });

  test.for([null, '', 0, [], {}, 'x'.repeat(43)])('a link token %j sets nothing', async (token) => {
    expect((await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: 'plenty of unrelated words' } })).status).toBe(
      422,
    );
  });

  test('a hundred uses of one link at once are one', async () => {
    const person = app.fixtures.b.admin;
    await app.call('POST', '/api/forgetpass', null, { body: { username: person.email } });
    const token = /token=([\w-]+)/.exec((await mails(person.email))[0]!.body)![1]!;
    const answers: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await app.kernel.platform('core_rate').delete();
      const uses = Array.from({ length: 25 }, (_, n) =>
        app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: `set ${round} of words, number ${n}` } }),
      );
      answers.push(...(await Promise.all(uses)).map((a) => a.status));
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
  });

  test('a mailbox is not flooded with links', async () => {
    const { user } = app.fixtures.b.clients[0]!;
    await app.kernel.platform('core_rate').delete();
    for (let n = 0; n < 7; n += 1)
      expect((await app.call('POST', '/api/forgetpass', null, { body: { username: user.email } })).status).toBe(200);
    expect(await mails(user.email)).toHaveLength(5);
  });

  test("only one's own is changed, and only with the current one", async () => {
    const token = await app.tokenOf(app.fixtures.operator);
    const change = (body: object) => app.call('POST', '/api/user/resetpassword', token, { body });
    expect(
      (await change({ usrID: app.fixtures.a.owner.id, currpassword: PASSWORD, newpassword: 'another set of four words' })).body.result,
    ).toBe('failed');
    expect((await change({ currpassword: 'wrong', newpassword: 'another set of four words' })).body).toEqual({
      result: 'failed',
      message: '* Sorry, your current password invalid',
    });
    expect((await change({ currpassword: PASSWORD, newpassword: 'another set of four words' })).body).toEqual({
      result: 'success',
      message: 'your password has been updated!',
      dialog: { title: 'Change Password', seconds: 2 },
    });
    const differs = { currpassword: PASSWORD, newpassword: 'yet another set of words', confirmation: 'yet another set of word' };
    expect((await change(differs)).body.errors).toMatchObject([{ field: 'confirmation' }]);
  });
});

describe('isolation', () => {
  test('a foreign user answers like a missing one', async () => {
    const [foreign, missing] = await Promise.all(
      [app.fixtures.b.owner.id, 99_999].map((id) => app.call('GET', `/api/user/${id}`, app.fixtures.a.owner)),
    );
    expect([foreign!.status, missing!.status]).toEqual([404, 404]);
    expect({ ...foreign!.body, requestId: '' }).toEqual({ ...missing!.body, requestId: '' });
  });

  test('an agency reads its client, a client reads nobody else', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    expect((await app.call('GET', `/api/user/${user.id}`, app.fixtures.a.owner)).status).toBe(200);
    expect((await app.call('GET', `/api/user/${app.fixtures.a.owner.id}`, user)).status).toBe(404);
  });
});
