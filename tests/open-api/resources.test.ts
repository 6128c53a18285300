import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenApiStage } from './stage.ts';

/** What programs change and read beside leads: campaigns, exclusions, reports. */
let stage: OpenApiStage;
let token: string;
beforeAll(async () => {
  stage = await OpenApiStage.start();
  token = await stage.program(a().owner);
});
afterAll(() => stage.app.close());
const a = () => stage.app.fixtures.a;
const b = () => stage.app.fixtures.b;
const client = () => a().clients[0]!.tenant;
const patch = (path: string, body: object, as = token) => stage.app.call('PATCH', `/api/v1${path}`, as, { body });
const drop = (path: string, as = token) => stage.app.call('DELETE', `/api/v1${path}`, as);

describe('campaigns', () => {
  test('are made as drafts, changed under the API’s own names, and say what keeps them from running', async () => {
    const made = await stage.post('/campaigns', token, {
      client_id: client().id,
      product: 'local',
      name: 'By program',
      lead_price_cents: 1234,
    });
    expect(made, made.text).toMatchObject({
      status: 201,
      body: { client_id: client().id, product: 'local', name: 'By program', status: 'draft', lead_price_cents: 1234 },
    });
    const { id } = made.body as { id: number };
    const changed = await patch(`/campaigns/${id}`, { name: 'Renamed', ends_on: '2098-06-30', timezone: 'America/Denver' });
    expect(changed, changed.text).toMatchObject({ status: 200, body: { name: 'Renamed', timezone: 'America/Denver' } });
    expect(changed.body.ends_at).toMatch(/^2098-0[67]-/);
    const refused = await stage.post(`/campaigns/${id}/activate`, token);
    expect(refused.status).toBe(409);
    expect(refused.body.guards).toEqual(expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]));
    expect((await stage.get(`/campaigns/${id}`, token)).body).toMatchObject({ status: 'draft' });
  });

  test('refuse what is wrong on the fields as they were sent, and change nothing then', async () => {
    const id = await stage.campaign(client(), 'Steady');
    const wrong = await patch(`/campaigns/${id}`, { name: 'Other', starts_on: '2026-02-31', timezone: 'Mars/Base' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['starts_on', 'timezone']);
    expect((await stage.get(`/campaigns/${id}`, token)).body).toMatchObject({ name: 'Steady' });
    expect((await patch(`/campaigns/${id}`, { lead_price_cents: -1 })).status).toBe(422);
    expect((await patch(`/campaigns/${id}`, { CostSet: '1.00' })).status).toBe(422);
    expect((await stage.post('/campaigns', token, { client_id: client().id, product: 'nothing', name: 'x' })).status).toBe(404);
  });

  test('are made once for a key, for clients of the own agency alone, with the scope alone', async () => {
    const body = { client_id: client().id, product: 'local', name: 'Once' };
    const [one, two] = await Promise.all([1, 2].map(() => stage.post('/campaigns', token, body, { 'idempotency-key': 'campaign-once' })));
    const again = await stage.post('/campaigns', token, body, { 'idempotency-key': 'campaign-once' });
    expect(new Set([one!, two!, again].filter(({ status }) => status === 201).map((answer) => answer.body.id)).size).toBe(1);
    expect((await stage.get('/campaigns?limit=100', token)).body.data.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(
      1,
    );
    expect((await stage.post('/campaigns', token, { ...body, client_id: b().clients[0]!.tenant.id })).status).toBe(404);
    const foreign = await stage.campaign(b().clients[0]!.tenant);
    expect((await patch(`/campaigns/${foreign}`, { name: 'Mine' })).status).toBe(404);
    const reader = await stage.program(a().owner, { scopes: ['campaigns:read'] });
    expect((await stage.post('/campaigns', reader, body)).status).toBe(403);
    token = await stage.program(a().owner);
  });
});

describe('exclusions', () => {
  test('are added, listed by client and removed; addresses are masked', async () => {
    const add = (entry: string, client_id?: number) => stage.post('/exclusions', token, { entry, ...(client_id ? { client_id } : {}) });
    const own = await add('Jane.Roe@Example.com');
    expect(own, own.text).toMatchObject({ status: 201, body: { client_id: null, entry: 'j***@example.com', kind: 'email' } });
    expect((await add('jane.roe@example.com')).body.id).toBe(own.body.id);
    const ofClient = await add('0'.repeat(64), client().id);
    expect(ofClient.body).toMatchObject({ client_id: client().id, entry: '0'.repeat(64), kind: 'sha256' });
    expect((await stage.get(`/exclusions?client_id=${client().id}`, token)).body.data).toEqual([ofClient.body]);
    expect((await stage.get('/exclusions?search=jane.roe@example.com', token)).body.data).toEqual([own.body]);
    for (let n = 0; n < 3; n += 1) await add(`p${n}@example.com`);
    const first = await stage.get('/exclusions?limit=3', token);
    expect(first.body).toMatchObject({ has_more: true });
    const rest = await stage.get(`/exclusions?limit=3&cursor=${first.body.next_cursor}`, token);
    expect(rest.body).toMatchObject({ has_more: false, data: [own.body] });
    expect((await drop(`/exclusions/${own.body.id}`)).status).toBe(200);
    expect((await drop(`/exclusions/${own.body.id}`)).status).toBe(404);
    expect((await add('no address')).body.errors).toMatchObject([{ field: 'entry' }]);
  });

  test('of other agencies are out of reach', async () => {
    const stranger = await stage.program(b().owner);
    const [entry] = (await stage.get(`/exclusions?client_id=${client().id}`, token)).body.data as { id: number }[];
    expect((await stage.get(`/exclusions?client_id=${client().id}`, stranger)).status).toBe(404);
    expect((await stage.post('/exclusions', stranger, { entry: 'x@example.com', client_id: client().id })).status).toBe(404);
    expect((await drop(`/exclusions/${entry!.id}`, stranger)).status).toBe(404);
  });
});

describe('reports', () => {
  const span = 'from=2026-11-01&to=2026-11-03';
  test('are the figures of the screens, by day and in cents', async () => {
    const days = await stage.get(`/reports/days?${span}`, token);
    expect(days, days.text).toMatchObject({ status: 200 });
    expect(days.body.data.map(({ day }: { day: string }) => day)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
    const id = await stage.campaign(client(), 'Counted');
    await stage.app.kernel.platform('leads_day').insert({
      company_id: client().id,
      campaign_id: id,
      product: 'local',
      day: '2026-11-02',
      outcome: 'lead',
      observations: 3,
      retail_cents: 1350,
      wholesale_cents: 300,
    });
    const charges = await stage.get(`/reports/charges?${span}&campaign_id=${id}`, token);
    expect(charges, charges.text).toMatchObject({
      status: 200,
      body: {
        data: [{ day: '2026-11-02', campaign_id: id, campaign: 'Counted', leads: 3, lead_price_cents: 450, amount_cents: 1350 }],
        has_more: false,
      },
    });
    const counted = await stage.get(`/reports/days?${span}&client_id=${client().id}&campaign_id=${id}`, token);
    expect(counted.body.data.map(({ leads }: { leads: number }) => leads)).toEqual([0, 3, 0]);
  });

  test('have an end, and are of the own clients alone', async () => {
    expect((await stage.get('/reports/days?from=2020-01-01&to=2026-01-01', token)).status).toBe(422);
    expect((await stage.get('/reports/days?from=2026-11-03', token)).status).toBe(422);
    expect((await stage.get(`/reports/days?${span}&client_id=${b().clients[0]!.tenant.id}`, token)).status).toBe(404);
    expect((await stage.get(`/reports/charges?${span}`, await stage.program(a().owner, { scopes: ['leads:read'] }))).status).toBe(403);
  });
});

test('the sandbox makes campaigns and exclusions of its own, and figures of nobody', async () => {
  const sandbox = await stage.program(a().owner, { mode: 'sandbox' });
  const made = await stage.post('/campaigns', sandbox, { client_id: 31, product: 'local', name: 'Tried' });
  expect(made, made.text).toMatchObject({ status: 201, body: { status: 'draft', name: 'Tried' } });
  expect((await patch(`/campaigns/${made.body.id}`, { lead_price_cents: 700 }, sandbox)).body).toMatchObject({ lead_price_cents: 700 });
  expect((await stage.post(`/campaigns/${made.body.id}/activate`, sandbox)).body).toMatchObject({ status: 'active' });
  const types = (await stage.get('/events?limit=100', sandbox)).body.data.map(({ type }: { type: string }) => type);
  expect(types.slice(-5)).toEqual(['campaign.created', 'campaign.updated', 'campaign.updated', 'campaign.activated', 'campaign.updated']);
  expect((await stage.post('/campaigns', sandbox, { client_id: 9_999, product: 'local', name: 'x' })).status).toBe(404);
  // What is wrong in itself is refused as it is live.
  expect((await stage.post('/campaigns', sandbox, { client_id: 31, product: 'search', name: 'x' })).status).toBe(404);
  const wrong = await patch(`/campaigns/${made.body.id}`, { timezone: 'Mars/Olympus', starts_on: '2026-13-40' }, sandbox);
  expect([wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['timezone', 'starts_on']]);
  const dated = await patch(`/campaigns/${made.body.id}`, { timezone: 'America/Chicago', starts_on: '2026-12-01' }, sandbox);
  expect(dated.body).toMatchObject({ timezone: 'America/Chicago', starts_at: '2026-12-01T06:00:00.000Z', lead_price_cents: 700 });

  const entry = await stage.post('/exclusions', sandbox, { entry: 'jane@example.com', client_id: 31 });
  expect(entry.body).toMatchObject({ entry: 'j***@example.com', client_id: 31 });
  expect((await drop(`/exclusions/${entry.body.id}`, sandbox)).status).toBe(200);
  expect((await drop(`/exclusions/${entry.body.id}`, sandbox)).status).toBe(404);
  const charged = (await stage.get('/reports/charges?from=2026-11-01&to=2026-11-30&limit=10', sandbox)).body;
  expect(charged.data).toHaveLength(10);
  const next = (await stage.get(`/reports/charges?from=2026-11-01&to=2026-11-30&limit=100&cursor=${charged.next_cursor}`, sandbox)).body;
  expect(next.has_more).toBe(false);
  expect(next.data.length).toBeGreaterThan(10);
  expect(new Set([...charged.data, ...next.data].map((line) => `${line.day} ${line.campaign_id}`)).size).toBe(10 + next.data.length);
});
