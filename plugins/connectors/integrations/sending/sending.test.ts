import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectorDef, outcomeOf, T } from '../../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../../core/testing/app.ts';
import type { Person } from '../../../../core/testing/fixtures.ts';
import { connectorPlugin, LeadInput, NewLead } from '../contract.ts';
import { leadsFake } from '../leads.fake.ts';
import { Receiver } from '../receiver.fake.ts';

/** What a connection sends: which leads, which fields, under which names. */
let app: TestApp;
let other: Receiver;
const Auth = T.Object({ key: T.String({ maxLength: 20 }) });
const locales = { en: new URL('../locales/en.json', import.meta.url), ar: new URL('../locales/ar.json', import.meta.url) };
/** A system with places for e-mail and name, and further fields that it tells. */
const listed = (): ConnectorDef<typeof Auth> => ({
  id: 'connector-listed.contacts',
  version: 1,
  title: 'Listed',
  summary: 'connector-listed.summary',
  egress: ['api.listed.example'],
  auth: { fields: Auth, secret: ['key'] },
  test: null,
  erase: null,
  mapping: {
    names: async ({ http }) => {
      const answer = await http({ method: 'GET', url: other.url('/fields') });
      return JSON.parse(answer.text) as { value: string; label: string }[];
    },
  },
  actions: {
    add: {
      title: 'connector-listed.add',
      on: NewLead,
      input: T.Pick(LeadInput, ['email', 'firstName']),
      run: async ({ http, fields }, lead) => outcomeOf(await http({ method: 'POST', url: other.url('/listed'), json: { lead, fields } })),
    },
  },
});
beforeAll(async () => {
  other = await Receiver.start();
  other.answer('/fields', () => ({ status: 200, body: JSON.stringify([{ value: 'cf_7', label: 'Town' }]) }));
  app = await startTestApp({
    plugins: [leadsFake, connectorPlugin(listed(), { version: '1.0.0', locales })],
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
const connect = async (connector: string, body: object): Promise<number> =>
  (await app.call('POST', `/api/integrations/connect/${connector}`, client(), { body })).body.id;
const hook = (path = '/hook') => connect('connector-webhook.webhook', { name: 'Hook', url: other.url(path) });
const lead = (...names: string[]) =>
  app.call('POST', '/api/leads-fake/make', app.fixtures.operator, { body: { companyId: client().tenant.id, names } });
const at = (path: string) => other.at(path).map(({ body }) => JSON.parse(body));
const send = (id: number, field: string, sent: 'T' | 'F', who = client()) =>
  app.call('PUT', `/api/integrations/${id}/fields/${field}`, who, { body: { sent } });
const name = (id: number, field: string, to: string) =>
  app.call('PUT', `/api/integrations/${id}/fields/${field}/name`, client(), { body: { name: to } });
const rules = (id: number, body: object, who = client()) => app.call('PUT', `/api/integrations/${id}/rules`, who, { body });
const sample = async (id: number) => JSON.parse((await app.call('GET', `/api/integrations/${id}/sample`, client())).body.text);
const fields = async (id: number) =>
  (await app.call('GET', `/api/integrations/${id}/fields?PerPage=100`, client())).body.data as {
    field: string;
    sent: string;
    name: string;
  }[];
const log = async (id: number) =>
  ((await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body.data as { state: string; response: string }[]).toReversed();

describe('fields', () => {
  test('that nobody has chosen go under their own names, with what the source saw', async () => {
    const id = await hook();
    await lead('A');
    await app.settle();
    const [{ data }] = at('/hook');
    expect(data).toMatchObject({ email: 'a@example.com', firstName: 'A', url: 'https://shop.example/', campaignId: 7, isTest: false });
    expect(await fields(id)).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'url', sent: 'T', name: 'url', naming: 'any' })]),
    );
    expect(Object.keys(await sample(id))).toEqual(expect.arrayContaining(Object.keys(data)));
    expect(data).not.toHaveProperty('campaignFields');
    expect(await fields(id)).toContainEqual(expect.objectContaining({ field: 'campaignFields', sent: 'F' }));
  });

  test('that are not ticked are never sent, whatever they are called and whatever is added later', async () => {
    const id = await hook();
    for (const { field } of await fields(id)) if (field !== 'email' && field !== 'url') await send(id, field, 'F');
    await name(id, 'email', 'Contact e-mail');
    await lead('Secretive');
    await app.settle();
    const [{ data }] = at('/hook');
    expect(data).toEqual({ id: data.id, isTest: false, 'Contact e-mail': 'secretive@example.com', url: 'https://shop.example/' });
    expect(other.at('/hook')[0]!.body).not.toMatch(/Secretive|Doe|3125550100|Chicago/);
    expect(await sample(id)).toMatchObject({ 'Contact e-mail': 'test.lead@example.com' });
    await send(id, 'city', 'T');
    await lead('B');
    await app.settle();
    expect(at('/hook')[1].data).toMatchObject({ city: 'Chicago' });
  });

  test('have names of their own: no two alike, none that stands in every payload', async () => {
    const id = await hook();
    for (const taken of ['id', 'isTest', 'lastName'])
      expect((await name(id, 'email', taken)).body.errors).toMatchObject([{ field: 'name' }]);
    expect((await name(id, 'email', '\u0007')).status).toBe(422);
    expect((await name(id, 'nothing', 'x')).status).toBe(404);
    expect((await send(id, 'nothing', 'T')).status).toBe(404);
    for (const stranger of [app.fixtures.a.clients[1]!.user, app.fixtures.a.owner, app.fixtures.b.owner])
      expect((await send(id, 'email', 'F', stranger)).status).toBe(404);
  });

  test('of a system with places of its own stay there, further ones go where it says that there is a field', async () => {
    const id = await connect('connector-listed.contacts', { name: 'Listed', key: 'k' });
    expect((await send(id, 'city', 'T')).status).toBe(409);
    expect((await name(id, 'email', 'x')).status).toBe(404);
    const options = (await app.call('GET', `/api/integrations/${id}/field-names`, client())).body.options;
    expect(options).toEqual([{ value: 'cf_7', label: 'Town' }]);
    await name(id, 'city', 'cf_7');
    await send(id, 'firstName', 'F');
    await lead('A');
    await app.settle();
    expect(at('/listed')).toEqual([{ lead: { email: 'a@example.com', firstName: '' }, fields: { cf_7: 'Chicago' } }]);
  });

  test('are not known while the other system does not tell them, which is said', async () => {
    const id = await connect('connector-listed.contacts', { name: 'Listed', key: 'k' });
    other.answer('/fields', () => 'reset');
    const refused = await app.call('GET', `/api/integrations/${id}/field-names`, client());
    expect(refused.status).toBe(409);
    expect(refused.body.detail ?? refused.text).toContain('Listed');
  });
});

describe('rules', () => {
  test.each([
    [{ products: ['b2b'] }, 'Not sent: the connection takes leads of other products.'],
    [{ states: ['tx', 'CA'] }, 'Not sent: the connection takes leads from other states.'],
    [{ page: '/pricing' }, 'Not sent: the lead was on another page.'],
  ])('%j keep a lead back, which the log says', async (body, why) => {
    const id = await hook();
    expect((await rules(id, body)).status).toBe(200);
    await lead('A');
    await app.settle();
    expect(other.at('/hook')).toEqual([]);
    expect(await log(id)).toMatchObject([{ state: 'skipped', response: why }]);
    expect((await app.call('GET', `/api/integrations/${id}/rules`, client())).body).toEqual(body);
  });

  test('that a lead fits send it, and empty ones say nothing', async () => {
    const id = await hook();
    await rules(id, { products: ['local'], states: ['il'], withEmail: true, withPhone: true, page: 'SHOP.example' });
    await lead('A');
    await app.settle();
    expect(other.at('/hook')).toHaveLength(1);
    await rules(id, { products: [], states: [], withEmail: false, page: '  ' });
    expect((await app.call('GET', `/api/integrations/${id}/rules`, client())).body).toEqual({});
  });

  test('divide the leads of one campaign between connections', async () => {
    const [west, east] = [await hook('/west'), await hook('/east')];
    await rules(west, { states: ['CA'] });
    await rules(east, { states: ['IL'] });
    await lead('A');
    await app.settle();
    expect([at('/west').length, at('/east').length]).toEqual([0, 1]);
  });

  test('name campaigns and products that there are, of connections of one’s own', async () => {
    const id = await hook();
    expect((await rules(id, { campaigns: [2_000_000_000] })).body.errors).toMatchObject([{ field: 'campaigns' }]);
    expect((await rules(id, { products: ['nonsense'] })).body.errors).toMatchObject([{ field: 'products' }]);
    for (const stranger of [app.fixtures.a.clients[1]!.user, app.fixtures.a.owner])
      expect((await rules(id, {}, stranger)).status).toBe(404);
  });
});
