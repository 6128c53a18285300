import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { begun, readState } from '../integrations/shared.ts';
import { GoogleFake } from './google.fake.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
let google: GoogleFake;
beforeAll(async () => {
  google = await GoogleFake.start();
  app = await startTestApp({ config: { egressAllow: [google.host], services: { stripe: null, google: google.keys } } });
});
afterAll(async () => {
  await app?.close();
  google?.stop();
});
beforeEach(async () => {
  await app.asOwner('delete from connector_google_sheets_account; delete from core_mail; delete from core_rate');
  google.reset();
});

const owner = (): Person => app.fixtures.a.owner;
const post = (what: string, who: Person = owner(), body?: object) =>
  app.call('POST', `/api/google-sheets/${what}`, who, body ? { body } : {});
const standing = async (who: Person = owner()) => (await app.call('GET', '/api/google-sheets/check-connect', who)).body;
/** The browser goes to Google and comes back; answers where it lands. */
async function visitGoogle(who: Person = owner()): Promise<URL> {
  const { leave } = (await post('connect', who)).body as { leave: string };
  const consent = await fetch(leave, { redirect: 'manual' });
  const back = new URL(consent.headers.get('location')!);
  const callback = await fetch(app.url + back.pathname + back.search, { redirect: 'manual' });
  expect(callback.status).toBe(302);
  return new URL(callback.headers.get('location')!);
}
const given = (landed: URL) => Object.fromEntries(landed.searchParams) as { code: string; state: string };
async function connect(who: Person = owner()) {
  return post('connected', who, given(await visitGoogle(who)));
}
const card = async (who: Person = owner()) =>
  ((await app.call('GET', '/api/integrations', who)).body.data as { connector: string; state: string }[]).find(
    ({ connector }) => connector === 'connector-google-sheets.sheets',
  );

describe('connecting', () => {
  test('leads to Google with PKCE and back, and ends with an account of one’s own company', async () => {
    expect(await standing()).toEqual({ state: 'none', email: '', last_result: '', last_at: null });
    expect(await card()).toMatchObject({ state: 'open' });
    const landed = await visitGoogle();
    expect(landed.origin + landed.pathname).toBe(`${await originOf()}/integrations/google-sheets/connected`);
    expect((await post('connected', owner(), given(landed))).body).toEqual({
      message: 'agency@google.example is connected.',
      go: '/integrations/google-sheets',
    });
    expect(await standing()).toMatchObject({ state: 'ok', email: 'agency@google.example' });
    expect(await card()).toMatchObject({ state: 'connected' });
    for (const other of [app.fixtures.b.owner, app.fixtures.a.clients[0]!.user]) expect((await standing(other)).state).toBe('none');
  });

  test('asks for files of the platform’s own making and nothing else', async () => {
    const url = new URL((await post('connect')).body.leave);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      scope: 'https://www.googleapis.com/auth/drive.file',
      access_type: 'offline',
      code_challenge_method: 'S256',
      redirect_uri: google.keys.redirectUri,
    });
  });

  test('is finished by the session that began it alone, and once', async () => {
    const body = given(await visitGoogle());
    const mallory = await app.kernel.sessions.open({ accountId: owner().id, ip: '127.0.0.1', agent: 'test', aal: 1, aalNeeded: 1 });
    for (const other of [app.fixtures.b.owner, app.fixtures.a.clients[0]!.user, mallory]) {
      const answer = await app.call('POST', '/api/google-sheets/connected', other, { body });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ field: 'state' }]);
    }
    expect((await post('connected', owner(), body)).status).toBe(200);
    expect((await post('connected', owner(), body)).status).toBe(422); // Google takes a code once
    expect((await standing()).state).toBe('ok');
  });

  test.each([
    ['bent', (state: string) => `${state.slice(0, -2)}AA`],
    ['of nobody', () => 'eyJ9.AAAA'],
    ['without a signature', (state: string) => state.split('.')[0]!],
  ])('a state that is %s leads nowhere', async (_, bend) => {
    const { code, state } = given(await visitGoogle());
    const bent = bend(state);
    expect((await post('connected', owner(), { code, state: bent })).status).toBe(422);
    const callback = await fetch(`${app.url}/oauth/google?${new URLSearchParams({ code, state: bent }).toString()}`, {
      redirect: 'manual',
    });
    expect([callback.status, callback.headers.get('location')]).toEqual([400, null]);
    expect((await standing()).state).toBe('none');
  });

  test('is over after ten minutes', () => {
    const key = Buffer.alloc(32, 7);
    const now = Date.parse('2026-11-01T10:00:00Z');
    const state = begun(key, { companyId: 1, sessionId: 's', origin: 'https://a.example', now });
    expect(readState(key, state, now + 9.9 * 60_000)).toMatchObject({ companyId: 1, origin: 'https://a.example' });
    expect(readState(key, state, now + 10 * 60_000)).toBeNull();
    expect(readState(Buffer.alloc(32, 8), state, now)).toBeNull();
  });

  test('somebody who says no at Google is back on the page, with nothing connected', async () => {
    google.person = null;
    expect((await visitGoogle()).pathname).toBe('/integrations/google-sheets');
    expect((await standing()).state).toBe('none');
  });

  test('without the permission to make files nothing is kept, here or at Google', async () => {
    google.scope = 'openid';
    const answer = await connect();
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      'Google did not give us permission to create files. Connect again and leave the box for Google Drive ticked.',
    ]);
    expect((await standing()).state).toBe('none');
    expect(google.grants).toBe(0);
  });

  test('Google that does not answer leaves things as they were', async () => {
    const landed = await visitGoogle();
    google.mishap(/POST \/token/, ...Array.from({ length: 9 }, () => ({ status: 503 })));
    const answer = await post('connected', owner(), given(landed));
    expect([answer.status, answer.body.detail]).toEqual([422, 'Google did not respond. Try again in a few minutes.']);
    expect((await standing()).state).toBe('none');
  });
});

describe('a connected account', () => {
  test('is checked, asked for anew when access was withdrawn, and connected again', async () => {
    await connect();
    expect((await post('check')).body.notice).toMatchObject({ type: 'success' });
    google.withdraw('agency@google.example');
    expect((await post('check')).body.notice).toEqual({
      message: 'Google no longer gives us access. Connect the account again.',
      type: 'danger',
    });
    expect(await standing()).toMatchObject({ state: 'reauthorise' });
    expect(await card()).toMatchObject({ state: 'reauthorise' });
    await connect();
    expect((await standing()).state).toBe('ok');
  });

  test('an access token that ended is renewed, and nobody notices', async () => {
    await connect();
    google.expire();
    expect((await post('check')).body.notice).toMatchObject({ type: 'success' });
  });

  test('is given up here at once, and at Google', async () => {
    await connect();
    expect((await post('revoke')).body.message).toBe('The Google account is disconnected.');
    expect(google.grants).toBe(0);
    expect((await standing()).state).toBe('none');
    expect((await post('revoke')).status).toBe(409);
    await connect();
    google.mishap(/revoke/, ...Array.from({ length: 9 }, () => ({ status: 500 })));
    expect((await post('revoke')).body.message).toContain('Google did not respond');
    expect((await standing()).state).toBe('none');
    expect(await app.kernel.platform('connector_google_sheets_account').select('token')).toEqual([{ token: '' }]);
  });

  test('its tokens stand nowhere in the open', async () => {
    await connect();
    await post('check');
    google.mishap(/about/, { status: 400, body: { error: { message: `bad ${google.given.at(-1)!}` } } });
    await post('check');
    const tables = ['connector_google_sheets_account', 'core_audit', 'core_job_run', 'core_outbox', 'core_mail'];
    for (const table of tables) {
      const text = JSON.stringify(await app.kernel.platform(table).select());
      for (const token of google.given) expect(text).not.toContain(token);
    }
    expect((await standing()).last_result).toBe('HTTP 400: bad •••');
  });

  test('is a matter of clients and agencies that may connect systems', async () => {
    for (const stranger of [app.fixtures.operator, app.fixtures.sales]) expect((await post('connect', stranger)).status).toBe(403);
    google.person = 'client@google.example';
    const client = app.fixtures.a.clients[0]!.user;
    expect((await connect(client)).status).toBe(200);
    expect(await standing(client)).toMatchObject({ state: 'ok', email: 'client@google.example' });
    expect((await standing()).state).toBe('none');
  });
});

test('without the operator’s registration nobody can connect, and the page says so', async () => {
  const { google: keys } = app.kernel.config.services;
  Object.assign(app.kernel.config.services, { google: null });
  try {
    expect((await standing()).state).toBe('unavailable');
    expect((await post('connect')).status).toBe(409);
    expect(await card()).toMatchObject({ state: 'unavailable', connections: 0 });
  } finally {
    Object.assign(app.kernel.config.services, { google: keys });
  }
});

const originOf = () => app.inside(app.fixtures.a.tenant, 'connector-google-sheets', (ctx) => ctx.origin());
