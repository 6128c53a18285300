import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectorDef, defineConnector, outcomeOf, T } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { connectorPlugin, LeadInput, NewLead } from './contract.ts';
import { CrmFake, crmConnector, crmPlugin } from './crm.fake.ts';
import { leadsFake } from './leads.fake.ts';
import { Receiver } from './receiver.fake.ts';

/** How a connector calls: in steps of which none is repeated, in its turn, and with a reference that is kept. */
let app: TestApp;
let crm: CrmFake;
let other: Receiver;
const Auth = T.Object({ key: T.String({ maxLength: 20 }) });
const locales = { en: new URL('./locales/en.json', import.meta.url), ar: new URL('./locales/ar.json', import.meta.url) };
/** Two calls an hour, of whoever has the same key. */
const slow = (): ConnectorDef =>
  defineConnector({
    id: 'connector-slow.leads',
    version: 1,
    title: 'Slow',
    summary: 'connector-slow.summary',
    egress: ['api.slow.example'],
    auth: { fields: Auth, secret: ['key'] },
    rate: { calls: 2, seconds: 7_200, per: ({ key }) => key },
    test: null,
    erase: null,
    actions: {
      add: {
        title: 'connector-slow.add',
        on: NewLead,
        input: T.Pick(LeadInput, ['firstName']),
        run: async ({ http, auth }, { firstName }) =>
          outcomeOf(await http({ method: 'POST', url: other.url('/slow'), json: { firstName, key: auth.key } })),
      },
    },
  });
beforeAll(async () => {
  crm = await CrmFake.start();
  other = await Receiver.start();
  // Whoever signs in there is not what this is about: a token that is always good.
  const keyed = crmConnector(crm);
  const { oauth: _oauth, ...auth } = keyed.auth;
  app = await startTestApp({
    plugins: [leadsFake, crmPlugin({ ...keyed, auth }), connectorPlugin(slow(), { version: '1.0.0', locales })],
    config: { egressAllow: [crm.host, other.host] },
  });
});
afterAll(async () => {
  await app?.close();
  crm?.stop();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.asOwner('delete from integrations_turn');
  await app.kernel.platform('core_rate').delete();
  crm.reset();
  crm.open = true;
  other.received.length = 0;
});

const client = (): Person => app.fixtures.a.clients[0]!.user;
const sibling = (): Person => app.fixtures.a.clients[1]!.user;
const connect = async (connector: string, body: object, who: Person = client()): Promise<number> => {
  const answer = await app.call('POST', `/api/integrations/connect/${connector}`, who, { body });
  expect(answer.status).toBe(200);
  return answer.body.id;
};
const lead = (who: Person, ...names: string[]) =>
  app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: who.tenant.id, names } });
const deliveries = async (id: number) => app.kernel.platform('integrations_delivery').where({ connection_id: id }).orderBy('id');
const skipWaiting = async () => {
  await app.kernel.platform.raw(`update integrations_delivery set next_at = now() where state = 'failed'`);
  await app.kernel.platform.raw('update integrations_connection set rest_until = null');
};
const detail = async (id: number, who: Person = client()) => (await app.call('GET', `/api/integrations/${id}`, who)).body;

describe('a delivery in steps', () => {
  test('repeats none that succeeded, and keeps what the other system calls the lead', async () => {
    const id = await connect('connector-crm.contacts', { list: 'new', account: 'a' });
    crm.mishaps.set('POST /notes', [500, 503]);
    await lead(client(), 'A');
    for (let n = 0; n < 3; n += 1) {
      await app.settle();
      await skipWaiting();
    }
    expect(['POST /tags', 'POST /contacts', 'POST /notes'].map((what) => crm.count(what))).toEqual([1, 1, 3]);
    const [row] = await deliveries(id);
    expect(row).toMatchObject({ state: 'delivered', attempts: 3, ref: 'c-1', steps: { tag: 't-1', contact: 'c-1', note: true } });
    const keys = crm.calls.map(({ key }) => key);
    expect(keys.slice(-5).map((key) => key.replace(row.event_id, ''))).toEqual(['-tag', '-contact', '-note', '-note', '-note']);
  });

  test('of a made-up lead says as well what the other system calls it, which is how people find and delete it there', async () => {
    const id = await connect('connector-crm.contacts', { list: 'new', account: 'a' });
    expect((await app.call('POST', `/api/integrations/${id}/test`, client())).status).toBe(200);
    const { data } = (await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body;
    expect(data).toMatchObject([{ state: 'delivered', ref: 'c-1' }]);
  });

  test('that is refused at its second step and sent again by hand begins there', async () => {
    const id = await connect('connector-crm.contacts', { list: 'new', account: 'a' });
    crm.mishaps.set('POST /contacts', [422]);
    await lead(client(), 'A');
    await app.settle();
    expect(await deliveries(id)).toMatchObject([{ state: 'rejected', steps: { tag: 't-1' } }]);
    await app.call('POST', `/api/integrations/${id}/replay-rejected`, client());
    await app.settle();
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', ref: 'c-1' }]);
    expect(crm.count('POST /tags')).toBe(1);
  });

  test('begins anew where somebody has chosen another list meanwhile, and not after a new name', async () => {
    const id = await connect('connector-crm.contacts', { list: 'old', account: 'a' });
    crm.mishaps.set('POST /contacts', [500, 500]);
    await lead(client(), 'A');
    await app.settle();
    const change = (body: object) => app.call('PUT', `/api/integrations/${id}/connector-crm.contacts`, client(), { body });
    await change({ name: 'Other name', list: 'old', account: 'a' });
    expect(await deliveries(id)).toMatchObject([{ steps: { tag: 't-1' } }]);
    await change({ name: 'Other name', list: 'new', account: 'a' });
    await skipWaiting();
    await app.settle();
    await skipWaiting();
    await app.settle();
    expect(crm.calls.filter(({ what }) => what === 'POST /tags').map(({ body }) => body['name'])).toEqual(['old', 'new']);
  });

  test('sent again after it arrived makes all of them, with keys of its own', async () => {
    const id = await connect('connector-crm.contacts', { list: 'new', account: 'a' });
    await lead(client(), 'A');
    await app.settle();
    const [first] = await deliveries(id);
    await app.call('POST', `/api/integrations/${id}/deliveries/${first.id}/replay`, client());
    await app.settle();
    const rows = await deliveries(id);
    expect(rows.map(({ ref }) => ref)).toEqual(['c-1', 'c-2']);
    expect(new Set(crm.calls.filter(({ what }) => what === 'POST /contacts').map(({ key }) => key)).size).toBe(2);
  });
});

describe('a rate', () => {
  test('is kept to by waiting, which counts against neither lead nor connection', async () => {
    const id = await connect('connector-slow.leads', { key: 'one' });
    await lead(client(), 'A', 'B');
    await app.settle();
    expect(other.at('/slow')).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([
      { state: 'delivered', attempts: 1 },
      { state: 'pending', attempts: 0, response: '' },
    ]);
    const [row] = await app.kernel.platform('integrations_connection').where({ id });
    expect(row).toMatchObject({ state: 'ok', failures: 0 });
    const rest = (row.rest_until.getTime() - Date.now()) / 1_000;
    expect(rest).toBeGreaterThan(3_500);
    expect(rest).toBeLessThanOrEqual(3_601);
    await app.asOwner('update integrations_turn set due_at = now()');
    await skipWaiting();
    await app.settle();
    expect(other.at('/slow').map(({ body }) => JSON.parse(body).firstName)).toEqual(['A', 'B']);
    expect(await detail(id)).toMatchObject({ state: 'ok' });
  });

  test('is shared by whom the connector says, and by nobody else', async () => {
    await connect('connector-slow.leads', { key: 'same' });
    await connect('connector-slow.leads', { key: 'same' }, sibling());
    await connect('connector-slow.leads', { key: 'another' }, sibling());
    await lead(client(), 'A');
    await app.settle();
    await lead(sibling(), 'B');
    await app.settle();
    expect(other.at('/slow').map(({ body }) => JSON.parse(body))).toEqual([
      { firstName: 'A', key: 'same' },
      { firstName: 'B', key: 'another' },
    ]);
  });

  test('lets through what it allows and not one more, however many ask at once', async () => {
    const take = () =>
      app.kernel.platform.raw(`select integrations_take_turn(sha256('many'), 10, 3, 0) as wait`).then(({ rows }) => rows[0].wait as number);
    const waits = await Promise.all(Array.from({ length: 12 }, take));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    for (const wait of waits.filter((one) => one > 0)) expect(wait).toBeLessThanOrEqual(10);
  });
});

describe('a fault that the connector knows the remedy of', () => {
  test('is a task that says what to do, and once it is done what was held goes out in order, once', async () => {
    const id = await connect('connector-crm.contacts', { list: 'gone', account: 'a' });
    await lead(client(), 'A', 'B', 'C');
    await app.settle();
    expect(await detail(id)).toMatchObject({ state: 'held', held: 3, remedy: 'Choose another list.' });
    const tasks = (await app.call('GET', '/api/attention', client())).body.data as { id: string; text: string }[];
    expect(tasks.find((task) => task.id === 'integrations.broken')).toMatchObject({
      text: 'CRM · Choose another list. · The leads are kept for 30 days.',
      remedy: { address: `/integrations/${id}` },
    });
    const body = { name: 'CRM', list: 'new', account: 'a' };
    const saved = await app.call('PUT', `/api/integrations/${id}/connector-crm.contacts`, client(), { body });
    expect(saved.body.message).toBe('Saved. 3 held leads are being sent.');
    await app.settle();
    await app.settle();
    expect([...crm.contacts.values()].map(({ email }) => email)).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
    expect(await detail(id)).toMatchObject({ state: 'ok', held: 0, remedy: '' });
  });
});
