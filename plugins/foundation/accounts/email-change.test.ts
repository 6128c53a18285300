import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const hash = await hashPassword(PASSWORD);
  const { a, b } = app.fixtures;
  for (const p of [a.owner, a.admin, ...a.clients.map(({ user }) => user), b.owner, ...b.clients.map(({ user }) => user)])
    await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, hash);
});
afterAll(() => app.close());

const login = (username: string, password = PASSWORD) => app.call('POST', '/api/login', null, { body: { username, password } });
const session = (person: Person) =>
  app.kernel.sessions.open({ accountId: person.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 });
const save = (token: string, email: string, name = 'Pat Person') =>
  app.call('PUT', '/api/profile/person', token, {
    body: {
      name,
      email,
      phonenum: '(312) 555-0123',
      phone_country_code: 'US',
      address: '',
      city: '',
      zip: '',
      state_code: '',
      country_code: 'US',
    },
  });
const newest = async (to: string): Promise<{ subject: string; body: string }> =>
  (await app.kernel.platform('core_mail').where({ recipient: to }).orderBy('id', 'desc').first()) ?? { subject: '', body: '' };
/** The token of the newest mail with a link. */
const tokenIn = async (to: string): Promise<string> => {
  const mails = await app.kernel.platform('core_mail').where({ recipient: to }).whereLike('body', '%token=%').orderBy('id', 'desc');
  return /token=([\w-]+)/.exec(mails[0].body)![1]!;
};
const confirm = (token: string) => app.call('POST', '/api/user/email/confirm', null, { body: { token } });
const undo = (token: string) => app.call('POST', '/api/user/email/undo', null, { body: { token } });
const emailOf = async (person: Person): Promise<string> =>
  (await app.kernel.platform('core_account').where({ id: person.id }).first('email')).email;

describe('another e-mail address', () => {
  test('counts only when the link mailed to it is opened; until then everything goes to the old one', async () => {
    const { user } = app.fixtures.a.clients[0]!;
    const token = await session(user);
    expect((await save(token, 'moved@new.example')).status).toBe(200);
    expect(await emailOf(user)).toBe(user.email);
    expect((await login('moved@new.example')).status).toBe(401);
    expect((await newest(user.email)).body).toMatch(/undo-email\?token=/);
    await app.call('POST', '/api/forgetpass', null, { body: { username: 'moved@new.example' } });
    expect((await newest('moved@new.example')).body).toMatch(/confirm-email/);
    await app.call('POST', '/api/forgetpass', null, { body: { username: user.email } });
    const reset = await tokenIn(user.email);
    const other = await session(user);

    const link = await tokenIn('moved@new.example');
    const answers = await Promise.all([confirm(link), confirm(link)]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 422]);
    expect(await emailOf(user)).toBe('moved@new.example');
    expect((await login('moved@new.example')).body.access_token).toBeTruthy();
    expect((await login(user.email)).status).toBe(401);
    // What was mailed to the old address sets no password any more; only the browser that asked stays signed in.
    expect(
      (await app.call('POST', '/api/resetpassword', null, { body: { token: reset, newpassword: 'plenty of unrelated words' } })).status,
    ).toBe(422);
    expect([(await app.call('GET', '/api/user', token)).status, (await app.call('GET', '/api/user', other)).status]).toEqual([200, 401]);
  });

  test('is undone by the old mailbox: the address is back, every session ends, the password is void', async () => {
    const { user } = app.fixtures.a.clients[1]!;
    const thief = await session(user);
    await save(thief, 'thief@evil.example');
    const link = await tokenIn(user.email);
    await confirm(await tokenIn('thief@evil.example'));
    // A second change, and a second factor, do not shake the undoing off.
    await app.kernel
      .platform('accounts_credential')
      .where({ account_id: user.id })
      .update({ second_factor: 'google', totp_secret: 'sealed', totp_confirmed: true });
    await save(thief, 'thief-two@evil.example');
    await confirm(await tokenIn('thief-two@evil.example'));
    const theirUndo = await tokenIn('thief@evil.example');
    expect(await emailOf(user)).toBe('thief-two@evil.example');

    const answer = await undo(link);
    expect(answer.body).toMatchObject({ result: 'success', go: expect.stringMatching(/^\/reset-password\?token=/) });
    expect(await emailOf(user)).toBe(user.email);
    expect((await app.call('GET', '/api/user', thief)).status).toBe(401);
    expect((await login(user.email)).status).toBe(401);
    expect([(await undo(theirUndo)).status, (await undo(link)).status]).toEqual([422, 422]);
    const token = answer.body.go.split('token=')[1];
    const fresh = 'plenty of unrelated words';
    expect((await app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: fresh } })).status).toBe(200);
    expect((await login(user.email, fresh)).body.access_token).toBeTruthy();
  });

  test('cannot be undone after 72 hours, nor confirmed after 24', async () => {
    const { owner } = app.fixtures.b;
    await save(await session(owner), 'late@new.example');
    const [link, back] = [await tokenIn('late@new.example'), await tokenIn(owner.email)];
    app.clockOffset = 25 * 3_600_000;
    expect((await confirm(link)).status).toBe(422);
    app.clockOffset = 71 * 3_600_000;
    expect(await emailOf(owner)).toBe(owner.email);
    app.clockOffset = 73 * 3_600_000;
    expect((await undo(back)).status).toBe(422);
    app.clockOffset = 0;
  });

  test('needs a fresh sign-in, whoever asks for it and for whom', async () => {
    const { a } = app.fixtures;
    for (const person of [a.owner, a.admin]) {
      const token = await session(person);
      await app.kernel
        .platform('core_session')
        .where({ account_id: person.id })
        .update({ fresh_at: new Date(Date.now() - 3_600_000) });
      const answer = await save(token, 'stale@new.example');
      expect([answer.status, answer.body.code]).toEqual([403, 'core.problem.step-up']);
      // What else the form holds needs none.
      expect((await save(token, person.email)).status).toBe(200);
    }
    expect((await newest('stale@new.example')).body).toBe('');
  });

  test('of a client waits as well when the agency changes it', async () => {
    const { a } = app.fixtures;
    const { user, tenant } = a.clients[1]!;
    const form = (await app.call('GET', `/api/clients/${tenant.id}`, a.owner)).body;
    const body = {
      ClientCompanyName: form.ClientCompanyName,
      ClientFullName: form.ClientFullName,
      ClientEmail: 'agency-typed@new.example',
      ClientPhone: '(312) 555-0142',
      timezone: form.timezone,
    };
    const answer = await app.call('PUT', `/api/clients/${tenant.id}`, await session(a.owner), { body });
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    expect(await emailOf(user)).toBe(user.email);
    expect((await newest(user.email)).subject).toBe('Your e-mail address is about to change');
  });

  test('of somebody who has not set a password yet is invited there, and the first invitation is void', async () => {
    const { a } = app.fixtures;
    const add = { ClientFullName: 'Ivy Invited', ClientEmail: 'ivy-wrong@new.example' };
    const { id } = (await app.call('POST', '/api/administrators', a.owner, { body: add })).body;
    const first = await tokenIn('ivy-wrong@new.example');
    const answer = await app.call('PUT', `/api/administrators/${id}`, a.owner, { body: { ...add, ClientEmail: 'ivy@new.example' } });
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    const set = (token: string) =>
      app.call('POST', '/api/resetpassword', null, { body: { token, newpassword: 'plenty of unrelated words' } });
    expect((await set(first)).status).toBe(422);
    expect((await set(await tokenIn('ivy@new.example'))).status).toBe(200);
    expect((await login('ivy@new.example', 'plenty of unrelated words')).body.access_token).toBeTruthy();
  });

  test('that an unseen colleague has is answered like a free one; only who reads its mail learns more', async () => {
    const [one, two] = app.fixtures.b.clients.map(({ user }) => user);
    const token = await session(one!);
    const [taken, free] = [await save(token, two!.email), await save(token, 'free@new.example')];
    const bare = (text: string) => text.replace(/[\w.-]+@[\w.-]+\w/g, '*');
    expect([taken.status, bare(taken.body.message)]).toEqual([free.status, bare(free.body.message)]);
    const again = await save(token, two!.email);
    expect(again.status).toBe(200);
    expect((await confirm(await tokenIn(two!.email))).body.errors).toMatchObject([{ field: 'token' }]);
    expect(await emailOf(one!)).toBe(one!.email);
  });

  test('is asked for a few times within an hour, and a name brings no link into the mail', async () => {
    const { owner } = app.fixtures.a;
    const token = await session(owner);
    const name = 'Verify at https://evil.example/login now www.evil.example';
    const answers: number[] = [];
    for (let n = 0; n < 7; n += 1) answers.push((await save(token, `flood-${n}@new.example`, name)).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const { body } = await newest('flood-1@new.example');
    expect(body.match(/https?:\/\/\S+/g)).toEqual([expect.stringMatching(/\/confirm-email\?token=[\w-]+$/)]);
    expect(body).not.toMatch(/evil\.example/);
  });
});

describe('an address that somebody else enters in a list', () => {
  const people = () => {
    const { a, operator } = app.fixtures;
    return [
      { by: operator, of: a.owner, list: '/api/agencies', path: `/api/agencies/${a.tenant.id}`, company: 'Agency A' },
      { by: a.owner, of: a.clients[0]!.user, list: '/api/clients', path: `/api/clients/${a.clients[0]!.tenant.id}`, company: 'Client A1' },
      { by: a.owner, of: a.admin, list: '/api/administrators', path: `/api/administrators/${a.admin.id}`, company: undefined },
    ];
  };

  test.for([0, 1, 2])('is said to wait, stands beside the old one, is mailed again and taken back (%i)', async (n) => {
    await app.kernel.platform('core_mail').delete();
    await app.kernel.platform('accounts_notice').delete();
    const { by, of, list, path, company } = people()[n]!;
    const fresh = `waits-${n}@new.example`;
    const token = await session(by);
    const old = await emailOf(of);
    const row = async () => (await app.call('GET', list, token)).body.data.find((one: { email: string }) => one.email === old);
    const write = (email: string) =>
      app.call('PUT', path, token, {
        body: {
          ...(company ? { ClientCompanyName: company } : {}),
          ClientFullName: 'Kim Kept',
          ClientEmail: email,
          ClientPhone: '(312) 555-0142',
          ...(n === 0 ? { DownlineSubDomain: 'a' } : n === 1 ? { timezone: 'America/Chicago' } : {}),
        },
      });
    const same = await write(old);
    expect([same.status, same.body.message]).toEqual([200, expect.not.stringContaining('confirmed')]);
    expect((await write(fresh)).body.message).toContain(`We sent a link to ${fresh}: the new address counts once it is confirmed there.`);
    expect(await row()).toMatchObject({ email: old, email_waits: 'T', email_note: `${fresh} is not confirmed yet` });

    const first = await tokenIn(fresh);
    const resend = (as: Person | string) => app.call('POST', `/api/user/email/${of.id}/resend`, as);
    const cancel = (as: Person | string) => app.call('DELETE', `/api/user/email/${of.id}`, as);
    const stranger = await session(app.fixtures.b.owner);
    expect([(await resend(stranger)).status, (await cancel(stranger)).status]).toEqual([404, 404]);
    expect((await resend(token)).body.message).toContain(fresh);
    const second = await tokenIn(fresh);
    expect(second).not.toBe(first);
    expect((await confirm(first)).status).toBe(422);
    expect((await cancel(token)).body.message).toContain(old);
    expect((await confirm(second)).status).toBe(422);
    expect(await row()).toMatchObject({ email_waits: 'F', email_note: '' });
    expect([(await resend(token)).status, (await cancel(token)).status]).toEqual([404, 404]);
  });

  test('waits on the own profile page, where it is sent again and cancelled', async () => {
    const { admin } = app.fixtures.b;
    await app.kernel.platform('accounts_notice').delete();
    const token = await session(admin);
    const waiting = async (as: Person | string = token) => (await app.call('GET', '/api/user/email/waiting', as)).body;
    const none = { id: admin.id, email: admin.email, email_waits: 'F', waiting: '' };
    expect(await waiting()).toEqual(none);
    expect((await save(token, 'admin-waits@new.example', 'Bo Admin')).status).toBe(200);
    expect(await waiting()).toEqual({ ...none, email_waits: 'T', waiting: 'admin-waits@new.example' });
    expect((await waiting(app.fixtures.a.admin)).waiting).toBe('');
    const { blocks } = (await app.call('GET', '/api/ui/pages/profile.page', token)).body;
    const { text, action, other } = blocks[0];
    expect(text).toContain('{waiting}');
    expect([action.do.call.path, other.do.call.path]).toEqual(['/api/user/email/:userId/resend', '/api/user/email/:userId']);
    expect((await app.call('DELETE', `/api/user/email/${admin.id}`, token)).status).toBe(200);
    expect(await waiting()).toEqual(none);
  });

  test('is mailed again five times an hour at the most', async () => {
    const { a } = app.fixtures;
    await app.kernel.platform('accounts_notice').delete();
    const token = await session(a.owner);
    await save(token, 'owner-waits@new.example', 'Ann Owner');
    const answers: number[] = [];
    for (let n = 0; n < 5; n += 1) answers.push((await app.call('POST', `/api/user/email/${a.owner.id}/resend`, token)).status);
    expect(answers).toEqual([200, 200, 200, 200, 429]);
  });
});

test('a password that an agency chose for its client lets in by a code to the mailbox, which proves it once', async () => {
  const email = 'given@new.example';
  const made = await app.call('POST', '/api/clients', await session(app.fixtures.a.owner), {
    body: {
      ClientCompanyName: 'Given',
      ClientFullName: 'Gil Given',
      ClientEmail: email,
      ClientPhone: '(312) 555-0142',
      ClientPass: PASSWORD,
    },
  });
  expect([made.status, made.body]).toMatchObject([200, {}]);
  expect((await login(email, 'some other four words')).status).toBe(401);
  const asked = await login(email);
  expect(asked.body).toMatchObject({ two_factor_auth_type: 'email', go: expect.stringContaining('/verify-login') });
  expect(asked.body.access_token).toBeUndefined();
  const verify = (code: string) => app.call('POST', '/api/verifylogin', null, { body: { email, code, challenge: asked.body.challenge } });
  const code = /code is (\d{6})/.exec((await newest(email)).body)![1]!;
  expect((await verify(code === '000000' ? '000001' : '000000')).status).toBe(422);
  expect((await verify(code)).body.rows.access_token).toBeTruthy();
  expect((await login(email)).body.access_token).toBeTruthy();
});
