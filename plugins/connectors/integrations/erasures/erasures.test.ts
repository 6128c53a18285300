import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person as Someone } from '../../../../core/testing/fixtures.ts';
import { CrmFake, crmConnector, crmPlugin } from '../crm.fake.ts';
import { leadsFake } from '../leads.fake.ts';
import { deliveryData } from '../person-data.ts';
import { Receiver } from '../receiver.fake.ts';

/** Whoever is erased here is erased where their leads went, as far as there is a way, and nobody has to remember what is left. */
let app: TestApp;
let crm: CrmFake;
let other: Receiver;
beforeAll(async () => {
  crm = await CrmFake.start();
  other = await Receiver.start();
  const { oauth: _oauth, ...auth } = crmConnector(crm).auth;
  app = await startTestApp({
    plugins: [leadsFake, crmPlugin({ ...crmConnector(crm), auth })],
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
  await app.kernel.platform('integrations_erasure').delete();
  await app.kernel.platform('core_rate').delete();
  crm.reset();
  crm.open = true;
  other.received.length = 0;
});

const client = (): Someone => app.fixtures.a.clients[0]!.user;
const agency = (): Someone => app.fixtures.a.owner;
const connectCrm = async (who: Someone = client()): Promise<number> =>
  (await app.call('POST', '/api/integrations/connect/connector-crm.contacts', who, { body: { name: 'CRM', list: 'new', account: 'a' } }))
    .body.id;
const connectHook = async (who: Someone = client()): Promise<number> =>
  (await app.call('POST', '/api/integrations/connect/connector-webhook.webhook', who, { body: { name: 'Hook', url: other.url('/hook') } }))
    .body.id;
const lead = async (...names: string[]) =>
  (await app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: client().tenant.id, names } })).body
    .ids as string[];
/** What a request for privacy does with deliveries. */
const erase = (leads: readonly string[], as: Someone = client(), request = 7) =>
  app.inside(as.tenant, 'integrations', (ctx) => deliveryData.erase(ctx, { leads, emails: ['a@example.com'], keys: [] }, request));
const told = async (as: Someone, request = 7) => app.inside(as.tenant, 'integrations', (ctx) => deliveryData.elsewhere!(ctx, request));
interface Shown {
  id: number;
  name: string;
  state: string;
  whom: string;
  response: string;
}
const erasures = async (who: Someone = client()) => (await app.call('GET', '/api/integrations/erasures', who)).body.data as Shown[];
const attention = async (who: Someone = client()) =>
  ((await app.call('GET', '/api/attention', who)).body.data as { id: string; text: string }[]).filter(
    ({ id }) => id === 'integrations.erase-there',
  );
const due = () => app.kernel.platform.raw('update integrations_erasure set next_at = now()');
const settle = async () => {
  await app.settle();
  await app.tick('integrations.erase');
  await app.settle();
};

describe('a person who is erased', () => {
  test('is erased by reference where their leads went, once, with a receipt that names nobody', async () => {
    await connectCrm();
    const ids = await lead('A', 'B');
    await app.settle();
    expect(crm.contacts.size).toBe(2);
    await erase([ids[0]!]);
    await erase([ids[0]!]); // as after a crash, or some minutes later
    await settle();
    expect([...crm.contacts.values()].map(({ email }) => email)).toEqual(['b@example.com']);
    expect(crm.count('DELETE /contacts/:id')).toBe(1);
    expect(await erasures()).toMatchObject([{ name: 'CRM', state: 'done', response: 'erased 1', whom: '' }]);
    expect(await told(client())).toMatchObject([{ name: 'CRM', state: 'done', answer: 'erased 1', finishedAt: expect.any(Date) }]);
    expect(await told(client(), 8)).toEqual([]);
    const kept = JSON.stringify([
      await app.kernel.platform('integrations_erasure').select(),
      await app.kernel.platform('integrations_delivery').where({ lead_id: ids[0]! }),
    ]);
    // As a word of its own: the random keys of deliveries may contain the same letters.
    expect(kept).not.toMatch(/a@example\.com|(?<![\w-])c-1(?![\w-])/);
    expect(await attention()).toEqual([]);
  });

  test('is asked for again until the other system answers, also after it was signed in to again', async () => {
    const id = await connectCrm();
    const ids = await lead('A');
    await app.settle();
    crm.mishaps.set('DELETE /contacts/:id', [500, 401]);
    await erase(ids);
    await settle();
    expect(await erasures()).toMatchObject([{ state: 'failed', whom: 'a@example.com, c-1' }]);
    await due();
    await settle();
    expect((await app.call('GET', `/api/integrations/${id}`, client())).body.state).toBe('reauthorise');
    const [row] = await app.kernel.platform('integrations_erasure');
    expect(row.next_at.getTime()).toBeGreaterThan(Date.now() + 3_600_000);
    // Repaired: nobody waits for tomorrow.
    await app.call('PUT', `/api/integrations/${id}/connector-crm.contacts`, client(), { body: { name: 'CRM', list: 'new', account: 'b' } });
    await settle();
    expect(await erasures()).toMatchObject([{ state: 'done' }]);
    expect(crm.contacts.size).toBe(0);
  });

  test('whom a system does not erase is for people, who say so when they have done it', async () => {
    await connectHook();
    const ids = await lead('A');
    await app.settle();
    await erase(ids);
    await settle();
    const [open] = await erasures();
    expect(open).toMatchObject({ name: 'Hook', state: 'manual', whom: 'a@example.com' });
    expect(await attention()).toMatchObject([{ text: 'Hook · 1 person · Delete them there, then mark them as erased.' }]);
    expect(await told(client())).toMatchObject([{ state: 'open' }]);
    for (const stranger of [app.fixtures.a.clients[1]!.user, app.fixtures.b.owner])
      expect((await app.call('POST', `/api/integrations/erasures/${open!.id}/confirm`, stranger)).status).toBe(404);
    expect((await app.call('POST', `/api/integrations/erasures/${open!.id}/confirm`, client())).status).toBe(200);
    expect((await app.call('POST', `/api/integrations/erasures/${open!.id}/confirm`, client())).status).toBe(404);
    expect(await attention()).toEqual([]);
    expect(await told(client())).toMatchObject([{ state: 'confirmed' }]);
    expect(await erasures()).toMatchObject([{ whom: '' }]);
  });

  test('is not forgotten where the connection is removed before the other system has done it', async () => {
    const id = await connectCrm();
    const ids = await lead('A');
    await app.settle();
    crm.mishaps.set('DELETE /contacts/:id', [500]);
    await erase(ids);
    await settle();
    await app.call('DELETE', `/api/integrations/${id}`, client());
    await due();
    await settle();
    expect(await erasures()).toMatchObject([{ name: 'CRM', state: 'manual', connection: null }]);
  });

  test('is erased at the agency’s systems too, of which the client learns no more than that', async () => {
    await connectCrm(agency());
    const ids = await lead('A');
    await app.settle();
    await erase(ids);
    await settle();
    expect(crm.contacts.size).toBe(0);
    expect(await erasures()).toEqual([]);
    expect(await told(client())).toMatchObject([{ name: 'A system of your agency', state: 'done', answer: '' }]);
    expect(await erasures(agency())).toMatchObject([{ name: 'CRM', state: 'done' }]);
  });

  test('whose lead is being sent is erased after that call, whatever it makes', async () => {
    await connectCrm();
    const ids = await lead('A');
    crm.onCall = async (what) => {
      if (what !== 'POST /contacts') return;
      crm.onCall = null;
      await erase(ids);
    };
    await settle();
    expect(await erasures()).toMatchObject([{ state: 'done' }]);
    expect(crm.contacts.size).toBe(0);
    expect(crm.calls.at(-1)?.what).toBe('DELETE /contacts/:id');
  });

  test('whose leads were never sent is asked for nowhere', async () => {
    const id = await connectCrm();
    await app.call('PUT', `/api/integrations/${id}/enabled`, client(), { body: { enabled: 'F' } });
    const ids = await lead('A');
    await app.settle();
    await erase(ids);
    await settle();
    expect(await erasures()).toEqual([]);
  });
});
