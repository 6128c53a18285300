import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import { putLead } from '../../../tests/support/put-lead.ts';
import { Receiver } from './receiver.fake.ts';

/** Leads as their list shows them, by how they were delivered, and sent again from there. */
let app: TestApp;
let other: Receiver;
let lead: string;
beforeAll(async () => {
  other = await Receiver.start();
  app = await startTestApp({ config: { egressAllow: [other.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('leads_lead').delete();
  other.received.length = 0;
  lead = await putLead(app, { client: client().tenant, campaign: 1, name: 'jane', cents: 100, at: new Date() });
});

/** The other system answers nobody until what this answers is called: what is on its way stays there. */
function held(): () => void {
  const gate = Promise.withResolvers<void>();
  other.onCall = () => gate.promise;
  return () => {
    other.onCall = null;
    gate.resolve();
  };
}

const client = () => app.fixtures.a.clients[0]!;
const connect = async (who: Person, path: string): Promise<number> => {
  const body = { name: path.slice(1), url: other.url(path) };
  const answer = await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body });
  expect(answer.status).toBe(200);
  return answer.body.id as number;
};
const again = (who: Person, to: 'missing' | 'all', id = lead) =>
  app.call('POST', `/api/integrations/leads/${id}/deliver`, who, { body: { to } });
const outcome = async (who: Person): Promise<string> =>
  (await app.call('GET', '/api/reports/leads', who)).body.data[0].facets.delivery as string;
const listed = async (who: Person, value: string): Promise<number> =>
  (await app.call('GET', `/api/reports/leads?delivery=${value}`, who)).body.total as number;

test('a lead is sent to what does not have it yet, or to all once more', async () => {
  const { user } = client();
  expect([await outcome(user), await listed(user, 'none'), (await again(user, 'missing')).status]).toEqual(['none', 1, 409]);
  await connect(user, '/own');
  let release = held();
  expect((await again(user, 'missing')).body).toMatchObject({ count: 1, message: 'Queued for 1 integration.' });
  expect([await outcome(user), await listed(user, 'waiting'), await listed(user, 'none')]).toEqual(['waiting', 1, 0]);
  release();
  await app.settle();
  expect([await outcome(user), await listed(user, 'delivered'), await listed(user, 'waiting')]).toEqual(['delivered', 1, 0]);
  expect((await again(user, 'missing')).status).toBe(409);
  expect(other.at('/own')).toHaveLength(1);

  await connect(user, '/second');
  expect((await again(user, 'missing')).body.count).toBe(1);
  await app.settle();
  expect([other.at('/own').length, other.at('/second').length]).toEqual([1, 1]);
  release = held();
  expect((await again(user, 'all')).body.count).toBe(2);
  // A second click finds them waiting.
  expect((await again(user, 'all')).status).toBe(409);
  release();
  await app.settle();
  expect([other.at('/own').length, other.at('/second').length]).toEqual([2, 2]);
});

test('one that was refused is told apart, and goes out again under the same id', async () => {
  const { user } = client();
  const id = await connect(user, '/picky');
  other.plan('/picky', 422, 200);
  await again(user, 'missing');
  await app.settle();
  expect([await outcome(user), await listed(user, 'rejected'), await listed(user, 'delivered')]).toEqual(['rejected', 1, 0]);
  expect((await again(user, 'missing')).body.count).toBe(1);
  await app.settle();
  expect(await outcome(user)).toBe('delivered');
  const { body } = await app.call('GET', `/api/integrations/leads/${lead}/deliveries`, user);
  expect(body.data).toMatchObject([{ name: 'picky', connection: id, state: 'delivered', response: 'HTTP 200: answer 200' }]);
  const [first, second] = other.at('/picky').map(({ headers }) => headers['webhook-id']);
  expect(first).toBe(second);
});

test('each company knows of its own connections alone, and a foreign lead is none', async () => {
  const { a, b } = app.fixtures;
  await connect(a.owner, '/agency');
  expect((await again(a.owner, 'missing')).body.count).toBe(1);
  await app.settle();
  expect([await outcome(a.owner), await outcome(client().user)]).toEqual(['delivered', 'none']);
  expect((await app.call('GET', `/api/integrations/leads/${lead}/deliveries`, client().user)).body.total).toBe(0);
  for (const stranger of [b.owner, a.clients[1]!.user]) {
    expect((await again(stranger, 'all')).status).toBe(404);
    expect((await app.call('GET', `/api/integrations/leads/${lead}/deliveries`, stranger)).status).toBe(404);
  }
  expect((await again(app.fixtures.sales, 'all')).status).toBe(403);
});

test.each(['delivery=lost', 'delivery='])('%s is refused', async (query) => {
  expect((await app.call('GET', `/api/reports/leads?${query}`, client().user)).status).toBe(422);
});
