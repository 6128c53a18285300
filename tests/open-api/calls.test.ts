import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROGRAM_RATE } from '../../core/http/programs.ts';
import { putLead } from '../support/put-lead.ts';
import { OpenApiStage } from './stage.ts';

let stage: OpenApiStage;
beforeAll(async () => {
  stage = await OpenApiStage.start();
});
afterAll(() => stage.app.close());
const a = () => stage.app.fixtures.a;
const b = () => stage.app.fixtures.b;

describe('access tokens', () => {
  test('are given for the credentials of a key, by Basic authentication or in the body', async () => {
    const key = await stage.key(a().owner);
    const basic = await stage.ask({ grant_type: 'client_credentials' }, key);
    expect(basic).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600 } });
    expect(basic.body.scope).toContain('leads:read');
    const inBody = await stage.ask({ grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.secret_key });
    expect((await stage.get('/account', inBody.body.access_token)).body).toMatchObject({
      company: { id: a().tenant.id, name: a().tenant.name },
      acts_as: 'owner-a',
      mode: 'live',
    });
    const json = await stage.app.call('POST', '/api/oauth/token', null, {
      body: { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.secret_key },
    });
    expect(json.status).toBe(200);
  });

  test('are refused in the words of OAuth', async () => {
    const key = await stage.key(a().owner, { scopes: ['leads:read'] });
    const wrong = await stage.ask({ grant_type: 'client_credentials' }, { ...key, secret_key: 'x'.repeat(43) });
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic/);
    expect(await stage.ask({ grant_type: 'client_credentials' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(await stage.ask({ grant_type: 'password' }, key)).toMatchObject({ status: 400, body: { error: 'unsupported_grant_type' } });
    expect(await stage.ask({ grant_type: 'client_credentials', scope: 'clients:write' }, key)).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect((await stage.ask({ grant_type: 'client_credentials', client_id: "' or 1=1", client_secret: 'y' })).status).toBe(401);
  });

  test('end with their key, with the mode, and with the person who made it', async () => {
    const revoked = await stage.key(a().owner);
    const token = await stage.token(revoked);
    await stage.app.call('DELETE', `/api/developer/keys/${revoked.client_id}`, a().owner);
    expect((await stage.get('/account', token)).status).toBe(401);

    const key = await stage.key(a().admin);
    const ofAdmin = await stage.token(key);
    await stage.app.kernel.platform('core_account').where({ id: a().admin.id }).update({ status: 'suspended' });
    expect((await stage.get('/account', ofAdmin)).status).toBe(401);
    expect(await stage.ask({ grant_type: 'client_credentials' }, key)).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    await stage.app.kernel.platform('core_account').where({ id: a().admin.id }).update({ status: 'active' });
    expect((await stage.get('/account', ofAdmin)).status).toBe(200);
  });

  test('stand in no list of sessions, and open no live stream', async () => {
    const token = await stage.program(a().owner);
    const sessions = await stage.app.call('GET', '/api/user/sessions', a().owner);
    expect(JSON.stringify(sessions.body)).not.toContain('CRM');
    expect((await stage.app.call('GET', '/api/live', token)).status).toBe(401);
  });
});

describe('what a program may call', () => {
  test('is what its scopes name, and nothing that was made for people', async () => {
    const token = await stage.program(a().owner, { scopes: ['leads:read'] });
    expect((await stage.get('/leads', token)).status).toBe(200);
    const refused = await stage.get('/clients', token);
    expect(refused).toMatchObject({ status: 403, body: { code: 'core.problem.program-scope' } });
    expect(refused.headers.get('www-authenticate')).toContain('scope="clients:read"');
    for (const [method, path] of [
      ['GET', '/api/user'],
      ['GET', '/api/clients'],
      ['POST', '/api/tickets'],
      ['PUT', '/api/user/resetpassword'],
      ['POST', '/api/developer/open-api/authenticate'],
    ] as const) {
      const answer = await stage.app.call(method, path, token, method === 'GET' ? {} : { body: {} });
      expect(answer.status, path).not.toBe(200);
      expect([403, 404], path).toContain(answer.status);
    }
  });

  test('is nobody in particular where anybody may call', async () => {
    const token = await stage.program(a().owner);
    expect((await stage.app.call('GET', '/api/ui/bootstrap', token)).body.actor).toBeNull();
  });

  test('is no more than the person who made the key may do', async () => {
    const token = await stage.program(a().admin);
    expect((await stage.get('/clients', token)).status).toBe(200);
    const none = { enable: false, create: false, update: false, delete: false };
    const all = { enable: true, create: true, update: true, delete: true };
    await stage.app.kernel
      .platform('core_account')
      .where({ id: a().admin.id })
      .update({ rights: JSON.stringify({ Settings: none, Campaign: all, LeadsPeek: all, Developer: all }) });
    expect((await stage.get('/clients', token)).status).toBe(403);
    expect((await stage.get('/leads', token)).status).toBe(200);
    await stage.app.kernel.platform('core_account').where({ id: a().admin.id }).update({ rights: null });
  });

  test('every answer says how many calls are left, and one too many says when to go on', async () => {
    const key = await stage.key(a().owner);
    const token = await stage.token(key);
    const first = await stage.get('/account', token);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    await stage.app.kernel
      .platform('core_rate')
      .insert({ key: `${PROGRAM_RATE.id}:${key.client_id}`, points: 600, expire: Date.now() + 60_000 })
      .onConflict('key')
      .merge();
    const late = await stage.get('/account', token);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(late.headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    await stage.app.kernel.platform('core_rate').delete();
  });

  test('is written into the log under person and key', async () => {
    const token = await stage.program(a().owner);
    const made = await stage.post('/clients', token, { company_name: 'Logged', full_name: 'Lo Gged', email: 'logged@test.example' });
    expect(made.status).toBe(201);
    const row = await stage.app.kernel.platform('core_audit').where({ company_id: made.body.id }).orderBy('id', 'desc').first();
    expect(row.actor_name).toBe('owner-a (CRM)');
    expect(row.detail.program).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('lists', () => {
  test('are read page by page, each row once, whatever arrives meanwhile', async () => {
    const [client] = a().clients;
    const campaign = await stage.campaign(client!.tenant);
    const at = (n: number) => new Date(Date.UTC(2026, 8, 1, 0, n));
    for (let n = 0; n < 25; n++) await putLead(stage.app, { client: client!.tenant, campaign, name: `p${n}`, cents: 450, at: at(n) });
    const token = await stage.program(a().owner);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const { body } = await stage.get(`/leads?limit=10&campaign_id=${campaign}${query}`, token);
      seen.push(...body.data.map((lead: { first_name: string }) => lead.first_name));
      cursor = body.next_cursor;
      expect(body.has_more).toBe(cursor !== null);
      if (seen.length === 10) await putLead(stage.app, { client: client!.tenant, campaign, name: 'late', cents: 450, at: at(59) });
    } while (cursor);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `p${24 - n}`));
    expect(
      (await stage.get(`/leads?campaign_id=${campaign}&from=2026-09-01T00:20:00Z&to=2026-09-01T00:22:00Z`, token)).body.data,
    ).toHaveLength(2);
  });

  test('refuse a cursor of something else', async () => {
    const token = await stage.program(a().owner);
    const strange = Buffer.from(JSON.stringify({ id: "x' or 1=1", at: 'now' })).toString('base64url');
    for (const path of ['/leads', '/clients', '/campaigns', '/users'])
      for (const cursor of ['x', strange]) expect((await stage.get(`${path}?cursor=${cursor}`, token)).status, path).toBe(422);
  });

  test('and single things show the own agency alone', async () => {
    const [theirs] = b().clients;
    const campaign = await stage.campaign(theirs!.tenant, 'Foreign');
    const lead = await putLead(stage.app, { client: theirs!.tenant, campaign, name: 'foreign', cents: 1, at: new Date() });
    const token = await stage.program(a().owner);
    for (const path of [`/leads/${lead}`, `/campaigns/${campaign}`, `/clients/${theirs!.tenant.id}`])
      expect((await stage.get(path, token)).status, path).toBe(404);
    for (const path of ['/clients', '/users', '/campaigns', '/leads']) {
      const { status, text } = await stage.get(`${path}?limit=100`, token);
      expect(status, path).toBe(200);
      for (const word of [theirs!.tenant.name, 'foreign', 'Foreign', theirs!.user.email]) expect(text, path).not.toContain(word);
    }
    const { body } = await stage.get('/users', token);
    expect(body.data.map((user: { email: string }) => user.email)).toContain(a().clients[0]!.user.email);
    expect(body.data.map((user: { email: string }) => user.email)).not.toContain(a().owner.email);
    expect((await stage.post(`/campaigns/${campaign}/pause`, token)).status).toBe(404);
  });
});

describe('writes', () => {
  test('are done once for an idempotency key', async () => {
    const token = await stage.program(a().owner);
    const body = { company_name: 'Once', full_name: 'On Ce', email: 'once@test.example' };
    const many = await Promise.all(Array.from({ length: 8 }, () => stage.post('/clients', token, body, { 'idempotency-key': 'one' })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(many.map((answer) => answer.body.id)).size).toBe(1);
    expect((await stage.post('/clients', token, { ...body, company_name: 'Other' }, { 'idempotency-key': 'one' })).status).toBe(422);
    expect((await stage.get('/clients?limit=100', token)).body.data.filter((c: { name: string }) => c.name === 'Once')).toHaveLength(1);
  });

  test('pause a campaign, and say why one cannot run', async () => {
    const campaign = await stage.campaign(a().clients[0]!.tenant, 'Paused');
    const token = await stage.program(a().owner);
    expect((await stage.post(`/campaigns/${campaign}/pause`, token)).body).toMatchObject({
      status: 'paused',
      pause_reason: 'agency',
      lead_price_cents: 450,
    });
    const refused = await stage.post(`/campaigns/${campaign}/activate`, token);
    expect(refused).toMatchObject({
      status: 409,
      body: { guards: expect.arrayContaining([expect.objectContaining({ code: expect.any(String) })]) },
    });
  });

  test('make a link that signs a person of a client in, and nobody else', async () => {
    const token = await stage.program(a().owner);
    const [client] = a().clients;
    const made = await stage.post('/users/sign-in-links', token, { email: client!.user.email });
    expect(made).toMatchObject({ status: 201, body: { expires_in: 60, url: expect.stringContaining('/sso?') } });
    for (const { email } of [a().owner, b().clients[0]!.user, stage.app.fixtures.operator])
      expect((await stage.post('/users/sign-in-links', token, { email })).status, email).toBe(422);
    expect((await stage.post('/users/sign-in-links', await stage.app.tokenOf(a().owner), { email: client!.user.email })).status).toBe(403);
  });
});
