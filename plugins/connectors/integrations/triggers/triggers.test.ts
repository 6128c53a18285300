import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { LeadsConverted, LeadsCreated, LeadsUpdated } from '../../../lead-intake/leads/contract.ts';
import { leadsFake } from '../leads.fake.ts';
import { Receiver } from '../receiver.fake.ts';
import { billingConnector, billsFake, goneBills } from '../triggers.fake.ts';

/** On what connections send: whatever plugins publish, chosen by the company, once and in order. */
let app: TestApp;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  app = await startTestApp({
    plugins: [leadsFake, billsFake, billingConnector(other.url('/book'))],
    config: { egressAllow: [other.host] },
  });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  await app.kernel.platform('core_rate').delete();
  other.received.length = 0;
});

const client = (): Person => app.fixtures.a.clients[0]!.user;
const agency = (): Person => app.fixtures.a.owner;
const connect = async (connector: string, body: object, who = client()): Promise<number> => {
  const made = await app.call('POST', `/api/integrations/connect/${connector}`, who, { body });
  expect(made.status, made.text).toBe(200);
  return made.body.id;
};
const hook = (path = '/hook', who = client()) => connect('connector-webhook.webhook', { name: 'Hook', url: other.url(path) }, who);
const choose = (id: number, trigger: string, sent: 'T' | 'F' = 'T', who = client()) =>
  app.call('PUT', `/api/integrations/${id}/triggers/${trigger}`, who, { body: { sent } });
const offered = async (id: number) =>
  ((await app.call('GET', `/api/integrations/${id}/triggers`, client())).body.data as { trigger: string; sent: string }[]).map(
    ({ trigger, sent }) => `${trigger} ${sent}`,
  );
const make = async (...names: string[]) =>
  (await app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: client().tenant.id, names } })).body
    .ids as string[];
const told = (path = '/hook') => other.at(path).map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
const typesAt = (path = '/hook') => told(path).map(({ type }) => type);
const bill = (id: string, paid: boolean, companyId = client().tenant.id) =>
  app.call('POST', '/api/bills-fake', app.fixtures.operator, { body: { companyId, id, paid } });
const emitted = (event: typeof LeadsUpdated, ids: string[]) =>
  app.inside(client().tenant, 'leads', (ctx) => ctx.emit(event, { companyId: client().tenant.id, leadIds: ids }));
const log = async (id: number) =>
  ((await app.call('GET', `/api/integrations/${id}/deliveries?PerPage=100`, client())).body.data as Record<string, unknown>[]).toReversed();

describe('what a connection sends', () => {
  test('is new leads until its company chooses among all that plugins publish', async () => {
    const id = await hook();
    const all = await offered(id);
    expect(all[0]).toBe('lead.created T');
    expect(all).toEqual(
      expect.arrayContaining(
        ['lead.updated', 'lead.converted', 'lead.returned', 'client.created', 'campaign.paused', 'invoice.paid', 'bill.created'].map(
          (trigger) => `${trigger} F`,
        ),
      ),
    );
    const [lead] = await make('A');
    await bill('1', false);
    await emitted(LeadsUpdated, [lead!]);
    await app.settle();
    expect(typesAt()).toEqual(['lead.created']);

    await choose(id, 'bill.created');
    await choose(id, 'lead.created', 'F');
    await bill('2', false);
    await bill('2', true);
    await make('B');
    await app.settle();
    expect(told().slice(1)).toEqual([
      { type: 'bill.created', timestamp: expect.any(String), data: { id: '2', cents: 450, isTest: false } },
    ]);
    expect((await log(id)).map(({ event, lead: about, kind }) => [event, about, kind])).toEqual([
      ['New lead', 'A Doe', 'lead'],
      ['bills.created', '#2', 'event'],
    ]);
  });

  test('is something: the last trigger stays, unknown ones and foreign connections are none', async () => {
    const id = await hook();
    expect((await choose(id, 'lead.created', 'F')).status).toBe(409);
    expect((await choose(id, 'nothing.happened')).status).toBe(404);
    expect((await choose(id, 'core.every')).status).toBe(404);
    for (const stranger of [app.fixtures.a.clients[1]!.user, agency(), app.fixtures.b.owner])
      expect((await choose(id, 'bill.created', 'T', stranger)).status).toBe(404);
  });

  test('is what its connector acts on, with the fields that the action names', async () => {
    const id = await connect('connector-bills.book', { name: 'Book', key: 'k' });
    expect(await offered(id)).toEqual(['bill.created T']);
    await make('A');
    await bill('7', false);
    await bill('7', true);
    await app.settle();
    expect(other.at('/book').map(({ body }) => JSON.parse(body))).toEqual([{ id: '7', cents: 450 }]);
    expect((await app.call('POST', `/api/integrations/${id}/test`, client())).status).toBe(200);
    expect(JSON.parse(other.at('/book')[1]!.body)).toMatchObject({ cents: 100 });
  });

  test('is told to the agency of a client too, and to nobody beside them', async () => {
    const own = await hook('/agency', agency());
    const beside = await hook('/beside', app.fixtures.a.clients[1]!.user);
    await choose(own, 'bill.created', 'T', agency());
    await choose(beside, 'bill.created', 'T', app.fixtures.a.clients[1]!.user);
    await bill('3', false);
    await bill('4', false, app.fixtures.a.tenant.id);
    await app.settle();
    expect(told('/agency').map(({ data }) => data['id'])).toEqual(['3', '4']);
    expect(other.at('/beside')).toEqual([]);
  });

  test('leaves out what is gone by then, and says so', async () => {
    const id = await hook();
    await choose(id, 'bill.created');
    goneBills.add('9');
    await bill('9', false);
    await app.settle();
    expect(await log(id)).toMatchObject([{ state: 'skipped', response: 'Not sent: it no longer exists.' }]);
  });
});

describe('each occasion', () => {
  test('is delivered once for each connection, however often its event is', async () => {
    const id = await hook();
    const last = await app.kernel.platform('core_outbox').orderBy('id', 'desc').first('id');
    for (const trigger of ['lead.updated', 'lead.converted', 'bill.created']) await choose(id, trigger);
    const [lead] = await make('A');
    await emitted(LeadsUpdated, [lead!]);
    await emitted(LeadsUpdated, [lead!]);
    await emitted(LeadsConverted, [lead!]);
    await emitted(LeadsConverted, [lead!]);
    await bill('1', false);
    await app.settle();
    const again = `update core_outbox_delivery set state = 'pending' where subscriber like 'integrations.%' and outbox_id > ?`;
    await app.kernel.platform.raw(again, [last?.id ?? 0]);
    await app.settle();
    expect(typesAt()).toEqual(['lead.created', 'lead.updated', 'lead.updated', 'lead.converted', 'bill.created']);
    expect(told()[1]!.data).toMatchObject({ id: lead, firstName: 'A', tags: [] });
    const rows = await log(id);
    expect((await app.call('POST', `/api/integrations/${id}/deliveries/${String(rows.at(-1)!['id'])}/replay`, client())).body.count).toBe(
      1,
    );
    await app.settle();
    expect(typesAt().at(-1)).toBe('bill.created');
  });

  test('of a lead waits for those before it, while other leads go on', async () => {
    const id = await hook();
    await choose(id, 'lead.updated');
    other.answer('/hook', ({ body }) => (body.includes('"Slow"') ? 503 : 200));
    const [slow] = await make('Slow');
    await app.settle();
    await emitted(LeadsUpdated, [slow!]);
    await make('Quick');
    const rested = () => app.kernel.platform('integrations_connection').where({ id }).update({ rest_until: null });
    await rested();
    await app.settle();
    expect((await log(id)).map(({ event, state }) => [event, state])).toEqual([
      ['New lead', 'failed'],
      ['Tags of a lead changed', 'pending'],
      ['New lead', 'delivered'],
    ]);
    other.answer('/hook', () => 200);
    await app.kernel.platform('integrations_delivery').update({ next_at: new Date(0) });
    await rested();
    await app.settle();
    expect(told().slice(-2)).toMatchObject([
      { type: 'lead.created', data: { id: slow } },
      { type: 'lead.updated', data: { id: slow } },
    ]);
  });

  test('that is heard before the lead itself comes after it; what was not wanted then is not sent now', async () => {
    const id = await hook();
    await choose(id, 'lead.updated');
    await app.kernel.platform('integrations_connection').update({ created_at: new Date(0), triggers_at: new Date(0) });
    const [first] = await make('A');
    await app.kernel.platform.raw(
      `update core_outbox_delivery set next_at = now() + interval '1 hour' where subscriber = 'integrations.leads-created'`,
    );
    await emitted(LeadsUpdated, [first!]);
    await app.settle();
    expect(typesAt()).toEqual(['lead.created', 'lead.updated']);
    await app.kernel.platform.raw(`update core_outbox_delivery set next_at = now() where state = 'pending'`);
    await app.settle();
    expect(typesAt()).toEqual(['lead.created', 'lead.updated']);

    const late = await hook('/late');
    await choose(late, 'lead.updated');
    await emitted(LeadsUpdated, [first!]);
    await app.settle();
    expect(typesAt('/late')).toEqual(['lead.updated']);
  });
});

test('new leads have the name of the event that was theirs before', () => {
  const waiting = [...app.kernel.registry.subscriptions.values()]
    .filter(({ def }) => def.event.id === LeadsCreated.id)
    .map(({ def }) => def.id);
  expect(waiting).toContain('integrations.leads-created');
});
