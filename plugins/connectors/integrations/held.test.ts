import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayOf } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { expireJob } from './alarms.jobs.ts';
import { leadsFake } from './leads.fake.ts';
import { NewLead } from './contract.ts';
import { fanOut } from './deliveries.store.ts';
import { subjectOfLead } from './triggers/subjects.ts';
import { keyedFake } from './keyed.fake.ts';
import { type Received, Receiver } from './receiver.fake.ts';

/** What becomes of leads that cannot be sent: nothing is lost, and whose fault it is gets told. */
let app: TestApp;
let other: Receiver;
/** The keys that the other system takes now. */
let keys: Set<string>;
beforeAll(async () => {
  other = await Receiver.start();
  const keyed = ({ headers }: Received) => (keys.has(String(headers.authorization).replace('Bearer ', '')) ? 200 : 401);
  other.answer('/me', keyed);
  other.answer('/leads', keyed);
  app = await startTestApp({ plugins: [leadsFake, keyedFake(() => other.url(''))], config: { egressAllow: [other.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('core_mail').delete();
  await app.kernel.platform('core_rate').delete();
  other.received.length = 0;
  keys = new Set(['key-one']);
});

const client = (): Person => app.fixtures.a.clients[0]!.user;
const connect = async (who: Person = client()): Promise<number> => {
  const answer = await app.call('POST', '/api/integrations/connect/connector-keyed.leads', who, {
    body: { name: 'CRM', account: 'main', key: 'key-one' },
  });
  expect(answer.status).toBe(200);
  return answer.body.id;
};
const newKey = (id: number, key: string) =>
  app.call('PUT', `/api/integrations/${id}/connector-keyed.leads`, client(), { body: { name: 'CRM', account: 'main', key } });
const lead = async (...names: string[]) =>
  (await app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: client().tenant.id, names } })).body
    .ids as string[];
const detail = async (id: number, who: Person = client()) => (await app.call('GET', `/api/integrations/${id}`, who)).body;
const log = async (id: number) =>
  (await app.call('GET', `/api/integrations/${id}/deliveries?PerPage=100`, client())).body.data as { state: string; response: string }[];
const post = (id: number, what: string) => app.call('POST', `/api/integrations/${id}/${what}`, client());
const turn = (id: number, on: boolean) =>
  app.call('PUT', `/api/integrations/${id}/enabled`, client(), { body: { enabled: on ? 'T' : 'F' } });
const arrived = () => other.at('/leads').map((call) => JSON.parse(call.body).firstName as string);
const subjects = async (who: Person) =>
  ((await app.kernel.platform('core_mail').where({ recipient: who.email }).orderBy('id')) as { subject: string }[]).map((m) => m.subject);
const told = async (who: Person) =>
  ((await app.call('GET', '/api/attention', who)).body.data as { id: string; text: string; remedy: { address: string } }[]).filter((item) =>
    item.id.endsWith('broken'),
  );

describe('a key that no longer works', () => {
  test('is asked for anew, and every lead arrives once, under its id, after it was entered', async () => {
    const id = await connect();
    await lead('A');
    await app.settle();
    keys = new Set();
    await lead('B', 'C');
    await app.settle();
    await lead('D');
    await app.settle();
    expect(arrived()).toEqual(['A', 'B']); // one call found out
    expect(await detail(id)).toMatchObject({ state: 'reauthorise', enabled: 'T', held: 3, held_offer: 'wait' });
    // The day where the caller is: these two are 25 hours apart.
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const { body } = await app.call('GET', `/api/integrations/${id}`, client(), { headers: { 'x-timezone': zone } });
      expect(body.held_day).toBe(dayOf(new Date(body.held_until), zone));
    }

    keys = new Set(['key-two']);
    const wrong = await newKey(id, 'key-bad');
    expect(wrong.status).toBe(422);
    expect(wrong.body.errors).toMatchObject([{ field: 'key', message: 'Keyed did not accept this: HTTP 401: answer 401' }]);
    expect((await detail(id)).state).toBe('reauthorise');

    const right = await newKey(id, 'key-two');
    expect(right.body).toEqual({ message: 'Saved. 3 held leads are being sent.' });
    await app.settle();
    expect(arrived()).toEqual(['A', 'B', 'B', 'C', 'D']);
    expect(new Set(other.at('/leads').map((c) => c.headers['idempotency-key'])).size).toBe(4);
    expect(await detail(id)).toMatchObject({ state: 'ok', held: 0 });
  });

  test('is shown on its card, among what needs attention to client and agency, and mailed once until it worked again', async () => {
    const { a, b } = app.fixtures;
    const id = await connect();
    keys = new Set();
    await lead('A', 'B');
    await app.settle();
    await lead('C');
    await app.settle();
    expect(await subjects(client())).toEqual(['Reconnect CRM']);
    const cards = (await app.call('GET', '/api/integrations', client())).body.data as { connector: string }[];
    expect(cards.find((c) => c.connector === 'connector-keyed.leads')).toMatchObject({
      state: 'reauthorise',
      broken: id,
      reconnect: 'connector-keyed.leads',
    });
    expect(await told(client())).toMatchObject([
      {
        urgency: 'bad',
        text: 'CRM · Reconnect needed · The leads are kept for 30 days.',
        since: expect.stringMatching(/^20/),
        remedy: { address: `/integrations/${id}` },
      },
    ]);
    expect(await told(a.owner)).toMatchObject([
      { urgency: 'warn', text: `${client().tenant.name} · CRM · The leads are kept for 30 days.`, remedy: { address: '/integrations' } },
    ]);
    for (const who of [b.owner, a.clients[1]!.user]) expect(await told(who)).toEqual([]);
    // The root hears whose deliveries fail, and nothing of what they are.
    expect(await told(app.fixtures.operator)).toMatchObject([
      { id: 'integrations.agencies-broken', text: `${a.tenant.name} · 1 connection` },
    ]);
    const seen = await app.call('GET', '/api/integrations/clients', a.owner);
    expect(seen.body.data).toMatchObject([{ company: client().tenant.name, name: 'CRM', state: 'reauthorise', held: 3 }]);
    expect(seen.text).not.toContain('main');
    expect((await app.call('GET', '/api/integrations/clients', b.owner)).body.total).toBe(0);
    expect((await app.call('GET', '/api/integrations/clients', client())).status).toBe(403);

    // Trying again without a new key is the same episode; one that begins after a success is another.
    await post(id, 'replay');
    await app.settle();
    expect(await detail(id)).toMatchObject({ state: 'reauthorise', held: 3 });
    expect(await subjects(client())).toHaveLength(1);
    keys = new Set(['key-one']);
    await post(id, 'replay');
    await app.settle();
    expect(await told(client())).toEqual([]);
    keys = new Set();
    await lead('D');
    await app.settle();
    expect(await subjects(client())).toEqual(['Reconnect CRM', 'Reconnect CRM']);
  });

  test('whose refusal comes after the new key was saved closes nothing', async () => {
    const id = await connect();
    let changed = false;
    other.onCall = async (call) => {
      if (call.path !== '/leads' || changed) return;
      changed = true;
      keys = new Set(['key-two']);
      expect((await newKey(id, 'key-two')).status).toBe(200);
    };
    await lead('Between');
    await app.settle();
    other.onCall = null;
    expect(await detail(id)).toMatchObject({ state: 'ok', held: 0 });
    expect((await log(id)).map((d) => d.state)).toEqual(['delivered']);
    expect(arrived()).toEqual(['Between', 'Between']);
  });
});

describe('a connection that is off', () => {
  test('holds what waits and what comes, and offers it when it is on again', async () => {
    const id = await connect();
    await turn(id, false);
    await lead('A', 'B');
    await app.settle();
    expect(arrived()).toEqual([]);
    expect(await detail(id)).toMatchObject({ state: 'off', held: 2, held_offer: 'wait' });
    expect(await told(client())).toEqual([]); // switched off on purpose
    expect((await post(id, 'replay')).status).toBe(409);
    expect((await turn(id, true)).body.message).toBe('CRM is on. 2 held leads can be sent now.');
    await lead('C');
    await app.settle();
    expect(arrived()).toEqual(['C']);
    await post(id, 'replay');
    await app.settle();
    expect(arrived()).toEqual(['C', 'A', 'B']);
  });

  test('lets its held leads be discarded; the log can still send each', async () => {
    const id = await connect();
    await turn(id, false);
    await lead('A', 'B');
    await app.settle();
    expect((await post(id, 'discard')).body).toEqual({ count: 2, message: '2 held leads have been discarded.' });
    expect((await post(id, 'discard')).body.count).toBe(0);
    await turn(id, true);
    expect((await post(id, 'replay')).body.count).toBe(0);
    const [{ id: delivery }] = (await app.call('GET', `/api/integrations/${id}/deliveries?State=discarded`, client())).body.data;
    expect((await post(id, `deliveries/${delivery}/replay`)).body.count).toBe(1);
    await app.settle();
    expect(arrived()).toEqual(['B']);
  });

  test('loses no lead that is queued in the moment in which it closes', async () => {
    const id = await connect();
    const closing = await app.kernel.platform.transaction();
    await closing('integrations_connection').where({ id }).update({ state: 'reauthorise' });
    const queued = app.inside(client().tenant, 'integrations', (ctx) =>
      fanOut(ctx, {
        trigger: NewLead.id,
        companyId: client().tenant.id,
        subjects: [subjectOfLead(crypto.randomUUID())],
        occasion: '',
        isTest: false,
      }),
    );
    await new Promise((wake) => setTimeout(wake, 200));
    await closing.commit();
    expect(await queued).toBe(0);
    expect((await log(id)).map((d) => d.state)).toEqual(['held']);
  });
});

test('held leads are kept for 30 days, with a mail in the last week', async () => {
  const id = await connect();
  await turn(id, false);
  await lead('Old', 'New');
  await app.settle();
  const age = (days: number, which: string) =>
    app.kernel.platform.raw(
      `update integrations_delivery set held_at = now() - make_interval(days => ?) where id = (select ${which}(id) from integrations_delivery where connection_id = ?)`,
      [days, id],
    );
  const expire = () => app.inside(app.fixtures.root, 'integrations', (ctx) => expireJob.run(ctx, {}));
  await age(22, 'min');
  await expire();
  expect(await subjects(client())).toEqual([]);
  await age(24, 'min');
  await expire();
  await expire();
  expect(await subjects(client())).toEqual(['Held leads of CRM expire soon']);
  expect((await detail(id)).held).toBe(2);
  await age(30, 'min');
  await expire();
  expect((await log(id)).map((d) => [d.state, d.response])).toEqual([
    ['held', ''],
    ['discarded', 'Not sent: the lead was held for 30 days.'],
  ]);
  await age(25, 'max');
  await expire();
  expect(await subjects(client())).toHaveLength(2);
});

describe('a test', () => {
  test('of the credentials comes before anything is kept, and writes no lead', async () => {
    const body = { name: 'CRM', account: 'main', key: 'key-wrong' };
    const refused = await app.call('POST', '/api/integrations/connect/connector-keyed.leads', client(), { body });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field: 'key' }]);
    other.plan('/me', 'reset');
    expect((await app.call('GET', '/api/integrations/connections', client())).body.total).toBe(0);
    expect(other.at('/leads')).toEqual([]);
    const logged = (await app.kernel.platform('core_audit').where({ action: 'integrations.test-failed' })) as { description: string }[];
    expect(logged.at(-1)?.description).toBe('Keyed did not accept the credentials: HTTP 401: answer 401');
    const id = await connect();
    expect((await detail(id)).state).toBe('ok');
    expect(other.at('/leads')).toEqual([]);
    expect((await post(id, 'check')).body).toMatchObject({ ok: true, notice: { type: 'success' } });
    expect(other.at('/leads')).toEqual([]);
  });

  test('that fails is red, is logged, and leaves nothing working', async () => {
    const id = await connect();
    keys = new Set();
    const failed = await post(id, 'test');
    expect(failed.body).toEqual({
      ok: false,
      response: 'HTTP 401: answer 401',
      notice: { message: 'The test was not accepted: HTTP 401: answer 401', type: 'danger' },
    });
    expect(await detail(id)).toMatchObject({ state: 'reauthorise', last_result: 'HTTP 401: answer 401', rejected: 0 });
    expect(await log(id)).toMatchObject([{ kind: 'test', state: 'rejected', response: 'HTTP 401: answer 401', can_send: false }]);
    await app.settle();
    expect(await subjects(client())).toEqual([]); // whoever tested has seen it
    const [{ id: delivery }] = (await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body.data;
    expect((await post(id, `deliveries/${delivery}/replay`)).body.count).toBe(0);
    keys = new Set(['key-one']);
    expect((await post(id, 'test')).body.notice.type).toBe('success');
    expect((await detail(id)).state).toBe('ok');
    expect(JSON.parse(other.at('/leads').at(-1)!.body)).toMatchObject({ firstName: 'Test', email: 'test.lead@example.com' });
  });

  test.each([418, 500])('answered by %d takes "Working" away, and leads go on being sent', async (status) => {
    const { id } = (
      await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', client(), {
        body: { url: other.url(`/hook-${status}`) },
      })
    ).body;
    await lead('A');
    await app.settle();
    expect((await detail(id)).state).toBe('ok');
    other.plan(`/hook-${status}`, status, 200);
    expect((await post(id, 'test')).body.notice.type).toBe('danger');
    expect((await detail(id)).state).toBe('failing');
    expect((await post(id, 'check')).status).toBe(409);
    await lead('B');
    await app.settle();
    expect((await detail(id)).state).toBe('ok');
  });
});
