import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { definePlugin, contribute, subscribe } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { SetupChecks, type SetupState } from '../../tenancy/profile/contract.ts';
import { DeveloperAgreed } from './contract.ts';
import plugin from './index.ts';

conformance(plugin);

/** What billing will say of cards and accounts, and the listener that will charge the fee. */
let setup: Partial<SetupState> = {};
const told: unknown[] = [];
const fakeBilling = definePlugin({
  manifest: { id: 'fake-billing', version: '1.0.0', core: '^1', uses: ['developer', 'profile'], level: 'platform' },
  contributions: [contribute(SetupChecks, { order: 1000, of: async () => setup })],
  on: [subscribe({ id: 'fake-billing.fee', event: DeveloperAgreed, run: async (_ctx, payload) => void told.push(payload) })],
});

const MODE = '/developer/marketing-services-agreement';
const KEYS = '/developer/open-api/authenticate';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin, fakeBilling] });
});
afterAll(() => app.close());

const get = (path: string, as: Person | null) => app.call('GET', `/api${path}`, as);
const send = (method: string, path: string, as: Person | null, body: unknown = {}) => app.call(method, `/api${path}`, as, { body });
const mode = (on: 'T' | 'F', agency = app.fixtures.a.tenant.id, as = app.fixtures.operator) =>
  send('PUT', `/developer/mode/${agency}`, as, { api_mode: on });
const agree = (as: Person, more: object = {}) =>
  send('POST', MODE, as, {
    user_id: as.id,
    is_marketing_services_agreement_developer: 'T',
    company_name: as.tenant.name,
    company_id: as.tenant.id,
    location_menu: 'Developer',
    document_type: 'marketing-services-agreement-developer',
    ...more,
  });
const makeKey = (as: Person, more: object = {}) => send('POST', KEYS, as, { subdomain: 'a', email: as.email, ...more });
const offered = async (as: Person): Promise<boolean> =>
  (await get('/ui/bootstrap', as)).body.profileMenu.some((m: { id: string }) => m.id === 'developer.menu');

/** Mode on, agreed, with one fresh key. */
async function ready(): Promise<{ client_id: string; secret_key: string }> {
  await app.kernel.platform('core_rate').delete();
  await app.kernel.platform('core_session').update({ fresh_at: new Date() });
  await mode('F');
  await mode('T');
  await agree(app.fixtures.a.owner);
  const { body } = await makeKey(app.fixtures.a.owner);
  return { client_id: body.client_id, secret_key: body.secret_key };
}

describe('developer mode', () => {
  test('is switched by operators only, for agencies below them', async () => {
    expect((await mode('T', app.fixtures.a.tenant.id, app.fixtures.a.owner)).status).toBe(403);
    expect((await mode('T', app.fixtures.a.tenant.id, app.fixtures.sales)).status).toBe(403);
    expect((await mode('T', app.fixtures.a.clients[0]!.tenant.id)).status).toBe(404);
    expect((await mode('T', 999_999)).status).toBe(404);
  });

  test('its item is there once the mode is on, with a card and a connected account', async () => {
    const { owner } = app.fixtures.a;
    expect(await offered(owner)).toBe(false);
    expect((await mode('T')).status).toBe(200);
    expect(await offered(owner)).toBe(false);
    setup = { cardSet: true };
    expect(await offered(owner)).toBe(true);
    expect(await offered(app.fixtures.b.owner)).toBe(false);
    expect(await offered(app.fixtures.a.clients[0]!.user)).toBe(false);
    for (const lacking of [{ cardSet: false }, { accountConnected: 'pending' as const }, { planSet: false }]) {
      setup = { cardSet: true, ...lacking };
      expect(await offered(owner), JSON.stringify(lacking)).toBe(false);
    }
    setup = {};
  });

  test('asks for the agreement, and says what it costs', async () => {
    const { owner } = app.fixtures.a;
    expect((await get(`${MODE}/${owner.tenant.id}`, owner)).body).toEqual({
      is_marketing_services_agreement_developer: 'F',
      api_mode: 'T',
      first_time_charge: '500.00',
      minimum_spend_max: '2000.00',
      first_time_charge_text: '$500.00',
      minimum_spend_max_text: '$2,000.00',
      minimum_spend_amount_list: ['500.00', '1000.00', '1500.00'],
      minimum_spend_amount_texts: ['$500.00', '$1,000.00', '$1,500.00'],
      state: 'agree',
    });
    expect((await get(`${MODE}/${app.fixtures.b.tenant.id}`, owner)).status).toBe(404);
    const refused = await agree(owner, { is_marketing_services_agreement_developer: 'F' });
    expect(refused.body.errors[0].message).toBe('Please click agree before you continue');
    expect((await makeKey(owner)).status).toBe(409);
  });

  test('once agreed the fee is due, and billing is told once', async () => {
    const { owner } = app.fixtures.a;
    const answers = await Promise.all(Array.from({ length: 10 }, () => agree(owner)));
    expect(answers.every((a) => a.status === 200)).toBe(true);
    await app.settle();
    expect(told).toEqual([
      {
        agencyId: owner.tenant.id,
        feeCents: 50_000,
        minimumMaxCents: 200_000,
        minimumListCents: [50_000, 100_000, 150_000],
        agreedAt: expect.stringMatching(/^20/),
      },
    ]);
    expect((await get(`${MODE}/${owner.tenant.id}`, owner)).body).toMatchObject({
      is_marketing_services_agreement_developer: 'T',
      state: 'pay',
    });
    expect((await get('/agreements/acceptances', owner)).body).toMatchObject({
      total: 1,
      data: [{ document: 'marketing-services-agreement-developer', location_menu: 'Developer' }],
    });
    expect((await send('POST', `/developer/settle/${owner.tenant.id}`, app.fixtures.operator)).status).toBe(200);
    expect((await get(`${MODE}/${owner.tenant.id}`, owner)).body.state).toBe('ready');
  });

  test('claims about others are not there', async () => {
    const { owner, admin } = app.fixtures.a;
    expect((await agree(owner, { user_id: admin.id })).status).toBe(404);
    expect((await agree(owner, { company_id: app.fixtures.b.tenant.id })).status).toBe(404);
    expect((await agree(app.fixtures.b.owner)).status).toBe(409);
    expect((await agree(app.fixtures.a.clients[0]!.user)).status).toBe(403);
  });

  test('is an area of rights that roles of the root and of agencies grant', async () => {
    const { operator, a } = app.fixtures;
    const none = { enable: false, create: false, update: false, delete: false };
    const rights = (of: Person, Developer: object) =>
      app.kernel
        .platform('core_account')
        .where({ id: of.id })
        .update({ rights: JSON.stringify({ Settings: { enable: true, create: true, update: true, delete: true }, Developer }) });
    await rights(operator, none);
    expect((await mode('T')).status).toBe(403);
    await rights(operator, { ...none, enable: true, update: true });
    expect((await mode('T')).status).toBe(200);
    await rights(a.admin, none);
    expect((await get('/developer/keys', a.admin)).status).toBe(403);
    await rights(a.admin, { ...none, enable: true });
    expect((await get('/developer/keys', a.admin)).status).toBe(200);
    expect((await makeKey(a.admin)).status).toBe(403);
    const { body } = await get('/ui/forms/roles.add', operator);
    expect(Object.keys(body.schema.properties)).toContain('Developer_update');
    await app.kernel.platform('core_account').whereIn('id', [operator.id, a.admin.id]).update({ rights: null });
  });

  test('its price is set for all agencies or for one', async () => {
    const { operator, root, a, b } = app.fixtures;
    const body = { first_time_charge: 10_000, minimum_spend_max: 30_000, ramp: '100, 200.50' };
    expect((await send('PUT', `/developer/terms/${root.id}`, operator, body)).status).toBe(200);
    expect((await send('PUT', `/developer/terms/${b.tenant.id}`, operator, { ...body, first_time_charge: 0 })).status).toBe(200);
    expect((await send('PUT', `/developer/terms/${b.tenant.id}`, operator, { ...body, ramp: 'a lot' })).status).toBe(422);
    expect((await send('PUT', `/developer/terms/${b.tenant.id}`, a.owner, body)).status).toBe(403);
    expect((await get(`${MODE}/${a.tenant.id}`, a.owner)).body).toMatchObject({
      first_time_charge: '100.00',
      minimum_spend_amount_list: ['100.00', '200.50'],
    });
    expect((await get(`${MODE}/${b.tenant.id}`, b.owner)).body.first_time_charge).toBe('0.00');
  });
});

describe('API keys', () => {
  test('are shown once, and kept as a hash', async () => {
    const { owner } = app.fixtures.a;
    const { client_id, secret_key } = await ready();
    expect(secret_key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const row = await app.kernel.platform('developer_key').where({ client_id }).first();
    expect(row.secret_hash.toString('hex')).toBe(createHash('sha256').update(secret_key).digest('hex'));
    const read = await get(`${KEYS}/${owner.tenant.id}`, owner);
    expect(read.body).toMatchObject({ client_id, secret_key: `••••${secret_key.slice(-4)}`, base_url: expect.stringMatching(/\/api$/) });
    for (const path of [`${KEYS}/${owner.tenant.id}`, '/developer/keys']) expect((await get(path, owner)).text).not.toContain(secret_key);
    expect((await get(`${KEYS}/${owner.tenant.id}`, app.fixtures.b.owner)).status).toBe(404);
  });

  test('are two at most, and one may be revoked to make room; twenty clicks at once make no third', async () => {
    const { owner } = app.fixtures.a;
    const first = await ready();
    const answers = await Promise.all(Array.from({ length: 20 }, () => makeKey(owner)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 409)).toHaveLength(19);
    expect((await app.call('DELETE', `/api/developer/keys/${first.client_id}`, app.fixtures.b.owner)).status).toBe(404);
    expect((await app.call('DELETE', `/api/developer/keys/${first.client_id}`, owner)).status).toBe(200);
    expect((await app.call('DELETE', `/api/developer/keys/${first.client_id}`, owner)).status).toBe(404);
    expect((await makeKey(owner)).status).toBe(200);
  });

  test('name the own address and host only', async () => {
    const { owner } = app.fixtures.a;
    await ready();
    expect((await makeKey(owner, { email: 'somebody@else.example' })).status).toBe(422);
    expect((await makeKey(owner, { subdomain: 'b' })).status).toBe(422);
    expect((await makeKey(owner, { subdomain: 'a.localhost' })).status).toBe(200);
  });

  test('need a fresh password, and nobody makes them in view mode', async () => {
    const { owner } = app.fixtures.a;
    await ready();
    await app.kernel
      .platform('core_session')
      .where({ account_id: owner.id })
      .update({ fresh_at: new Date(0) });
    expect((await makeKey(owner)).body.code).toBe('core.problem.step-up');
    const token = await app.kernel.sessions.open({
      accountId: owner.id,
      ip: '',
      agent: '',
      aal: 1,
      aalNeeded: 1,
      viewedBy: app.fixtures.operator.id,
    });
    expect((await app.call('POST', `/api${KEYS}`, token, { body: {} })).status).toBe(403);
  });

  test('stop with the mode; switched on again it asks for agreement, fee and keys anew', async () => {
    const { owner } = app.fixtures.a;
    const old = await ready();
    await mode('F');
    await mode('T');
    expect((await get('/developer/keys', owner)).body.data.every((k: { state: string }) => k.state !== 'active')).toBe(true);
    expect((await makeKey(owner)).status).toBe(409);
    const before = (await get('/agreements/acceptances', owner)).body.total;
    await agree(owner);
    expect((await get('/agreements/acceptances', owner)).body.total).toBe(before + 1);
    expect((await get(`${MODE}/${owner.tenant.id}`, owner)).body.state).toBe('pay');
    expect((await send('POST', '/v1/developer/sso/issue', null, { ...old, email: app.fixtures.a.clients[0]!.user.email })).status).toBe(
      401,
    );
  });
});

describe('single sign-on', () => {
  const SORRY = 'There is currently an update processing on the platform. Please wait five minutes and try again.';
  const client = () => app.fixtures.a.clients[0]!.user;
  const issue = async (more: object = {}) =>
    send('POST', '/v1/developer/sso/issue', null, { ...(await key), email: client().email, subdomain: 'localhost', ...more });
  const use = (token: string, more: object = {}) =>
    send('POST', '/v1/developer/sso/validation', null, { subdomain: 'localhost', token, ...more });
  let key: Promise<{ client_id: string; secret_key: string }>;
  beforeAll(async () => {
    key = ready();
    await key;
  });

  test('signs one person of a client in', async () => {
    const issued = await issue();
    expect(issued.body).toMatchObject({ expires_in: 60, url: expect.stringContaining('/sso?subdomain=localhost&token=') });
    const done = await use(issued.body.token);
    expect(done.body).toMatchObject({ status: 'success', action: 'login' });
    const me = await app.call('GET', '/api/user', done.body.access_token);
    expect(me.body).toMatchObject({ id: client().id });
  });

  test('a hundred uses at once of one token sign in once', async () => {
    const { token } = (await issue()).body;
    const all = await Promise.all(Array.from({ length: 100 }, () => use(token)));
    expect(all.filter((a) => a.status === 200)).toHaveLength(1);
    const refused = all.find((a) => a.status !== 200)!;
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ detail: SORRY, heading: 'Sorry!' });
  });

  test('a token is kept as a hash', async () => {
    const { token } = (await issue()).body;
    const rows = await app.kernel.platform('developer_sso_token').select('token_hash');
    expect(rows.some((r) => r.token_hash.equals(createHash('sha256').update(token).digest()))).toBe(true);
  });

  test('the signed-in person is only compared', async () => {
    expect((await use((await issue()).body.token, { currentUserID: client().id })).body.action).toBe('stay');
    const other = await use((await issue()).body.token, { currentUserID: String(app.fixtures.b.owner.id) });
    expect(other.body.action).toBe('switch');
    expect((await app.call('GET', '/api/user', other.body.access_token)).body.id).toBe(client().id);
  });

  test('is refused late, elsewhere, and for what is no token', async () => {
    const late = (await issue()).body.token;
    await app.kernel.platform('developer_sso_token').update({ expires_at: new Date(Date.now() - 1000) });
    const forAgency = (await issue({ subdomain: 'a' })).body.token;
    for (const [token, more] of [
      [late, {}],
      [forAgency, {}],
      [forAgency, { subdomain: 'a' }],
      [(await issue()).body.token, { subdomain: 'other' }],
      ['', {}],
      ['x'.repeat(43), {}],
    ] as const) {
      const answer = await use(token, more);
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toBe(SORRY);
    }
    expect((await send('POST', '/v1/developer/sso/validation', null, { subdomain: 'localhost' })).body.detail).toBe(SORRY);
    expect((await send('POST', '/v1/developer/sso/validation', null, { subdomain: 'localhost', token: ['x'] })).status).toBe(422);
  });

  test('is issued for people of own clients only', async () => {
    const { a, b, operator } = app.fixtures;
    for (const foreign of [b.clients[0]!.user, b.owner, a.owner, a.admin, operator])
      expect((await issue({ email: foreign.email })).status).toBe(422);
    expect((await issue({ email: 'nobody@test.example' })).status).toBe(422);
    expect((await issue({ subdomain: 'b' })).status).toBe(422);
  });

  test('needs a key that is right and active', async () => {
    const { client_id } = await key;
    expect((await issue({ secret_key: 'x'.repeat(43) })).status).toBe(401);
    expect((await issue({ client_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(401);
    const { token } = (await issue()).body;
    await app.call('DELETE', `/api/developer/keys/${client_id}`, app.fixtures.a.owner);
    expect((await use(token)).status).toBe(422);
    expect((await issue()).status).toBe(401);
    key = ready();
    await key;
  });

  test('does not spare a second factor, nor open what is suspended', async () => {
    const { id } = client();
    const credentials = app.kernel.platform('accounts_credential');
    await credentials.insert({ account_id: id, company_id: client().tenant.id, second_factor: 'email' }).onConflict('account_id').merge();
    const asked = await use((await issue()).body.token);
    expect(asked.body).toMatchObject({ status: 'success', challenge: expect.any(String), go: expect.stringMatching(/^\/verify-login\?/) });
    expect(asked.body.access_token).toBeUndefined();
    await app.kernel.platform('accounts_credential').where({ account_id: id }).update({ second_factor: 'none' });
    const { token } = (await issue()).body;
    await app.kernel.platform('core_account').where({ id }).update({ status: 'suspended' });
    expect((await use(token)).status).not.toBe(200);
    expect((await issue()).status).toBe(422);
    await app.kernel.platform('core_account').where({ id }).update({ status: 'active' });
  });
});
