import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorDesk } from '../../../tests/support/connector-desk.ts';
import { HOST } from './api.ts';
import { brackets } from './brackets.ts';
import plugin from './index.ts';
import { KartraFake } from './kartra.fake.ts';

conformance(plugin);

const CONNECTOR = 'connector-kartra.leads';
let desk: ConnectorDesk;
let fake: KartraFake;
const app = { appId: 'kZ81AppOfOurs' };
beforeAll(async () => {
  fake = await new KartraFake().start();
  desk = await ConnectorDesk.openFor(fake, HOST, { kartra: app });
});
afterAll(async () => {
  await desk?.close();
  fake?.stop();
});
beforeEach(async () => {
  await desk.clear();
  fake.leads.clear();
  fake.deleted.clear();
  fake.calls.length = 0;
  fake.trouble = () => null;
  fake.fault = null;
  fake.lists = ['Newsletter', 'Webinar'];
  fake.tags = ['From the site'];
  app.appId = fake.appId;
});

const fields = (more: object = {}) => ({ key: fake.key, password: fake.password, ...more });
const listed = () => fields({ list: 'Newsletter', tag: 'From the site' });
const leads = () => [...fake.leads.values()];
/** The commands of each call. */
const commands = () =>
  fake.calls.map(({ text }) => [...new URLSearchParams(text)].filter(([name]) => name.endsWith('[cmd]')).map(([, value]) => value));

test('forms are written as PHP reads them', () => {
  expect(brackets({ app_id: 'a', lead: { email: 'x@y.z', custom_fields: [{ field_identifier: 'f' }] }, actions: [{ cmd: 'c' }] })).toEqual({
    app_id: 'a',
    'lead[email]': 'x@y.z',
    'lead[custom_fields][0][field_identifier]': 'f',
    'actions[0][cmd]': 'c',
  });
});

describe('connecting', () => {
  test('reads lists and tags and writes nothing', async () => {
    const id = await desk.connect(CONNECTOR, listed());
    expect(commands()).toEqual([['retrieve_account_lists'], ['retrieve_account_tags']]);
    expect(leads()).toEqual([]);
    expect(await desk.detail(id)).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['a key', { key: 'of-somebody-else' }, 'key', "doesn't accept the API key"],
    ['a password', { password: 'of-somebody-else' }, 'password', "doesn't accept the API password"],
    ['a list', { list: 'newsletter' }, 'list', 'no list with this name'],
    ['a tag', { tag: 'Nothing' }, 'tag', 'no tag with this name'],
  ])('%s that is not there is refused on its field', async (_, wrong, field, text) => {
    const refused = await desk.connecting(CONNECTOR, fields(wrong));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field }]);
    expect(refused.text).toContain(text);
  });

  test('is offered to nobody without the platform’s app', async () => {
    const bare = await ConnectorDesk.openFor(fake, HOST);
    try {
      const cards = (await bare.app.call('GET', '/api/integrations', bare.client)).body.data as { connector: string }[];
      expect(cards.find(({ connector }) => connector === CONNECTOR)).toMatchObject({
        state: 'unavailable',
        connects: '',
        summary: expect.stringContaining('Available once the platform operator sets it up.'),
      });
      expect((await bare.connecting(CONNECTOR, fields())).status).toBe(409);
      expect(fake.calls).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});

describe('a lead', () => {
  test('that is new is created, listed and tagged in one call', async () => {
    const id = await desk.connect(CONNECTOR, listed());
    fake.calls.length = 0;
    await desk.send('Ava');
    expect(commands()).toEqual([['create_lead', 'subscribe_lead_to_list', 'assign_tag']]);
    expect(leads()).toMatchObject([{ fields: { email: 'ava@example.com', first_name: 'Ava', last_name: 'Doe', zip: '60601' } }]);
    expect([...leads()[0]!.lists, ...leads()[0]!.tags]).toEqual(['Newsletter', 'From the site']);
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered', response: 'Lead 1 created' }]);
  });

  test('that exists is edited, then listed and tagged, also where only the answer was lost', async () => {
    const id = await desk.connect(CONNECTOR, listed());
    fake.calls.length = 0;
    fake.plan('lost');
    await desk.send('Ava');
    await desk.skipPauses();
    expect(commands().slice(1)).toEqual([
      ['create_lead', 'subscribe_lead_to_list', 'assign_tag'],
      ['edit_lead', 'subscribe_lead_to_list', 'assign_tag'],
    ]);
    expect(fake.people()).toEqual(['ava@example.com']);
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered', attempts: 2, response: 'Lead 1 updated' }]);
  });

  test('whose list was deleted there waits, though the call as a whole succeeded', async () => {
    const id = await desk.connect(CONNECTOR, listed());
    fake.lists = ['Webinar'];
    await desk.send('Ava');
    expect(await desk.detail(id)).toMatchObject({ state: 'held', held: 1, remedy: expect.stringContaining('no list with this name') });
    await desk.change(id, CONNECTOR, fields({ list: 'Webinar' }));
    await desk.app.settle();
    expect([...leads()[0]!.lists]).toEqual(['Webinar']);
  });

  test('brings the custom fields for text, which are those of the account', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    const names = await desk.app.call('GET', `/api/integrations/${id}/field-names`, desk.client);
    expect(names.body.options).toEqual([{ value: 'page', label: 'page' }]);
    await desk.app.call('PUT', `/api/integrations/${id}/fields/campaignId/name`, desk.client, { body: { name: 'page' } });
    await desk.send('Ava');
    expect(leads()[0]!.fields['custom_fields']).toEqual({ 0: { field_identifier: 'page', field_value: '7' } });
  });

  test('whom somebody deleted there is rejected in plain words', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.deleted.add('ava@example.com');
    await desk.send('Ava', 'Ben');
    expect(await desk.log(id)).toMatchObject([
      { state: 'delivered' },
      { state: 'rejected', response: 'This person was deleted in Kartra. Restore them there, then send the lead again.' },
    ]);
  });
});

describe('what Kartra says', () => {
  test.each([
    [201, 'held', 'held'],
    [202, 'held', 'reauthorise'],
    [203, 'held', 'reauthorise'],
    [204, 'held', 'held'],
    [206, 'rejected', 'ok'],
    [207, 'held', 'held'],
    [209, 'held', 'held'],
    [211, 'held', 'held'],
    [212, 'held', 'held'],
    [231, 'held', 'held'],
    [233, 'held', 'reauthorise'],
    [234, 'rejected', 'ok'],
    [238, 'held', 'held'],
    [239, 'held', 'held'],
    [240, 'held', 'held'],
    [242, 'held', 'held'],
    [243, 'rejected', 'ok'],
    [245, 'rejected', 'ok'],
    [262, 'held', 'held'],
    [271, 'rejected', 'ok'],
    [999, 'rejected', 'ok'],
  ])('%i', async (type, delivery, connection) => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.fault = [type, 'so it is'];
    await desk.send('Ava');
    const [entry] = await desk.log(id);
    const shown = await desk.detail(id);
    expect([entry!.state, shown['state']]).toEqual([delivery, connection]);
    // In words of the catalogue, but for a number that nobody knows.
    const said = connection === 'ok' ? entry!.response : (shown['remedy'] as string);
    expect(said).toMatch(type === 999 ? /^Kartra 999: so it is$/ : /^(?!Kartra \d).*Kartra.*\.$/);
  });

  test.each([
    ['is too much', 'busy' as const],
    ['is a page about its maintenance', { status: 200, text: '<html>Back soon</html>' }],
    ['is nothing', 'reset' as const],
    ['is an outage', 'down' as const],
  ])('%s: the lead is sent a moment later', async (_, trouble) => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.plan(trouble);
    await desk.send('Ava');
    expect(await desk.log(id)).toMatchObject([{ state: 'failed' }]);
    expect(await desk.pause(id)).toBeLessThanOrEqual(5);
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered' }]);
  });
});

test('an app that Kartra shuts out holds the leads of everybody, and lets them go once it is let in', async () => {
  const id = await desk.connect(CONNECTOR, fields());
  app.appId = 'shut-out';
  await desk.send('Ava');
  expect(await desk.detail(id)).toMatchObject({ state: 'held', remedy: expect.stringContaining('Contact support') });
  app.appId = fake.appId;
  await desk.app.call('POST', `/api/integrations/${id}/check`, desk.client);
  await desk.app.settle();
  expect(fake.people()).toEqual(['ava@example.com']);
});

test('people are erased there by hand, since Kartra has no way to', async () => {
  await desk.connect(CONNECTOR, fields());
  const [ava] = await desk.send('Ava');
  await desk.erase(ava!, 'ava@example.com');
  expect(await desk.erasures()).toMatchObject([{ state: 'manual' }]);
});
