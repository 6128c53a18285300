import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { request } from 'node:http';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { setPassword } from './accounts.store.ts';
import { hashPassword } from './password.ts';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'one-person@several.example';
let app: TestApp;
const accounts: Record<string, number> = {};
beforeAll(async () => {
  app = await startTestApp();
  const { a, b } = app.fixtures;
  for (const [name, owner] of [
    ['a', a.owner],
    ['b', b.owner],
  ] as const) {
    const body = { ClientCompanyName: `Shop ${name}`, ClientFullName: 'Sam Several', ClientEmail: EMAIL, ClientPhone: '(312) 555-0142' };
    const answer = await app.call('POST', '/api/clients', owner, { body });
    expect([answer.status, answer.body]).toMatchObject([200, {}]);
    const row = await app.kernel.platform('core_account').where({ email: EMAIL, agency_id: owner.tenant.id }).first();
    accounts[name] = row.id;
    await setPassword(app.kernel.platform, { id: row.id, companyId: row.company_id }, await hashPassword(PASSWORD));
  }
});
afterAll(() => app.close());

/** A call at another host, whose name `fetch` would not send. */
const at = (host: string, path: string, body: object): Promise<{ status: number; body: any }> =>
  new Promise((resolve, reject) => {
    const { port } = app.serving;
    const headers = { host: `${host}:${port}`, 'content-type': 'application/json' };
    request({ host: 'localhost', port, path, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (part: Buffer) => (text += part.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode!, body: JSON.parse(text) }));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
const login = (username = EMAIL, password = PASSWORD) => app.call('POST', '/api/login', null, { body: { username, password } });
const idOf = async (token: string): Promise<number> => (await app.call('GET', '/api/user', token)).body.id;

describe('a person with accounts at two agencies', () => {
  test("signs in at each agency's host as who they are there", async () => {
    for (const name of ['a', 'b']) {
      const answer = await at(`${name}.localhost`, '/api/login', { username: EMAIL, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(await idOf(answer.body.access_token)).toBe(accounts[name]);
    }
  });

  test('is asked for the company on a shared host, after the right password only, and chooses once', async () => {
    expect((await login(EMAIL, 'not the password at all')).body).not.toHaveProperty('choice');
    const first = await login();
    expect(first.body.access_token).toBeUndefined();
    expect(first.body.companies.map(({ name }: { name: string }) => name)).toEqual(['Shop a', 'Shop b']);
    const { choice, companies } = first.body;
    expect((await app.call('GET', `/api/login/company/${choice}`)).body.options.map(({ label }: { label: string }) => label)).toEqual([
      'Shop a',
      'Shop b',
    ]);
    const choose = (company: unknown) => app.call('POST', '/api/login/company', null, { body: { choice, company } });
    expect((await choose(app.fixtures.a.tenant.id)).status).toBe(422);
    const all = await Promise.all(Array.from({ length: 5 }, () => choose(String(companies[1].id))));
    expect(all.map((a) => a.status).sort()).toEqual([200, 422, 422, 422, 422]);
    expect(await idOf(all.find((a) => a.status === 200)!.body.access_token)).toBe(accounts['b']);
    expect((await app.call('GET', `/api/login/company/${choice}`)).body.options).toEqual([]);
  });

  test('is not asked where the passwords differ', async () => {
    const other = await hashPassword('another set of four words');
    const row = await app.kernel.platform('core_account').where({ id: accounts['b'] }).first();
    await setPassword(app.kernel.platform, { id: row.id, companyId: row.company_id }, other);
    expect(await idOf((await login()).body.access_token)).toBe(accounts['a']);
    expect(await idOf((await login(EMAIL, 'another set of four words')).body.access_token)).toBe(accounts['b']);
  });

  test('completes a sign-in by code as the account whose password was given', async () => {
    await app.kernel.platform('accounts_credential').where({ account_id: accounts['b'] }).update({ second_factor: 'email' });
    const first = await login(EMAIL, 'another set of four words');
    const mail = await app.kernel.platform('core_mail').where({ recipient: EMAIL }).orderBy('id', 'desc').first();
    const code = /code is (\d{6})/.exec(mail.body)![1]!;
    // With exactly the fields of the specification.
    const done = await app.call('POST', '/api/verifylogin', null, { body: { email: EMAIL, code } });
    expect(first.body.challenge).toBeTruthy();
    expect(await idOf(done.body.rows.access_token)).toBe(accounts['b']);
  });

  test('gets a link for each account on a shared host, and for one on its own', async () => {
    const links = async (): Promise<string[]> =>
      (await app.kernel.platform('core_mail').where({ recipient: EMAIL }).orderBy('id').pluck('body')).filter((b: string) =>
        /your account at .* Open this link within 30/.test(b),
      );
    await app.call('POST', '/api/forgetpass', null, { body: { username: EMAIL } });
    expect((await links()).map((body) => /at (Shop \w)/.exec(body)![1])).toEqual(['Shop a', 'Shop b']);
    await at('b.localhost', '/api/forgetpass', { username: EMAIL });
    expect((await links()).map((body) => /at (Shop \w)/.exec(body)![1])).toEqual(['Shop a', 'Shop b', 'Shop b']);
  });
});

describe('an address', () => {
  const person = (email: string) => ({ ClientFullName: 'Ann Admin', ClientEmail: email });

  test('that another agency or the root knows is free here, and answered like one that nobody has', async () => {
    const { a, b, operator } = app.fixtures;
    const bare = ({ status, body }: { status: number; body: any }) => [status, Object.keys(body).sort(), body.message];
    const add = (email: string) => app.call('POST', '/api/administrators', b.owner, { body: person(email) });
    const answers = [await add('nobody-yet@new.example'), await add(a.owner.email), await add(operator.email)];
    expect(answers.map(bare)).toEqual(Array.from({ length: 3 }, () => bare(answers[0]!)));
    expect(answers[0]!.status).toBe(200);
  });

  test("is one person's within an agency and its clients", async () => {
    const { a } = app.fixtures;
    const taken = await app.call('POST', '/api/administrators', a.owner, { body: person(a.clients[0]!.user.email.toUpperCase()) });
    expect([taken.status, taken.body.errors]).toMatchObject([422, [{ field: 'ClientEmail' }]]);
  });

  test('given to five at once becomes one account, by a constraint of the database', async () => {
    const all = await Promise.all(
      Array.from({ length: 5 }, () => app.call('POST', '/api/administrators', app.fixtures.a.owner, { body: person('race@new.example') })),
    );
    expect(all.map((a) => a.status).sort()).toEqual([200, 422, 422, 422, 422]);
    for (const { status, body } of all) if (status === 422) expect(body.errors).toMatchObject([{ field: 'ClientEmail' }]);
    const { a } = app.fixtures;
    const row = { company_id: a.clients[0]!.tenant.id, email: 'RACE@new.example', name: 'x', user_type: 'client' };
    await expect(app.kernel.platform('core_account').insert(row)).rejects.toMatchObject({ constraint: 'core_account_email' });
  });

  test('known or unknown, a refused sign-in on a shared host answers no sooner than the time that several accounts would take', async () => {
    await app.kernel.platform('accounts_attempt').delete();
    for (const email of [EMAIL, 'nobody@nowhere.example']) {
      const began = performance.now();
      expect((await login(email, 'not the password at all')).status).toBe(401);
      expect(performance.now() - began).toBeGreaterThan(240);
    }
  });
});
