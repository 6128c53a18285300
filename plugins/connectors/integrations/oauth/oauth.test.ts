import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { CrmFake, crmConnector, crmPlugin } from '../crm.fake.ts';
import { leadsFake } from '../leads.fake.ts';

/** Systems that people sign in to: there and back, tokens that renew themselves, and what happens once they do not. */
let app: TestApp;
let crm: CrmFake;
beforeAll(async () => {
  crm = await CrmFake.start();
  app = await startTestApp({
    plugins: [leadsFake, crmPlugin(crmConnector(crm))],
    config: { egressAllow: [crm.host], services: { stripe: null, crm: crm.keys } },
  });
});
afterAll(async () => {
  await app?.close();
  crm?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('core_rate').delete();
  crm.reset();
});

const client = (): Person => app.fixtures.a.clients[0]!.user;
const begin = (who: Person = client()) =>
  app.call('POST', '/api/integrations/connect/connector-crm.contacts', who, { body: { name: 'Sales', list: 'new' } });
/** The browser goes to the other system and comes back; answers where it lands. */
async function there(leave: string): Promise<URL> {
  const consent = await fetch(leave, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location')!);
  const callback = await fetch(app.url + back.pathname + back.search, { redirect: 'manual' });
  expect(callback.status).toBe(302);
  return new URL(callback.headers.get('location')!);
}
const given = (landed: URL) => Object.fromEntries(landed.searchParams) as { code: string; state: string };
const finish = (landed: URL, who: Person = client()) => app.call('POST', '/api/integrations/authorized', who, { body: given(landed) });
async function connect(): Promise<number> {
  const { go } = (await finish(await there((await begin()).body.leave))).body as { go: string };
  return Number(go.split('/').at(-1));
}
const detail = async (id: number) => (await app.call('GET', `/api/integrations/${id}`, client())).body;
const log = async (id: number) => (await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body.data as object[];
const lead = (...names: string[]) =>
  app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: client().tenant.id, names } });
const stored = async () =>
  JSON.stringify([
    await app.kernel.platform('integrations_connection').select(),
    await app.kernel.platform('integrations_delivery').select(),
    await app.kernel.platform('core_audit').select(),
  ]);

describe('signing in', () => {
  test('leads there with PKCE and back, and ends with a connection that knows its account', async () => {
    const { leave } = (await begin()).body as { leave: string };
    expect(Object.fromEntries(new URL(leave).searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'crm-client',
      redirect_uri: crm.keys.redirectUri,
      scope: 'contacts.write',
      prompt: 'consent',
      code_challenge_method: 'S256',
    });
    const landed = await there(leave);
    expect(landed.pathname).toBe('/integrations/authorized');
    const finished = await finish(landed);
    expect(finished.body).toMatchObject({ message: 'Sales is connected and the credentials work.' });
    const id = Number(finished.body.go.split('/').at(-1));
    expect(await detail(id)).toMatchObject({ state: 'ok', has_sign_in: true });
    const [row] = await app.kernel.platform('integrations_connection').where({ id });
    expect(row.config).toEqual({ list: 'new', account: 'acc-7' });
    expect(await stored()).not.toMatch(/access-|refresh-|crm-client-secret/);
  });

  test('can be finished once, by who began it, within ten minutes', async () => {
    const landed = await there((await begin()).body.leave);
    for (const other of [app.fixtures.a.owner, app.fixtures.a.clients[1]!.user, app.fixtures.b.owner])
      expect((await finish(landed, other)).status).toBe(422);
    const twice = await Promise.all([finish(landed), finish(landed)]);
    expect(twice.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect((await app.call('GET', '/api/integrations/connections', client())).body.total).toBe(1);
    const late = await there((await begin()).body.leave);
    await app.kernel.platform.raw('update integrations_authorization set until = now()');
    expect((await finish(late)).status).toBe(422);
  });

  test('that is declined, forged or refused leaves nothing', async () => {
    crm.agrees = false;
    expect((await there((await begin()).body.leave)).pathname).toBe('/integrations');
    expect((await fetch(`${app.url}/oauth/connection?code=x&state=forged.state`, { redirect: 'manual' })).status).toBe(400);
    crm.agrees = true;
    const landed = await there((await begin()).body.leave);
    landed.searchParams.set('code', 'another');
    const refused = await finish(landed);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ message: 'CRM did not accept this: invalid_grant' }]);
    crm.mishaps.set('GET /me', [403]);
    expect((await finish(await there((await begin()).body.leave))).status).toBe(422);
    expect((await app.call('GET', '/api/integrations/connections', client())).body.total).toBe(0);
  });

  test('is given up at the other system when the connection is removed', async () => {
    const id = await connect();
    expect(crm.grants).toBe(1);
    await app.call('DELETE', `/api/integrations/${id}`, client());
    await app.settle();
    expect(crm.grants).toBe(0);
  });
});

describe('a token', () => {
  test('is renewed before it ends, and once though many want it', async () => {
    crm.lifetime = 30;
    const id = await connect();
    crm.lifetime = 3_600;
    await lead('A', 'B');
    const answers = Promise.all([1, 2, 3].map(() => app.call('POST', `/api/integrations/${id}/check`, client())));
    await app.settle();
    expect((await answers).map(({ body }) => body.ok)).toEqual([true, true, true]);
    expect(crm.count('POST /token')).toBe(2);
    expect(await log(id)).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'delivered', kind: 'lead' })]));
    expect([...crm.contacts.values()].map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com']);
  });

  test('that is refused before its time is renewed, and the lead arrives once', async () => {
    const id = await connect();
    crm.expire();
    await lead('A');
    await app.settle();
    expect([...crm.contacts.values()]).toMatchObject([{ email: 'a@example.com', tags: ['t-1'] }]);
    expect(await detail(id)).toMatchObject({ state: 'ok' });
  });

  test('that cannot be renewed any more asks for signing in again, after which what was held goes out in order', async () => {
    const id = await connect();
    crm.withdraw();
    await lead('A', 'B', 'C');
    await app.settle();
    expect(await detail(id)).toMatchObject({ state: 'reauthorise', held: 3, last_result: 'invalid_grant' });
    expect(crm.count('POST /token')).toBe(2); // one call found out
    const cards = (await app.call('GET', '/api/integrations', client())).body.data as { connector: string }[];
    expect(cards.find((card) => card.connector === 'connector-crm.contacts')).toMatchObject({ state: 'reauthorise', broken: id });
    const { leave } = (await app.call('POST', `/api/integrations/${id}/authorize`, client())).body;
    expect((await finish(await there(leave))).body).toEqual({ message: 'Saved. 3 held leads are being sent.', go: `/integrations/${id}` });
    await app.settle();
    expect([...crm.contacts.values()].map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    expect(await detail(id)).toMatchObject({ state: 'ok', held: 0 });
  });

  test('is not asked for while the other system is busy: the leads wait, and nobody is asked to sign in', async () => {
    const id = await connect();
    crm.expire();
    crm.mishaps.set('POST /token', [503]);
    await lead('A');
    await app.settle();
    expect(await log(id)).toMatchObject([{ state: 'failed' }]);
    await app.kernel.platform.raw(`update integrations_delivery set next_at = now(); update integrations_connection set rest_until = null`);
    await app.settle();
    expect(await log(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('that somebody gave by signing in again is not overwritten by a renewal under way', async () => {
    const id = await connect();
    const { leave } = (await app.call('POST', `/api/integrations/${id}/authorize`, client())).body;
    const landed = await there(leave);
    crm.expire();
    let isFirst = true;
    crm.onCall = async (what) => {
      if (what !== 'POST /token' || !isFirst) return;
      isFirst = false;
      expect((await finish(landed)).status).toBe(200);
    };
    await app.call('POST', `/api/integrations/${id}/check`, client());
    crm.onCall = null;
    crm.expire();
    expect((await app.call('POST', `/api/integrations/${id}/check`, client())).body.ok).toBe(true);
  });
});

test('a system with which the installation is not registered says so and offers nothing', async () => {
  const bare = await startTestApp({
    plugins: [leadsFake, crmPlugin(crmConnector(crm))],
    config: { egressAllow: [crm.host], services: { stripe: null } },
  });
  try {
    const who = bare.fixtures.a.clients[0]!.user;
    const cards = (await bare.call('GET', '/api/integrations', who)).body.data as { connector: string }[];
    expect(cards.find(({ connector }) => connector === 'connector-crm.contacts')).toMatchObject({ state: 'unavailable', connects: '' });
    const refused = await bare.call('POST', '/api/integrations/connect/connector-crm.contacts', who, { body: { list: 'new' } });
    expect(refused.status).toBe(409);
  } finally {
    await bare.close();
  }
});
