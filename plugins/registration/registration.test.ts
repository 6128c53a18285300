import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { conformance } from '../../core/testing/conformance.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const good = { companyname: 'Harbor Coffee', name: 'Ava Stone', email: 'ava@new.example', password: 'four quite unrelated words' };
const register = (body: object) => app.call('POST', '/api/register', null, { body });
const companies = async (): Promise<number> => Number((await app.kernel.platform('core_tenant').count().first())!['count']);

test('a stranger becomes a client of the host and may sign in', async () => {
  expect((await register(good)).body).toMatchObject({ result: 'success', go: '/login' });
  const login = await app.call('POST', '/api/login', null, { body: { username: good.email, password: good.password } });
  const me = await app.call('GET', '/api/user', login.body.access_token);
  expect(me.body).toMatchObject({ user_type: 'client', systemuser: 'F', company_name: 'Harbor Coffee', company_parent: app.world.root.id });
});

test('what the browser claims to be makes nobody more than a client', async () => {
  const claims = {
    ...good,
    email: 'boss@new.example',
    userType: 'user',
    idsys: app.world.root.id,
    ownedcompanyid: app.world.a.tenant.id,
    refcode: 'x',
  };
  expect((await register(claims)).status).toBe(200);
  const row = await app.kernel.platform('core_account').where({ email: 'boss@new.example' }).first();
  expect(row).toMatchObject({ user_type: 'client', is_system: false, agency_id: app.world.root.id });
});

test.for([
  ['a taken address', { email: good.email }, 'email'],
  ['a weak password', { password: 'aaaaaaaaaaaaaaaaaaaa' }, 'password'],
  ['a wrong phone number', { phonenum: '123' }, 'phonenum'],
  ['an empty company', { companyname: '   ' }, 'companyname'],
  ['an unknown field', { is_system: true }, 'is_system'],
] as const)('%s is refused on its field and makes no company', async ([, change, field]) => {
  const before = await companies();
  const answer = await register({ ...good, email: 'other@new.example', ...change });
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((e: { field: string }) => e.field)).toContain(field);
  expect(await companies()).toBe(before);
});
