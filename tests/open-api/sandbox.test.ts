import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpenApiStage } from './stage.ts';

let stage: OpenApiStage;
beforeAll(async () => {
  stage = await OpenApiStage.start();
});
afterAll(() => stage.app.close());
const a = () => stage.app.fixtures.a;

test('every call that programs can make has a sandbox, and no handler runs there', async () => {
  const routes = [...stage.app.kernel.registry.routes.values()].map(({ def }) => def).filter(({ programs }) => programs);
  expect(routes.length).toBeGreaterThan(15);
  const kept = new Map(routes.map((def) => [def, def.handler]));
  const ran: string[] = [];
  const token = await stage.program(a().owner, { mode: 'sandbox' });
  for (const def of routes)
    def.handler = async () => {
      ran.push(def.id);
      throw new Error('live');
    };
  const ids: Record<string, string> = {
    'open-api.lead': '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
    'open-api.client': '31',
    'open-api.campaign': '501',
    'open-api.activate-campaign': '501',
    'open-api.pause-campaign': '501',
  };
  for (const def of routes.filter(({ method, path, id }) => method === 'GET' && (!path.includes(':') || ids[id]))) {
    const span = def.path.startsWith('/v1/reports/') ? '?from=2026-11-01&to=2026-11-07' : '';
    const answer = await stage.app.call('GET', `/api${def.path.replace(':id', ids[def.id] ?? '')}${span}`, token);
    expect(answer.status, `${def.id} ${answer.text}`).toBe(200);
  }
  for (const id of ['open-api.activate-campaign', 'open-api.pause-campaign']) {
    const { path } = routes.find((def) => def.id === id)!;
    expect((await stage.app.call('POST', `/api${path.replace(':id', '501')}`, token, { body: {} })).status, id).toBe(200);
  }
  expect(ran).toEqual([]);
  for (const [def, handler] of kept) def.handler = handler;
});

test('shows sample data alone, and changes nothing outside of it', async () => {
  const counts = async () => {
    const tables = ['core_tenant', 'core_account', 'campaigns_campaign', 'leads_lead', 'core_mail', 'core_audit'];
    const rows = await Promise.all(tables.map((table) => stage.app.kernel.platform(table).count('* as n').first()));
    return rows.map((row) => Number(row!.n));
  };
  const token = await stage.program(a().owner, { mode: 'sandbox' });
  const before = await counts();
  const names = (await stage.get('/clients', token)).body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['Lakeside Dental', 'Acme Roofing']);
  const made = await stage.post('/clients', token, { company_name: 'New', full_name: 'Ne W', email: 'new@test.example' });
  expect(made).toMatchObject({ status: 201, body: { name: 'New' } });
  expect((await stage.get('/clients', token)).body.data).toHaveLength(3);
  expect((await stage.get(`/clients/${made.body.id}`, token)).body).toEqual(made.body);
  expect((await stage.get('/users', token)).body.data[0]).toMatchObject({ email: 'new@test.example', status: 'invited' });
  await stage.app.settle();
  expect(await counts()).toEqual(before);
  expect((await stage.post('/clients', token, { company_name: 'New' })).status).toBe(422);
  expect((await stage.get('/clients/99999', token)).status).toBe(404);

  const live = await stage.program(a().owner);
  expect((await stage.get('/clients?limit=100', live)).text).not.toContain('Acme Roofing');
  await stage.post('/sandbox/reset', token);
});

test('a lead arrives when asked for: in the list and in the events of the sandbox, for live keys in neither', async () => {
  const key = await stage.key(a().owner, { mode: 'sandbox' });
  const token = await stage.token(key);
  const lead = await stage.post('/sandbox/leads', token, { campaign_id: 501 }, { 'idempotency-key': 'lead' });
  expect(lead).toMatchObject({ status: 201, body: { is_test: true, campaign_id: 501, client_id: 31 } });
  expect((await stage.post('/sandbox/leads', token, { campaign_id: 501 }, { 'idempotency-key': 'lead' })).body.id).toBe(lead.body.id);
  expect((await stage.get(`/leads/${lead.body.id}`, token)).body).toEqual(lead.body);
  expect((await stage.get('/leads?limit=1', token)).body.data[0].id).toBe(lead.body.id);
  const { body } = await stage.get('/events', token);
  expect(body.data.at(-1)).toMatchObject({ type: 'lead.created', sandbox: true, data: { lead_id: lead.body.id } });
  expect((await stage.post('/sandbox/leads', token, { campaign_id: 7 })).status).toBe(404);

  expect((await stage.post('/sandbox/reset', token)).body).toEqual({ result: 'success' });
  expect((await stage.get(`/leads/${lead.body.id}`, token)).status).toBe(404);

  const live = await stage.program(a().owner);
  expect((await stage.get('/events?limit=500', live)).text).not.toContain(lead.body.id);
  expect((await stage.post('/sandbox/leads', live, { campaign_id: 501 })).status).toBe(403);
});

test('two keys of each kind at a time, and a key of the sandbox signs nobody in', async () => {
  const { owner } = a();
  const key = await stage.key(owner, { mode: 'sandbox' });
  const more = (mode: string) => stage.app.call('POST', '/api/developer/open-api/authenticate', owner, { body: { name: 'x', mode } });
  expect((await more('sandbox')).status).toBe(200);
  expect((await more('sandbox')).status).toBe(409);
  expect((await more('live')).status).toBe(200);
  const { client_id, secret_key } = key;
  const body = { client_id, secret_key, email: a().clients[0]!.user.email };
  expect((await stage.app.call('POST', '/api/v1/developer/sso/issue', null, { body })).status).toBe(403);
});
