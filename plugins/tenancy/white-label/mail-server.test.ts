import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { Postbox } from '../../../core/testing/postbox.ts';

const own = new Postbox();
const platform = new Postbox();
let app: TestApp;
let host: string;

beforeAll(async () => {
  await Promise.all([own.open(), platform.open()]);
  host = '127.0.0.1';
  const config = { smtpUrl: platform.url, mailFrom: 'Platform <no-reply@platform.example>', egressAllow: [`${host}:${own.port}`] };
  app = await startTestApp({ config });
  // The form only offers the ports of mail servers; the postbox of the test listens elsewhere.
  const { a } = app.fixtures;
  expect((await save({ port: '587' })).status).toBe(200);
  await app.kernel.platform('white_label_smtp').where({ company_id: a.tenant.id }).update({ port: own.port });
});
afterAll(async () => {
  await app.close();
  own.close();
  platform.close();
});
beforeEach(() => {
  for (const box of [own, platform]) {
    box.mails.length = 0;
    box.fault = null;
  }
});

const account = {
  host: '127.0.0.1',
  username: 'agency',
  password: 'canary-password-5',
  from_name: 'Agency A Mail',
  from_address: 'hello@agency-a.example',
};
const save = (changes: object, person = app.fixtures.a.owner) =>
  app.call('PUT', '/api/configuration/mail-server', person, { body: { ...account, port: '587', ...changes } });
const row = () => app.kernel.platform('white_label_smtp').where({ company_id: app.fixtures.a.tenant.id }).first();
async function letter(companyId: number): Promise<{ state: string; sent_via: string | null }> {
  const [{ id }] = await app.kernel
    .platform('core_mail')
    .insert({ company_id: companyId, recipient: 'ann@people.example', subject: 'Hello', body: 'Text' })
    .returning('id');
  await app.settle();
  return app.kernel.platform('core_mail').where({ id }).first('state', 'sent_via');
}

test('mail of an agency and of its clients goes through its own server, under its own name; others stay with the platform', async () => {
  const { a, b } = app.fixtures;
  expect(await letter(a.clients[0]!.tenant.id)).toEqual({ state: 'sent', sent_via: 'own' });
  expect(own.mails[0]).toContain('From: Agency A Mail <hello@agency-a.example>');
  expect(own.mails[0]).toContain('Agency A');
  expect(own.signIns.length).toBeGreaterThan(0);
  expect(await letter(b.tenant.id)).toEqual({ state: 'sent', sent_via: 'platform' });
  expect(platform.mails[0]).toContain('From: Agency B <no-reply@platform.example>');
  expect(platform.mails[0]).not.toContain('Agency A');
});

test('the password is sealed, and shown to nobody', async () => {
  expect(JSON.stringify(await row())).not.toContain(account.password);
  const shown = await app.call('GET', '/api/configuration/mail-server', app.fixtures.a.owner);
  expect(shown.body).toMatchObject({ has_password: true, username: 'agency' });
  expect(shown.text).not.toContain(account.password);
});

test('a stored password never travels to another server or for another user', async () => {
  const { password: _, ...without } = account;
  for (const change of [{ host: 'evil.example' }, { username: 'other' }]) {
    const answer = await app.call('PUT', '/api/configuration/mail-server', app.fixtures.a.owner, {
      body: { ...without, port: '587', ...change },
    });
    expect(answer.body.errors).toMatchObject([{ field: 'password' }]);
  }
});

test('a failing server: the mail goes through the platform, after five in a row nothing is tried for an hour and the owner is told once', async () => {
  const { a } = app.fixtures;
  own.fault = 'sign-in';
  for (let n = 1; n <= 4; n += 1) expect(await letter(a.tenant.id)).toEqual({ state: 'sent', sent_via: 'platform' });
  expect(await row()).toMatchObject({ failures: 4, paused_until: null, fault: 'sign-in' });
  expect(platform.mails[0]).toContain('Reply-To: hello@agency-a.example');
  await letter(a.tenant.id);
  const { paused_until } = await row();
  expect(paused_until).not.toBeNull();
  const before = own.connections;
  await letter(a.tenant.id);
  expect(own.connections).toBe(before);
  const warnings = await app.kernel.platform('core_mail').where({ subject: 'Your mail server is not accepting e-mails' });
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toMatchObject({ recipient: a.owner.email, sent_via: 'platform' });
  expect(warnings[0].body).not.toContain('secret-refusal-7');
  own.fault = null;
  await app.kernel
    .platform('white_label_smtp')
    .where({ company_id: a.tenant.id })
    .update({ paused_until: new Date(Date.now() - 1000) });
  expect(await letter(a.tenant.id)).toEqual({ state: 'sent', sent_via: 'own' });
  expect(await row()).toMatchObject({ failures: 0, fault: null });
});

test('a refused recipient is nobody else’s business: tried again, not sent by the platform, not held against the server', async () => {
  own.fault = 'recipient';
  expect(await letter(app.fixtures.a.tenant.id)).toEqual({ state: 'queued', sent_via: null });
  expect(platform.mails).toHaveLength(0);
  expect((await row()).failures).toBe(0);
});

test('the test letter uses the saved server and says nothing of what the server said', async () => {
  const { a } = app.fixtures;
  const attempt = (body: object) => app.call('POST', '/api/configuration/user/testsmtp', a.owner, { body });
  const fine = await attempt({});
  expect(fine.body).toMatchObject({ result: 'success' });
  expect(own.mails.at(-1)).toContain(`To: ${a.owner.email}`);
  own.fault = 'sender';
  const refused = await attempt({ companyID: a.tenant.id });
  expect(refused.status).toBe(422);
  expect(refused.text).not.toContain('secret');
  own.fault = null;
});

test('internal addresses and other ports are not dialled', async () => {
  const { b } = app.fixtures;
  const before = own.connections + platform.connections;
  for (const target of ['127.0.0.1', 'localhost', '169.254.169.254', '10.0.0.1', '0x7f000001', '2130706433', 'printer.local']) {
    const answer = await app.call('POST', '/api/configuration/user/testsmtp', b.owner, { body: { ...account, host: target, port: '25' } });
    expect([422, 429]).toContain(answer.status);
    if (answer.status === 422) expect(answer.text).toMatch(/public internet|pattern|host/);
  }
  expect((await save({ port: String(own.port) }, b.owner)).status).toBe(422);
  expect(own.connections + platform.connections).toBe(before);
});

test.each([
  { from_name: 'Agency\r\nBcc: all@people.example' },
  { from_address: 'a@b.example\nx' },
  { host: 'smtp.example/../' },
  { port: '22' },
  { other: 1 },
])('refuses %j', async (change) => expect((await save(change, app.fixtures.b.owner)).status).toBe(422));

test('only the agency itself has a mail server; others are told that there is none', async () => {
  const { a, operator, sales } = app.fixtures;
  for (const person of [a.clients[0]!.user, operator, sales])
    expect((await app.call('GET', '/api/configuration/mail-server', person)).status).toBe(403);
  const named = (person: typeof operator) => app.call('GET', `/api/configuration/setting/${a.tenant.id}/customsmtpmodule`, person);
  expect((await named(a.owner)).body).toMatchObject({ result: 'success', data: { host } });
  for (const person of [app.fixtures.b.owner, operator, a.clients[0]!.user]) expect((await named(person)).status).toBe(404);
  const put = await app.call('PUT', '/api/configuration/setting', a.owner, {
    body: { companyID: a.tenant.id, actionType: 'customsmtpmodule', comsetname: 'customsmtpmodule', comsetval: { ...account, port: '26' } },
  });
  expect(put.body.errors).toMatchObject([{ field: 'comsetval.port' }]);
});
