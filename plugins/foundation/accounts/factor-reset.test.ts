import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { setPassword } from './accounts.store.ts';
import { factorResetJob } from './factor-reset.service.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
const HOUR = 3_600_000;
let app: TestApp;
let client: Person;
beforeAll(async () => {
  app = await startTestApp();
  client = app.fixtures.a.clients[0]!.user;
  const stored = await hashPassword(PASSWORD);
  const { a, b } = app.fixtures;
  for (const p of [client, a.owner, a.admin, b.owner]) await setPassword(app.kernel.platform, { id: p.id, companyId: p.tenant.id }, stored);
});
afterAll(() => app.close());
beforeEach(async () => {
  const db = app.kernel.platform;
  for (const table of ['accounts_factor_reset', 'core_rate', 'core_mail', 'accounts_challenge']) await db(table).delete();
  await db('accounts_credential').update({ second_factor: 'none', short_password: false });
  await give(client);
  app.clockOffset = 0;
});

const give = async (p: Person): Promise<void> => {
  const row = { account_id: p.id, company_id: p.tenant.id, second_factor: 'email' };
  await app.kernel.platform('accounts_credential').insert(row).onConflict('account_id').merge({ second_factor: 'email' });
};
/** A session of its own, in which the password was given a moment ago. */
const fresh = (p: Person): Promise<string> =>
  app.kernel.sessions.open({ accountId: p.id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 });
const ask = async (by: Person, of: Person) => app.call('POST', `/api/setting/twofactorauth/${of.id}/reset`, await fresh(by));
const keep = (token: string) => app.call('POST', '/api/setting/twofactorauth/keep', null, { body: { token } });
const mailTo = (p: Person) => app.kernel.platform('core_mail').where({ recipient: p.email }).orderBy('id', 'desc').first();
const tokenFor = async (p: Person): Promise<string> => /keep-second-factor\?token=([\w-]+)/.exec((await mailTo(p)).body)![1]!;
const factorOf = async (p: Person): Promise<string> =>
  (await app.kernel.platform('accounts_credential').where({ account_id: p.id }).first()).second_factor;
const login = async (p: Person) => app.call('POST', '/api/login', null, { body: { username: p.email, password: PASSWORD } });
const audited = async (action: string): Promise<number> =>
  Number((await app.kernel.platform('core_audit').where({ action, target: client.email }).count('* as n').first())!['n']);
let runs = 0;
/** A run of the job, by a clock moved on by some hours. */
async function after(hours: number): Promise<void> {
  app.clockOffset = hours * HOUR;
  const run = { company_id: app.fixtures.root.id, job: factorResetJob.id, run_key: `run ${(runs += 1)}`, payload: '{}' };
  await app.kernel.platform('core_job_run').insert(run);
  await app.settle();
}

describe('a second factor that an agency has taken off', () => {
  test('is told at once, stays for a day, then is gone with sessions and codes, and the log says who', async () => {
    const before = await fresh(client);
    const asked = await ask(app.fixtures.a.admin, client);
    expect(asked.body.message).toContain('24 hours');
    expect((await mailTo(client)).body).toContain('24 hours from now');
    expect((await mailTo(client)).body).toContain('a.localhost');
    await after(23.9);
    expect(await factorOf(client)).toBe('email');
    expect((await login(client)).body.access_token).toBeUndefined();
    await after(24.1);
    expect(await factorOf(client)).toBe('none');
    expect((await mailTo(client)).body).toMatch(/no second factor/);
    expect((await app.call('GET', '/api/user', before)).status).toBe(401);
    app.clockOffset = 0;
    expect((await login(client)).body.access_token).toBeTruthy();
    expect([await audited('accounts.factor-reset-asked'), await audited('accounts.factor-reset')]).toEqual([1, 1]);
    await give(client);
    await after(48);
    expect(await factorOf(client)).toBe('email');
  });

  test('stays when the person objects: of many at once one counts, and afterwards none', async () => {
    await ask(app.fixtures.a.owner, client);
    const token = await tokenFor(client);
    const answers = await Promise.all(Array.from({ length: 20 }, () => keep(token)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    await after(25);
    expect(await factorOf(client)).toBe('email');
    expect(await audited('accounts.factor-reset-refused')).toBe(1);
    app.clockOffset = 0;
    expect((await ask(app.fixtures.a.owner, client)).status).toBe(200);
  });

  test('an objection after the day is over says that it is too late', async () => {
    await ask(app.fixtures.a.owner, client);
    app.clockOffset = 24.1 * HOUR;
    expect((await keep(await tokenFor(client))).body.errors).toMatchObject([{ field: 'token' }]);
  });

  test('of many who ask at once one is heard, and the person gets one mail', async () => {
    const token = await fresh(app.fixtures.a.owner);
    const path = `/api/setting/twofactorauth/${client.id}/reset`;
    const answers = await Promise.all(Array.from({ length: 10 }, () => app.call('POST', path, token)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await app.kernel.platform('core_mail').where({ recipient: client.email })).toHaveLength(1);
  });

  test('is not the one that the person chose since', async () => {
    await ask(app.fixtures.a.owner, client);
    const body = { two_factor_auth: false, two_factor_auth_type: 'none' };
    const token = await fresh(client);
    const choose = (current: object) =>
      app.call('PUT', `/api/setting/twofactorauth/${client.id}`, token, { body: { ...body, ...current } });
    expect((await choose({})).status).toBe(422); // a code is on its way
    const current = /code is (\d{6})/.exec((await mailTo(client)).body)![1]!;
    expect((await choose({ current })).status).toBe(200);
    await give(client);
    await after(25);
    expect(await factorOf(client)).toBe('email');
  });

  test('leaves a password that was short because of it to be made longer first, by a mailed link', async () => {
    await app.kernel.platform('accounts_credential').where({ account_id: client.id }).update({ short_password: true });
    await ask(app.fixtures.a.owner, client);
    await after(25);
    app.clockOffset = 0;
    const refused = await login(client);
    expect([refused.status, refused.body.code]).toEqual([403, 'accounts.login.short-password']);
    const wrong = await app.call('POST', '/api/login', null, { body: { username: client.email, password: 'wrong wrong wrong' } });
    expect(wrong.status).toBe(401);
    const token = /reset-password\?token=([\w-]+)/.exec((await mailTo(client)).body)![1]!;
    const set = (newpassword: string) => app.call('POST', '/api/resetpassword', null, { body: { token, newpassword } });
    expect((await set('k7#mQ2!x')).status).toBe(422);
    expect((await set(PASSWORD)).status).toBe(200);
    expect((await login(client)).body.access_token).toBeTruthy();
  });
});

describe('who may have it taken off', () => {
  test('the agency of its clients and colleagues, the root of agencies; nobody else, and nobody of themselves or their owner', async () => {
    const { a, b, operator, sales } = app.fixtures;
    for (const p of [a.owner, a.admin, b.owner]) await give(p);
    const statuses: [Person, Person, number][] = [
      [b.owner, client, 404],
      [a.owner, b.owner, 404],
      [a.admin, a.owner, 404],
      [a.owner, a.owner, 404],
      [client, client, 403],
      [client, a.owner, 403],
      [sales, a.owner, 403],
      [a.owner, a.admin, 200],
      [operator, a.owner, 200],
    ];
    for (const [by, of, status] of statuses) expect((await ask(by, of)).status, `${by.email} of ${of.email}`).toBe(status);
  });

  test('only with the password given in the last ten minutes, and only where there is a second factor', async () => {
    const { owner } = app.fixtures.a;
    const old = await fresh(owner);
    await app.kernel
      .platform('core_session')
      .where({ account_id: owner.id })
      .update({ fresh_at: new Date(Date.now() - 11 * 60_000) });
    expect((await app.call('POST', `/api/setting/twofactorauth/${client.id}/reset`, old)).body.code).toBe('core.problem.step-up');
    await app.kernel.platform('accounts_credential').update({ second_factor: 'none' });
    expect((await ask(owner, client)).body.code).toBe('accounts.reset-factor.none');
  });

  test('the lists offer it where it may be asked', async () => {
    const { a, b, operator } = app.fixtures;
    await give(a.owner);
    await give(a.admin);
    const offered = async (by: Person, path: string, of: Person) =>
      (await app.call('GET', path, by)).body.data.find((row: { id: number }) => row.id === of.id)?.may_reset_factor;
    expect(await offered(a.owner, '/api/clients?PerPage=100', client)).toBe('T');
    expect(await offered(a.owner, '/api/clients?PerPage=100', a.clients[1]!.user)).toBe('F');
    expect(await offered(operator, '/api/agencies?PerPage=100', a.owner)).toBe('T');
    expect(await offered(operator, '/api/agencies?PerPage=100', b.owner)).toBe('F');
    await ask(a.owner, client);
    expect(await offered(a.owner, '/api/clients?PerPage=100', client)).toBe('F');
  });
});

test.for([null, '', 0, [], {}, 'x'.repeat(43)])('a link token %j keeps nothing', async (token) => {
  await ask(app.fixtures.a.owner, client);
  expect((await app.call('POST', '/api/setting/twofactorauth/keep', null, { body: { token } })).status).toBe(422);
  await after(25);
  expect(await factorOf(client)).toBe('none');
});
