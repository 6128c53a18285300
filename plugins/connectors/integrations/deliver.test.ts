import { createHmac, timingSafeEqual } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { leadsFake, ERASED } from './leads.fake.ts';
import { claimNext } from './claims.store.ts';
import { type Received, Receiver } from './receiver.fake.ts';

interface DeliveryShown {
  id: number;
  state: string;
  response: string;
}
let app: TestApp;
let other: Receiver;
let hanging: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  hanging = await Receiver.start();
  app = await startTestApp({ plugins: [leadsFake], config: { egressAllow: [other.host, hanging.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
  hanging?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  other.received.length = 0;
  other.onCall = null;
});

const client = () => app.fixtures.a.clients[0]!;
const connect = (who: Person, path: string) => connectTo(who, other.url(path));
const connectTo = async (who: Person, url: string) => {
  const answer = await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body: { name: 'Hook', url } });
  expect(answer.status).toBe(200);
  return answer.body as { id: number; generated: { secret: string } };
};
const lead = async (companyId: number, ...names: string[]) =>
  (await app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId, names } })).body.ids as string[];
const log = async (who: Person, id: number) =>
  (await app.call('GET', `/api/integrations/${id}/deliveries`, who)).body.data as DeliveryShown[];
const detail = async (who: Person, id: number) => (await app.call('GET', `/api/integrations/${id}`, who)).body;
/** Everything that waits for its time is due now. */
const skipWaiting = async () => {
  await app.kernel.platform.raw(`update integrations_delivery set next_at = now() where state = 'failed'`);
  await app.kernel.platform.raw('update integrations_connection set rest_until = null');
};
const secondsUntil = async (table: string, column: string): Promise<number> => {
  const { rows } = (await app.kernel.platform.raw(`select extract(epoch from max(${column}) - now())::float as s from ${table}`)) as {
    rows: [{ s: number }];
  };
  return rows[0].s;
};

/** Verifies as the specification of Standard Webhooks tells receivers to. */
function verified(call: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key)
    .update(`${String(call.headers['webhook-id'])}.${String(call.headers['webhook-timestamp'])}.${call.body}`)
    .digest();
  const [version, given] = String(call.headers['webhook-signature']).split(',');
  const fresh = Math.abs(Date.now() / 1000 - Number(call.headers['webhook-timestamp'])) < 300;
  return version === 'v1' && fresh && timingSafeEqual(expected, Buffer.from(given!, 'base64'));
}

describe('a lead', () => {
  test('reaches the connections of its client and of its agency, signed, and nobody else', async () => {
    const { a, b } = app.fixtures;
    const own = await connect(client().user, '/own');
    const agency = await connect(a.owner, '/agency');
    await connect(a.clients[1]!.user, '/sibling');
    await connect(b.owner, '/stranger');
    await connect(b.clients[0]!.user, '/stranger-client');
    const [id] = await lead(client().tenant.id, 'Jane');
    await app.settle();
    expect(other.received.map((r) => r.path).sort()).toEqual(['/agency', '/own']);
    const [call] = other.at('/own');
    expect(verified(call!, own.generated.secret)).toBe(true);
    expect(verified(call!, agency.generated.secret)).toBe(false);
    expect(verified({ ...call!, body: call!.body.replace('Jane', 'Joan') }, own.generated.secret)).toBe(false);
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'lead.created',
      data: { id, firstName: 'Jane', email: 'jane@example.com', company: 'Ünïcode "Ltd" 😀', isTest: false },
    });
    expect(call!.body).not.toContain('retailCents');
    expect(await log(client().user, own.id)).toMatchObject([
      { state: 'delivered', attempts: 1, response: 'HTTP 200: answer 200', lead_id: id, kind: 'lead' },
    ]);
    expect(await detail(client().user, own.id)).toMatchObject({ state: 'ok', last_result: 'HTTP 200: answer 200' });
  });

  test('arrives in order, each once, however often its event is delivered', async () => {
    const { id } = await connect(client().user, '/order');
    const names = Array.from({ length: 20 }, (_, n) => `N${n}`);
    await lead(client().tenant.id, ...names);
    await app.kernel.platform.raw(
      `update core_outbox_delivery set state = 'pending' where subscriber = 'integrations.leads-created' and outbox_id = (select max(id) from core_outbox)`,
    );
    await app.settle();
    await app.settle();
    expect(other.at('/order').map((c) => JSON.parse(c.body).data.firstName)).toEqual(names);
    expect((await app.call('GET', `/api/integrations/${id}/deliveries?PerPage=100`, client().user)).body.total).toBe(20);
  });

  test('of which the other end says that nobody can be reached is announced, with whose word that is', async () => {
    await connect(client().user, '/judge');
    other.plan('/judge', { status: 422, headers: { 'lead-state': 'invalid' } }, 200);
    const [id] = await lead(client().tenant.id, 'Nobody', 'Somebody');
    await app.settle();
    const told = (await app.kernel.platform('core_outbox').where({ event: 'integrations.lead-invalid' })) as object[];
    expect(told).toMatchObject([
      {
        company_id: client().tenant.id,
        payload: { leadId: id, connector: 'connector-webhook.webhook', hosts: 'own', note: 'HTTP 422: answer 422' },
      },
    ]);
  });

  test('that was erased is noted as skipped; one whose connector is gone is held', async () => {
    const { id } = await connect(client().user, '/skipped');
    await lead(client().tenant.id, ERASED);
    await app.settle();
    await app.kernel.platform('integrations_connection').where({ id }).update({ connector: 'connector-removed.thing' });
    await lead(client().tenant.id, 'Nowhere');
    await app.settle();
    expect(other.at('/skipped')).toHaveLength(0);
    expect((await log(client().user, id)).map((d) => [d.state, d.response])).toEqual([
      ['held', 'The integration is not available.'],
      ['skipped', 'The lead no longer exists.'],
    ]);
    expect(await detail(client().user, id)).toMatchObject({ state: 'gone', title: 'connector-removed.thing' });
    expect((await app.call('GET', '/api/integrations/connections', client().user)).status).toBe(200);
    expect((await app.call('POST', `/api/integrations/${id}/test`, client().user)).status).toBe(409);
  });
});

describe('the other end', () => {
  test('that fails is asked again on schedule under the same id, and the lead is held after the last try', async () => {
    other.plan('/fails', 500);
    const { id } = await connect(client().user, '/fails');
    await lead(client().tenant.id, 'Try');
    const rests = [5, 30, 120, 300, 900, 900, 900, 900];
    for (const [n, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 172_800].entries()) {
      await app.settle();
      expect(await log(client().user, id)).toMatchObject([{ state: 'failed', attempts: n + 1, response: 'HTTP 500: answer 500' }]);
      const wait = await secondsUntil('integrations_delivery', 'next_at');
      expect(wait).toBeGreaterThan(seconds * 0.9 - 3);
      expect(wait).toBeLessThanOrEqual(seconds * 1.1);
      const rest = await secondsUntil('integrations_connection', 'rest_until');
      expect(rest).toBeGreaterThan(rests[n]! - 3);
      expect(rest).toBeLessThanOrEqual(rests[n]!);
      expect((await detail(client().user, id)).state).toBe(n < 4 ? 'untested' : 'failing');
      await skipWaiting();
    }
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'held', attempts: 9 }]);
    expect(new Set(other.at('/fails').map((c) => c.headers['webhook-id'])).size).toBe(1);
    expect(other.at('/fails')).toHaveLength(9);
    other.plan('/fails', 200);
    expect((await app.call('POST', `/api/integrations/${id}/replay`, client().user)).body).toMatchObject({ count: 1 });
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    expect(await detail(client().user, id)).toMatchObject({ state: 'ok', held: 0 });
  });

  test.each([
    ['429 with seconds', () => ({ status: 429, headers: { 'retry-after': '120' } }), 120],
    ['503 with a date', () => ({ status: 503, headers: { 'retry-after': new Date(Date.now() + 600_000).toUTCString() } }), 600],
    ['429 that asks for a year', () => ({ status: 429, headers: { 'retry-after': '31536000' } }), 86_400],
    ['429 with a date that is over', () => ({ status: 429, headers: { 'retry-after': new Date(0).toUTCString() } }), 1],
    ['429 with nonsense', () => ({ status: 429, headers: { 'retry-after': 'soon' } }), 5],
  ])('that answers %s is left alone for so long, with all its leads', async (_, reply, seconds) => {
    other.plan('/busy', reply(), 200);
    const { id } = await connect(client().user, '/busy');
    await lead(client().tenant.id, 'A', 'B');
    await app.settle();
    expect(other.at('/busy')).toHaveLength(1);
    expect((await log(client().user, id)).map((d) => d.state)).toEqual(['pending', 'failed']);
    for (const [table, column] of [
      ['integrations_connection', 'rest_until'],
      ['integrations_delivery', 'next_at'],
    ] as const) {
      const wait = await secondsUntil(table, column);
      expect(wait).toBeGreaterThan(seconds - 4);
      expect(wait).toBeLessThanOrEqual(seconds * 1.1 + 1);
    }
    await skipWaiting();
    await app.settle();
    expect(other.at('/busy').map((c) => JSON.parse(c.body).data.firstName)).toEqual(['A', 'A', 'B']);
  });

  test('that asks for a pause again and again costs no lead its tries', async () => {
    other.plan('/slow-down', { status: 429, headers: { 'retry-after': '1' } });
    const { id } = await connect(client().user, '/slow-down');
    await lead(client().tenant.id, 'Patient');
    for (let n = 0; n < 12; n += 1) {
      await app.settle();
      await skipWaiting();
    }
    expect(await log(client().user, id)).toMatchObject([{ state: 'failed', attempts: 12 }]);
    expect((await detail(client().user, id)).state).toBe('failing');
    other.plan('/slow-down', 200);
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'delivered' }]);
  });

  test.each([
    ['breaks the connection', 'reset' as const, 'failed', 'untested'],
    ['moved (301)', { status: 301, headers: { location: 'https://elsewhere.example/' } }, 'held', 'held'],
    ['does not know the address (404)', 404, 'held', 'held'],
    ['refuses the credentials (401)', 401, 'held', 'reauthorise'],
    ['refuses the credentials (403)', 403, 'held', 'reauthorise'],
    ['refuses one lead (400)', 400, 'rejected', 'untested'],
    ['is overloaded (503)', 503, 'failed', 'untested'],
    ['is gone (410)', 410, 'held', 'disabled'],
    ['is slow', { status: 200, afterMs: 1_500 }, 'delivered', 'ok'],
  ])('that %s', async (_, reply, delivery, connection) => {
    other.plan('/odd', reply);
    const { id } = await connect(client().user, '/odd');
    await lead(client().tenant.id, 'A');
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: delivery }]);
    expect((await detail(client().user, id)).state).toBe(connection);
    expect(other.at('/odd')).toHaveLength(1);
  });

  test('that refuses one lead, or fails on one, gets all others', async () => {
    other.answer('/picky', ({ body }) => (body.includes('"Bad"') ? 400 : body.includes('"Worse"') ? 500 : 200));
    const { id } = await connect(client().user, '/picky');
    await lead(client().tenant.id, 'A', 'Bad', 'B', 'Worse', 'C', 'D');
    await app.settle();
    await app.kernel.platform.raw('update integrations_connection set rest_until = null'); // the five seconds are over
    await app.settle();
    expect((await log(client().user, id)).map((d) => d.state).toReversed()).toEqual([
      'delivered',
      'rejected',
      'delivered',
      'failed',
      'delivered',
      'delivered',
    ]);
    expect(await detail(client().user, id)).toMatchObject({ state: 'ok', rejected: 1, held: 0 });
  });

  test('that refuses every lead is found out after five, and the rest is held', async () => {
    other.plan('/no', 422);
    const { id } = await connect(client().user, '/no');
    await lead(client().tenant.id, 'A', 'B', 'C', 'D', 'E', 'F', 'G');
    await app.settle();
    expect(other.at('/no')).toHaveLength(5);
    expect(await detail(client().user, id)).toMatchObject({ state: 'held', rejected: 5, held: 2 });
    other.plan('/no', 200);
    expect((await app.call('POST', `/api/integrations/${id}/replay`, client().user)).body).toMatchObject({ count: 2 });
    expect((await app.call('POST', `/api/integrations/${id}/replay-rejected`, client().user)).body).toMatchObject({ count: 5 });
    await app.settle();
    expect(await detail(client().user, id)).toMatchObject({ state: 'ok', rejected: 0, held: 0 });
    expect(new Set(other.at('/no').map((c) => c.headers['webhook-id'])).size).toBe(7);
  });

  test('that works again after an outage gets at once what waited', async () => {
    other.plan('/outage', 500);
    const { id } = await connect(client().user, '/outage');
    await lead(client().tenant.id, 'A', 'B', 'C', 'D', 'E', 'F');
    for (let n = 0; n < 6; n += 1) {
      await app.settle();
      await app.kernel.platform.raw('update integrations_connection set rest_until = null');
    }
    expect((await detail(client().user, id)).state).toBe('failing');
    other.plan('/outage', 200);
    await lead(client().tenant.id, 'G');
    await app.settle();
    expect((await log(client().user, id)).map((d) => d.state)).toEqual(Array(7).fill('delivered'));
  });

  test('that recovers gets everything, in order', async () => {
    other.plan('/recovers', 503, 200);
    const { id } = await connect(client().user, '/recovers');
    await lead(client().tenant.id, 'A', 'B', 'C');
    await app.settle();
    expect(other.at('/recovers')).toHaveLength(1);
    await skipWaiting();
    await app.settle();
    expect(other.at('/recovers').map((c) => JSON.parse(c.body).data.firstName)).toEqual(['A', 'A', 'B', 'C']);
    expect((await log(client().user, id)).map((d) => d.state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('says what it likes: the log keeps one plain line of it, without the secret', async () => {
    const { id, generated } = await connect(client().user, '/echo');
    other.plan('/echo', { status: 400, body: `bad\u0000 \u202eline\nbreak ${generated.secret}` });
    await lead(client().tenant.id, 'A');
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'rejected', response: 'HTTP 400: bad line break •••' }]);
    expect((await app.call('GET', `/api/integrations/${id}`, client().user)).text).not.toContain(generated.secret);
  });

  test('gets a delivered lead again as a new delivery, once for two clicks', async () => {
    const { id } = await connect(client().user, '/again');
    await lead(client().tenant.id, 'A');
    await app.settle();
    const [first] = await log(client().user, id);
    const replay = () => app.call('POST', `/api/integrations/${id}/deliveries/${first!.id}/replay`, client().user);
    expect((await Promise.all([replay(), replay()])).reduce((sum, r) => sum + (r.body.count as number), 0)).toBe(1);
    await app.settle();
    const ids = other.at('/again').map((c) => c.headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    expect((await log(client().user, id))[0]).toMatchObject({ kind: 'repeat', state: 'delivered' });
  });

  test('that hangs, however many addresses it was given under, slows no other agency', { timeout: 60_000 }, async () => {
    const { b } = app.fixtures;
    for (const who of [b.owner, b.clients[0]!.user, b.clients[1]!.user])
      for (let n = 0; n < 20; n += 1) {
        hanging.plan(`/${n}`, 'hang');
        await connectTo(who, hanging.url(`/${n}`));
      }
    await connect(client().user, '/quick');
    await lead(b.clients[0]!.tenant.id, 'Stuck');
    await lead(b.clients[1]!.tenant.id, 'Stuck too');
    const settled = app.settle();
    await until(() => hanging.received.length >= 12);
    const began = performance.now();
    for (const n of [1, 2, 3]) await lead(client().tenant.id, `Quick${n}`);
    await until(() => other.at('/quick').length === 3);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(hanging.received.length).toBe(12); // an agency's share
    hanging.stop();
    await settled;
  });

  test('that hangs is given up after ten seconds and asked again later', { timeout: 30_000 }, async () => {
    other.plan('/hangs', 'hang');
    const { id } = await connect(client().user, '/hangs');
    await lead(client().tenant.id, 'Stuck');
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'failed', response: expect.stringMatching(/^no answer: /) }]);
  });
});

describe('a worker', () => {
  test('that dies between call and outcome is followed by one that sends the same id', async () => {
    const { id } = await connect(client().user, '/crash');
    // The call is made, but its worker's claim is gone before the answer comes: as if it had died and its lease had run out.
    other.onCall = async () => {
      other.onCall = null;
      await app.kernel
        .platform('integrations_delivery')
        .where({ connection_id: id })
        .update({ claim: '00000000-0000-0000-0000-000000000000' });
    };
    await lead(client().tenant.id, 'Once');
    await app.settle();
    expect(other.at('/crash')).toHaveLength(1);
    expect(await log(client().user, id)).toMatchObject([{ state: 'pending', attempts: 1 }]);
    await app.settle();
    expect(other.at('/crash')).toHaveLength(1); // the lease still holds
    await app.kernel.platform.raw(`update integrations_connection set lease_until = now() - interval '1 second'`);
    await app.settle();
    expect(await log(client().user, id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(new Set(other.at('/crash').map((c) => c.headers['webhook-id'])).size).toBe(1);
  });

  test('shares connections with other workers: none is served by two at once', async () => {
    await Promise.all(['/w1', '/w2', '/w3'].map((path) => connect(client().user, path)));
    await lead(client().tenant.id, ...Array.from({ length: 10 }, (_, n) => `L${n}`));
    await app.settle();
    await app.kernel.platform.raw(`update integrations_delivery set state = 'pending', attempts = 0`);
    const claim = () => app.inside(app.fixtures.root, 'integrations', (ctx) => claimNext(ctx));
    const claims = [...(await Promise.all(Array.from({ length: 6 }, claim))), await claim(), await claim(), await claim()].filter(
      (c) => c !== null,
    );
    expect(claims).toHaveLength(3);
    expect(new Set(claims.map((c) => c.connection.id)).size).toBe(3);
    expect(await claim()).toBeNull();
  });

  test('serves connections round and round, and passes those that have nothing to send or may not be served', async () => {
    const [first, idle, second, resting, third] = await Promise.all(
      ['/r1', '/r2', '/r3', '/r4', '/r5'].map((path) => connect(client().user, path)),
    ).then((made) => made.map(({ id }) => id).sort((a, b) => a - b));
    await lead(client().tenant.id, 'L1', 'L2');
    await app.settle();
    await app.kernel.platform.raw(`update integrations_delivery set state = 'pending', attempts = 0 where connection_id <> ?`, [idle!]);
    await app.kernel
      .platform('integrations_connection')
      .where({ id: resting })
      .update({ rest_until: app.kernel.platform.raw(`now() + interval '1 hour'`) });
    const claim = async (after?: number) => {
      const claimed = await app.inside(app.fixtures.root, 'integrations', (ctx) => claimNext(ctx, undefined, after));
      await app.kernel.platform('integrations_connection').update({ lease_until: null });
      return claimed?.connection.id;
    };
    expect(await claim()).toBe(first);
    expect(await claim(first)).toBe(second);
    expect(await claim(second)).toBe(third);
    expect(await claim(third)).toBe(first);
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 8_000) throw new Error('it did not happen');
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
