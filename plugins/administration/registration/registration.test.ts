import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { trustedHops: 1 } });
});
afterAll(() => app.close());

const good = { companyname: 'Harbor Coffee', name: 'Ava Stone', email: 'ava@new.example', password: 'four quite unrelated words' };
const register = (body: object) => app.call('POST', '/api/register', null, { body });
/** The status of a registration at another host, whose name `fetch` would not send. */
const statusAt = (host: string, body: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = app.serving;
    const headers = { host: `${host}:${port}`, 'content-type': 'application/json' };
    request({ host: 'localhost', port, path: '/api/register', method: 'POST', headers }, (answer) => resolve(answer.resume().statusCode!))
      .on('error', reject)
      .end(JSON.stringify(body));
  });
const companies = async (): Promise<number> => Number((await app.kernel.platform('core_tenant').count().first())!['count']);

const signIn = (email: string) => app.call('POST', '/api/login', null, { body: { username: email, password: good.password } });
const mailsTo = (recipient: string) => app.kernel.platform('core_mail').where({ recipient }).orderBy('id', 'desc');
/** Types the code that was mailed to the address at the page that the registration answered. */
const prove = async (email: string, go: string) => {
  const [code] = (await mailsTo(email)).flatMap(({ body }) => /code is (\d{6})/.exec(body)?.[1] ?? []);
  const challenge = new URLSearchParams(go.split('?')[1]).get('challenge');
  return app.call('POST', '/api/verifylogin', null, { body: { email, code, challenge } });
};

test('a stranger becomes a client of the host by a code that is mailed, and may sign in from then on', async () => {
  const answer = await register(good);
  expect(answer.body).toMatchObject({ result: 'success', go: expect.stringMatching(/^\/verify-login\?/) });
  expect((await signIn(good.email)).status).toBe(401);
  const proved = await prove(good.email, answer.body.go);
  const me = await app.call('GET', '/api/user', proved.body.rows.access_token);
  expect(me.body).toMatchObject({
    user_type: 'client',
    systemuser: 'F',
    company_name: 'Harbor Coffee',
    company_parent: app.fixtures.root.id,
  });
  expect((await signIn(good.email)).body.access_token).toBeTruthy();
});

test('an address that has an account is answered like a new one, makes nothing, and its person is told a few times', async () => {
  const before = await companies();
  const [fresh, taken] = [await register({ ...good, email: 'fresh@new.example' }), await register({ ...good, email: 'AVA@new.example' })];
  const bare = (answer: typeof fresh) => ({ ...answer.body, go: answer.body.go.replace(/[0-9a-f-]{36}|fresh|AVA/g, '*') });
  expect([taken.status, bare(taken)]).toEqual([fresh.status, bare(fresh)]);
  expect(await companies()).toBe(before + 1);
  for (let n = 0; n < 7; n += 1) {
    await app.kernel.platform('core_rate').delete();
    await register(good);
  }
  const told = (await mailsTo(good.email)).filter((mail) => /already have an account/.test(mail.subject));
  expect(told).toHaveLength(5);
  // Signing in afterwards tells the two apart no more than registering did.
  const [one, other] = [
    await signIn('fresh@new.example'),
    await app.call('POST', '/api/login', null, { body: { username: good.email, password: 'some other four words' } }),
  ];
  expect([one.status, { ...one.body, requestId: '' }]).toEqual([other.status, { ...other.body, requestId: '' }]);
});

test('of many who register with one address at once, one gets an account', async () => {
  await app.kernel.platform('core_rate').delete();
  const before = await companies();
  const all = await Promise.all(Array.from({ length: 5 }, () => register({ ...good, email: 'race@new.example' })));
  expect(all.map((a) => a.status)).toEqual([200, 200, 200, 200, 200]);
  expect(await companies()).toBe(before + 1);
});

test('strangers do not use up the tries of whose address it is', async () => {
  await app.kernel.platform('core_rate').delete();
  const body = { ...good, email: 'wanted@new.example' };
  const at = (ip: string) => app.call('POST', '/api/register', null, { body, headers: { 'x-forwarded-for': ip } });
  const flood = [];
  for (let n = 0; n < 6; n += 1) flood.push((await at('203.0.113.9')).status);
  expect(flood).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await at('198.51.100.7')).status).toBe(200);
});

test('what the browser claims to be makes nobody more than a client', async () => {
  const claims = {
    ...good,
    email: 'boss@new.example',
    userType: 'user',
    idsys: app.fixtures.root.id,
    ownedcompanyid: app.fixtures.a.tenant.id,
    refcode: 'x',
  };
  expect((await register(claims)).status).toBe(200);
  const row = await app.kernel.platform('core_account').where({ email: 'boss@new.example' }).first();
  expect(row).toMatchObject({ user_type: 'client', is_system: false, agency_id: app.fixtures.root.id });
});

test.for([
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

describe('an agency that registers itself', () => {
  const agency = { ...good, companyname: 'Bright Leads', email: 'owner@bright.example', userType: 'userdownline' };
  const madeBy = async (email: string) => {
    const account = await app.kernel.platform('core_account').where({ email }).first();
    return app.kernel.platform('agencies_profile').where({ company_id: account.company_id }).first();
  };

  test('stands below the root with its owner, who proves the address', async () => {
    const made = await register({ ...agency, phonenum: '(312) 555-0142', idsys: app.fixtures.a.tenant.id });
    const row = await app.kernel.platform('core_account').where({ email: agency.email }).first();
    expect(row).toMatchObject({ user_type: 'userdownline', is_system: false, root_id: app.fixtures.root.id });
    expect(await app.kernel.platform('core_tenant').where({ id: row.company_id }).first()).toMatchObject({
      kind: 'agency',
      parent_id: app.fixtures.root.id,
    });
    expect(await madeBy(agency.email)).toMatchObject({ phone: '+13125550142', sales_ref_id: null });
    const proved = await prove(agency.email, made.body.go);
    expect(proved.body.rows.access_token).toBeTruthy();
    expect((await signIn(agency.email)).body.access_token).toBeTruthy();
  });

  test('begins with the free plan where the operator gives one away', async () => {
    const plan = async (email: string, free?: string) => {
      const packages = { whitelabelyearly: 'price_wy', ...(free ? { free } : {}) };
      expect((await app.call('PUT', '/api/configuration/agencies/packages', app.fixtures.operator, { body: packages })).status).toBe(200);
      expect((await register({ ...agency, companyname: `Plan ${email}`, email })).status).toBe(200);
      await app.settle();
      const { company_id } = await madeBy(email);
      return (await app.kernel.platform('agency_plans_agency').where({ company_id }).first()).package_id;
    };
    expect([await plan('free@bright.example', 'price_free'), await plan('none@bright.example')]).toEqual(['price_free', null]);
  });

  test('belongs to the agency or sales person whose code it was given', async () => {
    const { code, link } = (await app.call('GET', '/api/register/own-link', app.fixtures.a.owner)).body;
    expect(link).toContain(`/agency-register/${code}`);
    expect((await app.call('GET', '/api/register/own-link', app.fixtures.a.owner)).body.code).toBe(code);
    expect((await app.call('GET', `/api/register/offer/${code.toUpperCase()}`)).body).toMatchObject({
      referral: 'known',
      referrer: 'Agency A',
    });
    expect((await register({ ...agency, email: 'sent@bright.example', refcode: code })).status).toBe(200);
    const origin = await app.kernel.platform('registration_origin').where({ code }).first();
    expect(origin).toMatchObject({ referrer_id: app.fixtures.a.tenant.id, sales_account_id: null });
  });

  test('belongs to the sales person whose code it was given, until they are gone', async () => {
    const { sales } = app.fixtures;
    await app.kernel.platform('people_profile').where({ account_id: sales.id }).update({ referral_code: 'sam-sells' });
    expect((await app.call('GET', '/api/register/own-link', sales)).body).toMatchObject({ code: 'sam-sells' });
    expect((await register({ ...agency, email: 'bysam@bright.example', refcode: 'SAM-sells' })).status).toBe(200);
    expect(await madeBy('bysam@bright.example')).toMatchObject({ sales_ref_id: sales.id });
    await app.kernel.platform('core_account').where({ id: sales.id }).update({ status: 'suspended' });
    expect((await register({ ...agency, email: 'late@bright.example', refcode: 'sam-sells' })).status).toBe(422);
    await app.kernel.platform('core_account').where({ id: sales.id }).update({ status: 'active' });
  });

  test('with an unknown code is told so, and nothing is made', async () => {
    const before = await companies();
    const answer = await register({ ...agency, email: 'lost@bright.example', refcode: 'nonsense' });
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ field: 'refcode' }]]);
    expect(await companies()).toBe(before);
    expect((await app.call('GET', '/api/register/offer/nonsense')).body).toMatchObject({ referral: 'unknown', referrer: '' });
  });

  test("cannot do so at another agency's host, which has no such page", async () => {
    const before = await companies();
    expect(await statusAt('a.localhost', { ...agency, email: 'below@bright.example' })).toBe(404);
    expect(await companies()).toBe(before);
  });

  test('clients have no referral link', async () =>
    expect((await app.call('GET', '/api/register/own-link', app.fixtures.a.clients[0]!.user)).status).toBe(403));
});
