import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { setPassword } from '../../plugins/foundation/accounts/accounts.store.ts';
import { hashPassword } from '../../plugins/foundation/accounts/password.ts';
import { desk } from '../support/desk.ts';
import { demandField, named, shapeForm } from '../support/shape-form.ts';
import { grant } from '../support/switching.ts';

/** A submission says its form, and is held to that one: several forms share a route and leave each other alone. */
const PASSWORD = 'correct horse battery staple';
let app: TestApp;
let owner: Person;
let client: Person;
beforeAll(async () => {
  app = await startTestApp({ plugins: [desk], config: { roles: ['web'], captchaSecret: '' } });
  owner = app.fixtures.a.owner;
  client = app.fixtures.a.clients[0]!.user;
  for (const agency of [app.fixtures.a, app.fixtures.b]) await grant(app, agency.tenant, 'core.agency_forms', true);
});
beforeEach(() => app.kernel.platform('core_form_layer').delete());
afterAll(() => app.close());

const send = async (
  who: Person | null,
  form: string | null,
  body: object,
  path = '/api/desk/write',
  headers: Record<string, string> = {},
) => app.call('POST', path, who, { body, headers: { ...headers, ...(form ? await named(app, who, form) : {}) } });
const said = ({ status, body }: Answer): unknown => [status, ...(status === 200 ? [] : [body.code])];
const wrong = ({ status, body }: Answer): unknown => [status, ...((body.errors ?? []) as { field: string }[]).map(({ field }) => field)];

describe('two forms of one route', () => {
  test('what an agency demands in one is asked in that one alone', async () => {
    await demandField(app, owner, 'desk.short', 'x_reason');
    expect(wrong(await send(client, 'desk.short', { name: 'a' }))).toEqual([422, 'x_reason']);
    expect((await send(client, 'desk.short', { name: 'a', x_reason: 'b' })).body.extra).toEqual({ x_reason: 'b' });
    expect(wrong(await send(client, 'desk.long', { name: 'a', number: '1' }))).toEqual([200]);
    expect(wrong(await send(client, null, { name: 'a', number: '1' }))).toEqual([200]);
    expect(wrong(await send(app.fixtures.b.owner, 'desk.short', { name: 'a' }))).toEqual([200]);
  });

  test('both changed, each asks for its own', async () => {
    await demandField(app, owner, 'desk.short', 'x_reason');
    await demandField(app, owner, 'desk.long', 'x_place');
    expect(wrong(await send(client, 'desk.short', { name: 'a', x_place: 'b' }))).toEqual([422, 'x_reason']);
    expect(wrong(await send(client, 'desk.long', { name: 'a', number: '1', x_reason: 'b' }))).toEqual([422, 'x_place']);
    expect((await send(client, 'desk.long', { name: 'a', number: '1', x_place: 'b' })).body.extra).toEqual({ x_place: 'b' });
  });

  test('each is held to what its plugin asks in it, whoever changed it', async () => {
    expect(wrong(await send(client, 'desk.long', { name: 'a', number: 'one' }))).toEqual([422, 'number']);
    expect(wrong(await send(client, 'desk.short', { name: 'a', number: 'one' }))).toEqual([200]);
  });

  test('nobody is kept from signing in by a change to the form for recovery codes', async () => {
    const { user } = app.fixtures.a.clients[1]!;
    await setPassword(app.kernel.platform, { id: user.id, companyId: user.tenant.id }, await hashPassword(PASSWORD));
    await app.kernel.platform('accounts_credential').where({ account_id: user.id }).update({ second_factor: 'email' });
    const added = { revision: 0, ops: [], extra: { x_reason: { type: 'string' } } };
    const refused = await app.call('PUT', '/api/forms/accounts.recovery-form/draft', app.fixtures.operator, { body: added });
    expect(wrong(refused)).toEqual([422, 'extra.x_reason']);
    const asked = await app.call('POST', '/api/login', null, { body: { username: user.email, password: PASSWORD } });
    expect(asked.body).toMatchObject({ two_factor_auth_type: 'email' });
    const { body } = await app.kernel.platform('core_mail').where({ recipient: user.email }).orderBy('id', 'desc').first();
    const code = /code is (\d{6})/.exec(body as string)![1]!;
    const verify = (form: string | null, entry: object) => send(null, form, { email: user.email, ...entry }, '/api/verifylogin');
    expect(wrong(await verify(null, { code: code === '000000' ? '111111' : '000000' }))).toEqual([422, 'code']);
    expect(wrong(await verify('accounts.verify-form', { code }))).toEqual([200]);
    expect(wrong(await verify('accounts.recovery-form', { code: 'aaaaa-bbbbb' }))).not.toContain('x_reason');
  });
});

describe('a call that names no form', () => {
  test('does not get around what operators demand in the only form of its route', async () => {
    await shapeForm(app, owner, 'desk.only', [
      { field: 'number', set: 'require', value: true },
      { field: 'kind', set: 'enum', value: ['call'] },
    ]);
    const call = (body: object) => send(client, null, body, '/api/desk/alone');
    expect(wrong(await call({ name: 'a' }))).toEqual([422, 'number']);
    expect(wrong(await call({ name: 'a', number: '1', kind: 'note' }))).toEqual([422, 'kind']);
    expect(wrong(await call({ name: 'a', number: '1', kind: 'call' }))).toEqual([200]);
  });

  test('is not asked for what only the form of the plugin asks', async () => {
    await shapeForm(app, owner, 'desk.only', [{ field: 'number', set: 'require', value: true }]);
    const body = { name: 'longer than the form has it', number: '1' };
    expect(wrong(await send(client, null, body, '/api/desk/alone'))).toEqual([200]);
    expect(wrong(await send(client, 'desk.only', body, '/api/desk/alone'))).toEqual([422, 'name']);
  });

  test("may hold an operator's field of any of the forms", async () => {
    await shapeForm(app, owner, 'desk.long', [], { x_place: { type: 'string' } });
    expect((await send(client, null, { name: 'a', number: '1', x_place: 'here' })).body.extra).toEqual({ x_place: 'here' });
  });

  test('is held to the form that it may have come from', async () => {
    await demandField(app, owner, 'desk.short', 'x_reason');
    await demandField(app, owner, 'desk.leads', 'x_reason');
    expect(wrong(await send(client, null, { name: 'a' }))).toEqual([422, 'x_reason']);
    expect((await send(client, null, { name: 'a', x_reason: 'b' })).body.extra).toEqual({ x_reason: 'b' });
    expect(wrong(await send(client, null, { name: 'a', number: '1' }))).toEqual([200]);
  });

  test('needs nothing more where a page makes it without a form', async () => {
    await demandField(app, owner, 'desk.turn-form', 'x_reason');
    expect(wrong(await send(client, null, { name: 'turned' }, '/api/desk/turn'))).toEqual([200]);
    expect(wrong(await send(client, 'desk.turn-form', { name: 'turned' }, '/api/desk/turn'))).toEqual([422, 'x_reason']);
  });
});

describe('what cannot be filled in', () => {
  const conditional = (who: Person, form: string | null, body: object) => send(who, form, body, '/api/desk/asked');
  test.for([null, 'desk.conditional'])('is not missing (form: %s)', async (form) => {
    await shapeForm(app, app.fixtures.operator, 'desk.conditional', [
      { field: 'number', set: 'require', value: true },
      { field: 'secret', set: 'require', value: true },
      { field: 'kind', set: 'require', value: true },
    ]);
    expect(wrong(await conditional(client, form, { name: 'a' }))).toEqual([200]);
    expect(wrong(await conditional(owner, form, { name: 'a', secret: 'b', kind: 'note' }))).toEqual([200]);
    expect(wrong(await conditional(owner, form, { name: 'a', kind: 'call' }))).toEqual([422, 'number', 'secret']);
  });

  test('nor is a file, which is sent beside the fields', async () => {
    await shapeForm(app, owner, 'desk.file-form', [], { x_place: { type: 'string' } });
    const upload = new FormData();
    upload.append('file', new Blob(['text']), 'picture.png');
    upload.append('x_place', 'here');
    const headers = { ...(await named(app, client, 'desk.file-form')), authorization: `Bearer ${await app.tokenOf(client)}` };
    const answer = await fetch(`${app.url}/api/desk/file`, { method: 'POST', headers, body: upload });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ extra: { x_place: 'here' } })]);
  });
});

describe('refused', () => {
  test.for(['desk.only@1', 'desk.nowhere@1', 'desk.short', '@', '__proto__@1', 'accounts.login-form@1', `desk.short@${'x'.repeat(3_000)}`])(
    '%s is no form of the route as it stands',
    async (header) => {
      const answer = await send(client, null, { name: 'a' }, '/api/desk/write', { 'x-form': header });
      const status = header.startsWith('desk.short') ? 409 : 422;
      expect(said(answer)).toEqual([status, status === 409 ? 'core.problem.form-changed' : 'core.problem.wrong-form']);
    },
  );

  test("another route's form, named as it stands, and any form where there is none", async () => {
    expect(said(await send(client, 'desk.only', { name: 'a' }))).toEqual([422, 'core.problem.wrong-form']);
    const answer = await app.call('GET', '/api/user', client, { headers: await named(app, client, 'desk.only') });
    expect(said(answer)).toEqual([422, 'core.problem.wrong-form']);
  });

  test('a form that is not open to the caller, although the call is', async () => {
    const headers = await named(app, owner, 'desk.leads');
    expect(said(await send(owner, null, { name: 'a' }, '/api/desk/write', headers))).toEqual([200]);
    expect(said(await send(client, null, { name: 'a' }, '/api/desk/write', headers))).toEqual([403, 'core.problem.denied']);
    expect((await app.call('GET', '/api/ui/forms/desk.leads', client)).status).toBe(404);
  });

  test('a form whose feature is off', async () => {
    await grant(app, app.fixtures.a.tenant, 'desk.more', true);
    const headers = await named(app, client, 'desk.beta');
    expect(said(await send(client, null, { name: 'a' }, '/api/desk/write', headers))).toEqual([200]);
    await grant(app, app.fixtures.a.tenant, 'desk.more', null);
    expect(said(await send(client, null, { name: 'a' }, '/api/desk/write', headers))).toEqual([404, 'core.problem.module-off']);
    expect((await app.call('GET', '/api/ui/forms/desk.beta', client)).body.code).toBe('core.problem.module-off');
  });
});

describe('a form that changed while it was filled in', () => {
  test('answers with the form as it is now, in words of the caller', async () => {
    const headers = await named(app, client, 'desk.only');
    await shapeForm(app, owner, 'desk.only', [{ field: 'kind', set: 'title', value: 'What kind' }]);
    const answer = await send(client, null, { name: 'a' }, '/api/desk/alone', headers);
    expect(said(answer)).toEqual([409, 'core.problem.form-changed']);
    expect(answer.body.form).toEqual((await app.call('GET', '/api/ui/forms/desk.only', client)).body);
    expect(answer.body.form.schema.properties.kind.title).toBe('What kind');
  });

  test("is not one whose neighbour's form changed, nor another agency's", async () => {
    const [long, theirs] = [await named(app, client, 'desk.long'), await named(app, app.fixtures.b.owner, 'desk.short')];
    await demandField(app, owner, 'desk.short', 'x_reason');
    expect(said(await send(client, null, { name: 'a', number: '1' }, '/api/desk/write', long))).toEqual([200]);
    expect(said(await send(app.fixtures.b.owner, null, { name: 'a' }, '/api/desk/write', theirs))).toEqual([200]);
  });

  test('has another mark for each content: the same changes again are the same form', async () => {
    const first = await named(app, client, 'desk.only');
    const retitle = (value: string) => shapeForm(app, owner, 'desk.only', [{ field: 'kind', set: 'title', value }]);
    await retitle('What kind');
    const second = await named(app, client, 'desk.only');
    await retitle('What kind');
    expect(await named(app, client, 'desk.only')).toEqual(second);
    expect(second).not.toEqual(first);
    // A layer of root and one for a role, each the first of its kind, are two things.
    await app.kernel.platform('core_form_layer').delete();
    await shapeForm(app, app.fixtures.operator, 'desk.only', [{ field: 'kind', set: 'title', value: 'By root' }]);
    const root = await named(app, client, 'desk.only');
    await app.kernel.platform('core_form_layer').delete();
    await shapeForm(app, owner, 'desk.only', [{ field: 'kind', set: 'title', value: 'By role' }], {}, 'client');
    expect(await named(app, client, 'desk.only')).not.toEqual(root);
  });
});

describe('the same key', () => {
  const key = (value: string) => ({ 'idempotency-key': value });
  const write = async (form: string, value: string, body: object = { name: 'a' }) =>
    send(client, form, body, '/api/desk/write', key(value));

  test('with another form is another request', async () => {
    expect(said(await write('desk.short', 'one'))).toEqual([200]);
    expect(said(await write('desk.long', 'one', { name: 'a', number: '1' }))).toEqual([422, 'core.problem.idempotency-key']);
    expect(said(await app.call('POST', '/api/desk/write', client, { body: { name: 'a' }, headers: key('one') }))).toEqual([
      422,
      'core.problem.idempotency-key',
    ]);
  });

  test('with the same form, changed in between, is the same request', async () => {
    const { times } = (await write('desk.short', 'two')).body;
    await shapeForm(app, owner, 'desk.short', [], { x_place: { type: 'string' } });
    expect((await write('desk.short', 'two')).body.times).toBe(times);
  });
});

test("a visitor's form is drawn and held as the host's company has it, whoever's session comes along", async () => {
  await demandField(app, app.fixtures.operator, 'desk.visit-form', 'x_reason');
  await demandField(app, owner, 'desk.visit-form', 'x_place');
  for (const who of [null, client]) {
    expect(wrong(await send(who, 'desk.visit-form', { name: 'a' }, '/api/desk/visit'))).toEqual([422, 'x_reason']);
    expect(wrong(await send(who, 'desk.visit-form', { name: 'a', x_reason: 'b' }, '/api/desk/visit'))).toEqual([200]);
  }
});
