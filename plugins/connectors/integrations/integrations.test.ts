import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defineConnector, outcomeOf, type Plugin, T } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { leadsFake } from './leads.fake.ts';
import { connectorPlugin, LeadInput, NewLead } from './contract.ts';
import plugin from './index.ts';
import { Receiver } from './receiver.fake.ts';

conformance(plugin);

/** A third party's connector: its own credentials, and no more of a lead than it names. */
const Auth = T.Object({ list: T.String({ maxLength: 20 }), key: T.String({ minLength: 4, maxLength: 80 }) });
const third: Plugin = connectorPlugin(
  defineConnector({
    id: 'connector-third.list',
    version: 1,
    title: 'Third',
    summary: 'connector-third.summary',
    egress: ['api.third.example', '*.third.example'],
    auth: { fields: Auth, secret: ['key'] },
    test: null,
    erase: null,
    actions: {
      add: {
        title: 'connector-third.add',
        on: NewLead,
        input: T.Pick(LeadInput, ['email']),
        run: async ({ auth, http }, lead) =>
          outcomeOf(
            await http({
              method: 'POST',
              url: auth.list === 'away' ? 'https://elsewhere.example/' : thirdUrl,
              form: { ...lead, key: auth.key },
            }),
          ),
      },
    },
  }),
  { version: '1.0.0', locales: plugin.locales! },
);
let thirdUrl = '';
type Shown = Record<string, unknown>;

let app: TestApp;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  thirdUrl = other.url('/third');
  app = await startTestApp({ plugins: [leadsFake, third], config: { egressAllow: [other.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  other.received.length = 0;
});

const client = () => app.fixtures.a.clients[0]!.user;
const connect = (who: Person, connector: string, body: object) => app.call('POST', `/api/integrations/connect/${connector}`, who, { body });
const hook = async (who: Person, path = '/hook') =>
  (await connect(who, 'connector-webhook.webhook', { url: other.url(path) })).body as {
    id: number;
    generated: { secret: string };
    go: string;
    message: string;
  };

describe('connecting', () => {
  test('makes the secret, answers it once, and shows it a few minutes until it was saved', async () => {
    const made = await hook(client());
    expect(made.generated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made).toMatchObject({ go: `/integrations/${made.id}`, message: 'Webhook is connected. Send a test to see whether it works.' });
    expect((await app.call('GET', `/api/integrations/${made.id}/secret`, client())).body).toEqual({
      open: true,
      secret: made.generated.secret,
    });
    for (const path of ['', '/settings', '/deliveries'])
      expect((await app.call('GET', `/api/integrations/${made.id}${path}`, client())).text).not.toContain('whsec_');
    await app.call('DELETE', `/api/integrations/${made.id}/secret`, client());
    expect((await app.call('GET', `/api/integrations/${made.id}/secret`, client())).body).toEqual({ open: false, secret: '' });
    await app.call('POST', `/api/integrations/${made.id}/secret`, client());
    const { secret } = (await app.call('GET', `/api/integrations/${made.id}/secret`, client())).body;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(made.generated.secret);
    app.clockOffset = 16 * 60_000;
    expect((await app.call('GET', `/api/integrations/${made.id}/secret`, client())).body.open).toBe(false);
    app.clockOffset = 0;
  });

  test('stores secrets sealed and for this row only', async () => {
    const { body } = await connect(client(), 'connector-third.list', { list: 'a', key: 'top-secret-key' });
    const [row] = await app.kernel.platform('integrations_connection').where({ id: body.id });
    expect(JSON.stringify(row)).not.toContain('top-secret-key');
    const stranger = (await connect(client(), 'connector-third.list', { list: 'b', key: 'another-key' })).body.id;
    await app.kernel
      .platform('integrations_connection')
      .where({ id: stranger })
      .update({ secrets: JSON.stringify(row.secrets) });
    expect((await app.call('POST', `/api/integrations/${stranger}/test`, client())).body.code).toBe('integrations.secret-broken');
    expect(other.received).toHaveLength(0);
  });

  test.each([
    ['connector-webhook.webhook', { url: 'http://example.com/x' }],
    ['connector-webhook.webhook', { url: 'https://127.0.0.1/x' }],
    ['connector-webhook.webhook', { url: 'https://169.254.169.254/latest' }],
    ['connector-webhook.webhook', { url: 'https://[::ffff:127.0.0.1]/' }],
    ['connector-webhook.webhook', { url: 'https://[::127.0.0.1]/' }],
    ['connector-webhook.webhook', { url: 'https://2130706433/' }],
    ['connector-webhook.webhook', { url: 'https://user:pw@example.com/' }],
    ['connector-webhook.webhook', { url: 'https://example.com:8443/' }],
    ['connector-webhook.webhook', { url: 'https://localhost/' }],
    ['connector-webhook.webhook', { url: 'ftp://example.com/' }],
    ['connector-webhook.webhook', { url: 'nonsense' }],
    ['connector-webhook.webhook', {}],
    ['connector-webhook.webhook', { url: 'https://example.com/', secret: 'whsec_mine' }],
    ['connector-webhook.webhook', { url: 'https://example.com/', name: '  ' }],
    ['connector-webhook.webhook', { url: 5 }],
    ['connector-zapier.catch-hook', { url: 'https://hooks.zapier.com.evil.example/hooks/catch/1/a/' }],
    ['connector-zapier.catch-hook', { url: 'https://evil.example/hooks/catch/1/a/' }],
    ['connector-zapier.catch-hook', { url: 'https://hooks.zapier.com/elsewhere/1/a/' }],
    ['connector-zapier.catch-hook', { url: 'http://hooks.zapier.com/hooks/catch/1/a/' }],
    ['connector-zapier.catch-hook', { url: 'https://evil.example?hooks.zapier.com/hooks/catch/1/a/' }],
    ['connector-third.list', { list: 'a', key: 'abc' }],
    ['connector-third.list', { list: 'a', key: 'abcd', more: 1 }],
  ])('%s refuses %j', async (connector, body) => {
    expect((await connect(client(), connector, body)).status).toBe(422);
    expect((await app.call('GET', '/api/integrations/connections', client())).body.total).toBe(0);
    expect(other.received).toHaveLength(0);
  });

  test('to Zapier takes its own addresses, which are never shown', async () => {
    for (const url of ['https://hooks.zapier.com/hooks/catch/123/abc/', 'https://hooks.zapier.com/hooks/catch/123/abc/silent/']) {
      const { status, body } = await connect(client(), 'connector-zapier.catch-hook', { name: 'Zap', url });
      expect(status).toBe(200);
      expect((await app.call('GET', `/api/integrations/${body.id}/settings`, client())).body).toEqual({ id: body.id, name: 'Zap' });
    }
    const { body } = await connect(client(), 'connector-zapier.catch-hook', { url: other.url('/hooks/catch/1/a/') });
    expect((await app.call('POST', `/api/integrations/${body.id}/test`, client())).body).toMatchObject({
      ok: true,
      response: 'HTTP 200: answer 200',
    });
    expect(JSON.parse(other.received[0]!.body)).toMatchObject({
      firstName: 'Test',
      lastName: 'Lead',
      email: 'test.lead@example.com',
      isTest: true,
    });
  });

  test('is limited', async () => {
    for (let n = 0; n < 20; n += 1)
      expect((await connect(client(), 'connector-third.list', { list: String(n), key: 'abcd' })).status).toBe(200);
    expect((await connect(client(), 'connector-third.list', { list: 'x', key: 'abcd' })).status).toBe(409);
  });
});

describe('a connection', () => {
  test('is changed; a secret left out is kept', async () => {
    const {
      body: { id },
    } = await connect(client(), 'connector-third.list', { name: 'One', list: 'a', key: 'kept-key' });
    expect(
      (await app.call('PUT', `/api/integrations/${id}/connector-third.list`, client(), { body: { name: 'Two', list: 'b' } })).body.message,
    ).toBe('The connection has been saved.');
    expect((await app.call('GET', `/api/integrations/${id}/settings`, client())).body).toEqual({ id, name: 'Two', list: 'b' });
    await app.call('POST', `/api/integrations/${id}/test`, client());
    expect(Object.fromEntries(new URLSearchParams(other.received[0]!.body))).toEqual({ email: 'test.lead@example.com', key: 'kept-key' });
    expect(
      (
        await app.call('PUT', `/api/integrations/${id}/connector-webhook.webhook`, client(), {
          body: { name: 'x', url: 'https://example.com/' },
        })
      ).status,
    ).toBe(422);
  });

  test('calls its own hosts only, whatever the connector tries', async () => {
    const {
      body: { id },
    } = await connect(client(), 'connector-third.list', { list: 'away', key: 'abcd' });
    expect((await app.call('POST', `/api/integrations/${id}/test`, client())).body).toMatchObject({
      ok: false,
      response: 'core.problem.egress (host)',
    });
  });

  test('belongs to its company: all others get 404 and change nothing', async () => {
    const { id } = await hook(client());
    const calls: [string, string, object?][] = [
      ['GET', `/api/integrations/${id}`],
      ['GET', `/api/integrations/${id}/settings`],
      ['GET', `/api/integrations/${id}/secret`],
      ['GET', `/api/integrations/${id}/deliveries`],
      ['PUT', `/api/integrations/${id}/enabled`, { enabled: 'F' }],
      ['PUT', `/api/integrations/${id}/connector-webhook.webhook`, { name: 'x', url: other.url('/x') }],
      ['POST', `/api/integrations/${id}/secret`],
      ['DELETE', `/api/integrations/${id}/secret`],
      ['POST', `/api/integrations/${id}/test`],
      ['POST', `/api/integrations/${id}/check`],
      ['POST', `/api/integrations/${id}/replay`],
      ['POST', `/api/integrations/${id}/replay-rejected`],
      ['POST', `/api/integrations/${id}/discard`],
      ['POST', `/api/integrations/${id}/deliveries/1/replay`],
      ['DELETE', `/api/integrations/${id}`],
    ];
    const before = await app.kernel.platform('integrations_connection');
    const { a, b } = app.fixtures;
    for (const who of [a.clients[1]!.user, a.owner, b.owner, b.clients[0]!.user]) {
      for (const [method, path, body] of calls) expect((await app.call(method, path, who, body ? { body } : {})).status).toBe(404);
      expect((await app.call('GET', '/api/integrations/connections', who)).body.total).toBe(0);
    }
    for (const who of [app.fixtures.operator, app.fixtures.sales])
      for (const [method, path, body] of calls) expect((await app.call(method, path, who, body ? { body } : {})).status).toBe(403);
    expect(await app.kernel.platform('integrations_connection')).toEqual(before);
    expect(other.received).toHaveLength(0);
  });

  test('is removed with its log', async () => {
    const { id } = await hook(client());
    await app.kernel
      .platform('integrations_delivery')
      .insert({ company_id: client().tenant.id, connection_id: id, lead_id: crypto.randomUUID() });
    expect((await app.call('DELETE', `/api/integrations/${id}`, client())).body).toMatchObject({ go: '/integrations' });
    expect(await app.kernel.platform('integrations_delivery').where({ connection_id: id })).toEqual([]);
    expect((await app.call('GET', `/api/integrations/${id}`, client())).status).toBe(404);
  });
});

describe('the screens', () => {
  test('offer each connector its own form and no dead ends', async () => {
    const { blocks } = (await app.call('GET', '/api/ui/pages/integrations.catalogue-page', client())).body;
    expect(blocks.map((b: Shown) => b['as'])).toEqual(['table', 'cards']);
    const offered = (field: string) =>
      blocks[1].actions
        .filter((a: { when: Shown }) => a.when['field'] === field)
        .map((a: { when: Shown; do: Shown }) => [a.when['is'], a.do['form'] ?? a.do['page']]);
    const connectors = [...app.kernel.registry.connectors.keys()].toSorted();
    const declared = (id: string): boolean => id.startsWith('declarative-connectors.');
    const formOf = (id: string, form: string) => [id, declared(id) ? `${id}-${form}` : `${id.slice(0, id.indexOf('.'))}.${form}`];
    expect(connectors).toEqual(
      expect.arrayContaining(['connector-third.list', 'connector-webhook.webhook', 'connector-zapier.catch-hook']),
    );
    // One has a page of its own.
    expect(offered('connects').toSorted()).toEqual(
      [['connector-google-sheets.sheets', 'connector-google-sheets.page'], ...connectors.map((id) => formOf(id, 'connect'))].toSorted(),
    );
    expect(offered('reconnect')).toEqual(connectors.map((id) => formOf(id, 'change')));
    const form = (await app.call('GET', '/api/ui/forms/connector-webhook.connect', client())).body;
    expect(form).toMatchObject({
      order: ['name', 'url', 'keyHeader', 'key', 'headers'],
      submit: { method: 'POST', path: '/api/integrations/connect/connector-webhook.webhook' },
      schema: { properties: { url: { title: 'Address' } } },
    });
    const change = (await app.call('GET', '/api/ui/forms/connector-third.change', client())).body;
    expect(change.schema.required).toEqual(['name', 'list']);
    const page = (await app.call('GET', '/api/ui/pages/integrations.connection-page', client())).body;
    const shown = page.blocks.filter((b: Shown) => b['as'] !== 'notice');
    expect(shown.map((b: Shown) => b['as'])).toEqual(['detail', 'table']);
    const head = page.head.actions.map(({ id, when }: Shown) => [id, (when as Shown)['field']]);
    expect(head).toEqual(
      expect.arrayContaining([
        ['connector-webhook.open-change', 'changes'],
        ['connector-webhook.open-renew', 'renews'],
      ]),
    );
  });

  test('show what is connected', async () => {
    await hook(client());
    const { data } = (await app.call('GET', '/api/integrations', client())).body;
    const states = data.map((c: Shown) => [c['title'], c['state']]) as [string, string][];
    const order = ['connected', 'open', 'unavailable'];
    const inOrder = states.toSorted(([a, x], [b, y]) => order.indexOf(x) - order.indexOf(y) || a.localeCompare(b));
    expect(states).toEqual(inOrder);
    expect(Object.fromEntries(states)).toMatchObject({
      'Google Sheets': 'unavailable',
      Kartra: 'unavailable',
      Third: 'open',
      Webhook: 'connected',
    });
    // No form and no page of its own opens what the operator has not set up.
    expect(data.filter((c: Shown) => c['state'] === 'unavailable').map((c: Shown) => c['connects'])).toEqual(['', '']);
    expect((await app.call('GET', '/api/integrations', app.fixtures.operator)).status).toBe(403);
  });

  test('lists those that do not work before the others', async () => {
    const { id } = (await connect(client(), 'connector-webhook.webhook', { name: 'Zeta', url: other.url('/zeta') })).body;
    await connect(client(), 'connector-webhook.webhook', { name: 'Alpha', url: other.url('/alpha') });
    await app.kernel.platform('integrations_connection').where({ id }).update({ state: 'failing' });
    const { data } = (await app.call('GET', '/api/integrations/connections', client())).body;
    expect(data[0]).toMatchObject({ name: 'Zeta', state: 'failing' });
    expect(data.map((c: Shown) => c['name'])).toContain('Alpha');
    expect((await app.call('GET', '/api/integrations', client())).body.data[0]).toMatchObject({ title: 'Webhook', state: 'attention' });
  });
});
