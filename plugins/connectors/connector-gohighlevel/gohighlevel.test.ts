import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorDesk } from '../../../tests/support/connector-desk.ts';
import { HOST } from './api.ts';
import { GoHighLevelFake } from './gohighlevel.fake.ts';
import plugin from './index.ts';

conformance(plugin);

const CONNECTOR = 'connector-gohighlevel.contacts';
let desk: ConnectorDesk;
let fake: GoHighLevelFake;

beforeAll(async () => {
  fake = await new GoHighLevelFake().start();
  desk = await ConnectorDesk.openFor(fake, HOST, { gohighlevel: { version: '2021-07-28' } });
});
afterAll(async () => {
  await desk?.close();
  fake?.stop();
});
beforeEach(async () => {
  await desk.clear();
  fake.contacts.clear();
  fake.calls.length = 0;
  fake.trouble = () => null;
  fake.daily = 200_000;
  fake.scopes = new Set(['contacts.write', 'locations/customFields.readonly']);
});

const fields = (more: object = {}) => ({ location: fake.location, token: fake.key, ...more });
const contacts = () => [...fake.contacts.values()];

describe('connecting', () => {
  test('reads the custom fields and writes nothing', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    expect(fake.asked()).toEqual([`GET /locations/${fake.location}/customFields`]);
    expect(await desk.detail(id)).toMatchObject({
      state: 'ok',
      has_test: true,
      last_result: `Location ${fake.location}, custom fields: 2`,
    });
  });

  test.each([
    ['a token that is not taken', { token: 'pit-of-somebody-else' }, 'token', "doesn't accept the token"],
    ['another location', { location: 'aaaaaaaaaaaaaaaaaaaa' }, 'location', "doesn't belong to this location"],
    ['a location that is no id', { location: '../x' }, 'location', ''],
    ['a token with a line break', { token: 'pit-of-somebody\r\nx: y' }, 'token', ''],
  ])('%s is refused on its field', async (_, wrong, field, text) => {
    const refused = await desk.connecting(CONNECTOR, fields(wrong));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field }]);
    expect(refused.text).toContain(text);
  });

  test('without the scope it says which', async () => {
    fake.scopes.delete('locations/customFields.readonly');
    expect((await desk.connecting(CONNECTOR, fields())).text).toContain('lacks a scope');
  });
});

describe('a lead', () => {
  test('is a contact with a tag, and never loses the tags that it had', async () => {
    const id = await desk.connect(CONNECTOR, fields({ tag: 'from us' }));
    await desk.send('Ava');
    contacts()[0]!.tags = ['customer'];
    await desk.send('Ava');
    expect(contacts()).toMatchObject([
      {
        email: 'ava@example.com',
        tags: ['customer', 'from us'],
        fields: {
          firstName: 'Ava',
          lastName: 'Doe',
          address1: '1 Main St',
          city: 'Chicago',
          state: 'IL',
          postalCode: '60601',
          phone: '+13125550100',
        },
      },
    ]);
    expect(fake.calls.filter(({ path }) => path === '/contacts/upsert').every(({ text }) => !('tags' in JSON.parse(text)))).toBe(true);
    expect((await desk.log(id)).map(({ state, response }) => [state, response])).toEqual([
      ['delivered', expect.stringMatching(/^Contact \w+ updated, trace trace-\d+$/)],
      ['delivered', expect.stringMatching(/^Contact \w+ created, trace trace-\d+$/)],
    ]);
  });

  test('whose tag fails is tagged later without a second upsert', async () => {
    await desk.connect(CONNECTOR, fields({ tag: 'from us' }));
    fake.calls.length = 0;
    fake.plan(null, 'down');
    await desk.send('Ava');
    await desk.skipPauses();
    const [contact] = contacts();
    expect(fake.asked()).toEqual(['POST /contacts/upsert', `POST /contacts/${contact!.id}/tags`, `POST /contacts/${contact!.id}/tags`]);
    expect(contact!.tags).toEqual(['from us']);
  });

  test('whose answer was lost is there once', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.plan('lost');
    await desk.send('Ava');
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered', attempts: 2 }]);
    expect(fake.people()).toEqual(['ava@example.com']);
  });

  test('that GoHighLevel refuses is rejected in its words, and the others go on', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    await desk.send('B@d', 'Ava');
    expect(await desk.log(id)).toMatchObject([
      { state: 'delivered' },
      { state: 'rejected', response: 'HTTP 422 · email must be an email · trace trace-of-refusal' },
    ]);
  });

  test('brings the chosen custom fields, which are those of the location', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    const names = await desk.app.call('GET', `/api/integrations/${id}/field-names`, desk.client);
    expect(names.body.options).toMatchObject([{ value: '6dvNaf7VhkQ9snc5vnjJ', label: 'Page' }, { label: 'Visits' }]);
    const body = { name: '3sv6UEo51C9Bmpo1cKTq' };
    expect((await desk.app.call('PUT', `/api/integrations/${id}/fields/visits/name`, desk.client, { body })).status).toBe(200);
    await desk.send('Ava');
    expect(contacts()[0]!.fields['customFields']).toEqual([{ id: '3sv6UEo51C9Bmpo1cKTq', field_value: 1 }]);
  });
});

describe('limits', () => {
  test('of ten seconds are waited out as the headers say', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.plan('busy');
    await desk.send('Ava');
    expect(await desk.pause(id)).toBe(10);
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('of the day are asked about hourly', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.daily = 0;
    await desk.send('Ava');
    expect(await desk.pause(id)).toBe(3_600);
    expect(await desk.log(id)).toMatchObject([{ state: 'failed', response: expect.stringContaining('HTTP 429') }]);
  });
});

test('a token that was revoked holds the leads until another one is entered', async () => {
  const id = await desk.connect(CONNECTOR, fields());
  fake.key = 'the-second-token-of-this-location';
  await desk.send('Ava', 'Ben');
  expect(await desk.detail(id)).toMatchObject({
    state: 'reauthorise',
    held: 2,
    remedy: expect.stringContaining('Create a new private integration token'),
  });
  expect((await desk.change(id, CONNECTOR, fields())).status).toBe(200);
  await desk.app.settle();
  expect(fake.people().toSorted()).toEqual(['ava@example.com', 'ben@example.com']);
});

test('what was said of a token that was refused is over once another one is taken, and its form is offered as what it is for', async () => {
  const id = await desk.connect(CONNECTOR, fields());
  fake.key = 'the-third-token-of-this-location';
  await desk.app.call('POST', `/api/integrations/${id}/check`, desk.client);
  const refused = { state: 'reauthorise', last_result: expect.stringContaining('HTTP 401'), changes: '', renews: CONNECTOR };
  expect(await desk.detail(id)).toMatchObject(refused);
  expect((await desk.change(id, CONNECTOR, fields())).status).toBe(200);
  const works = { state: 'ok', last_result: expect.stringContaining('custom fields: 2'), changes: CONNECTOR, renews: '' };
  expect(await desk.detail(id)).toMatchObject(works);
});

test('whoever is erased is deleted there, and whom somebody has deleted already counts as erased', async () => {
  await desk.connect(CONNECTOR, fields());
  const [ava, ben] = await desk.send('Ava', 'Ben');
  await desk.erase(ava!, 'ava@example.com');
  expect(fake.people()).toEqual(['ben@example.com']);
  fake.contacts.clear();
  await desk.erase(ben!, 'ben@example.com');
  expect(await desk.erasures()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
});

test('the version of the API is what the process says', async () => {
  Object.assign(desk.app.kernel.config.services['gohighlevel']!, { version: 'v3' });
  try {
    expect((await desk.connecting(CONNECTOR, fields())).text).toContain('version header');
    expect(fake.calls[0]!.headers['version']).toBe('v3');
  } finally {
    Object.assign(desk.app.kernel.config.services['gohighlevel']!, { version: '2021-07-28' });
  }
});
