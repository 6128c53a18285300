import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorDesk } from '../../../tests/support/connector-desk.ts';
import { HOST } from './api.ts';
import plugin from './index.ts';
import { SendGridFake } from './sendgrid.fake.ts';

conformance(plugin);

const CONNECTOR = 'connector-sendgrid.contacts';
let desk: ConnectorDesk;
let fake: SendGridFake;
beforeAll(async () => {
  fake = await new SendGridFake().start();
  desk = await ConnectorDesk.openFor(fake, HOST);
});
afterAll(async () => {
  await desk?.close();
  fake?.stop();
});
beforeEach(async () => {
  await desk.clear();
  fake.contacts.clear();
  fake.jobs.clear();
  fake.calls.length = 0;
  fake.trouble = () => null;
  fake.hasMarketing = true;
  fake.slowness = 0;
  fake.ends = 'completed';
  desk.app.clockOffset = 0;
});

const fields = (more: object = {}) => ({ key: fake.key, ...more });
const contacts = () => [...fake.contacts.values()];
const count = (what: string) => fake.asked().filter((call) => call.startsWith(what)).length;

describe('connecting', () => {
  test('reads the custom fields and finds the list on a later page, and writes nothing', async () => {
    const id = await desk.connect(CONNECTOR, fields({ list: 'Leads' }));
    expect(fake.asked()).toEqual(['GET /v3/marketing/field_definitions', 'GET /v3/marketing/lists', 'GET /v3/marketing/lists']);
    expect(await desk.detail(id)).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['a key that is not taken', { key: 'SG.of-somebody-else' }, 'key', "doesn't accept the API key"],
    ['a list that is not there', { list: 'leads' }, 'list', 'no list with this name'],
  ])('%s is refused on its field', async (_, wrong, field, text) => {
    const refused = await desk.connecting(CONNECTOR, fields(wrong));
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field }]);
    expect(refused.text).toContain(text);
  });

  test('a key without access to Marketing is told so', async () => {
    fake.hasMarketing = false;
    expect((await desk.connecting(CONNECTOR, fields())).text).toContain('no access to Marketing');
  });
});

describe('a lead', () => {
  test('is sent once, waits while SendGrid writes it, and is delivered when it has', async () => {
    const id = await desk.connect(CONNECTOR, fields({ list: 'Leads' }));
    fake.slowness = 2;
    await desk.send('Ava');
    expect(await desk.log(id)).toMatchObject([{ state: 'pending', attempts: 0, response: 'Accepted. SendGrid is adding the contact.' }]);
    expect(await desk.pause(id)).toBe(15);
    for (let look = 0; look < 3; look += 1) await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'delivered', response: expect.stringMatching(/^Import \S+ completed$/) }]);
    expect(count('PUT ')).toBe(1);
    expect(count('GET /v3/marketing/contacts/imports/')).toBe(3);
    expect(contacts()).toMatchObject([
      {
        fields: {
          email: 'ava@example.com',
          first_name: 'Ava',
          address_line_1: '1 Main St',
          state_province_region: 'IL',
          postal_code: '60601',
        },
      },
    ]);
    expect([...contacts()[0]!.lists]).toEqual(['ca1f4b2e-0000-4000-8000-000000000002']);
  });

  test('that is still being written holds up no other, and the connection works', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.slowness = 5;
    await desk.send('Ava', 'Ben', 'Cleo');
    expect(fake.people()).toHaveLength(3);
    expect(await desk.detail(id)).toMatchObject({ state: 'ok' });
  });

  test('that is looked at later and later is given up after a day, and can be sent again', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.slowness = 1_000;
    await desk.send('Ava');
    const pauses: number[] = [];
    for (const minutes of [2, 60, 23 * 60]) {
      desk.app.clockOffset = minutes * 60_000;
      await desk.skipPauses();
      pauses.push(Math.round(await desk.pause(id)));
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(60);
    expect(pauses[0]).toBeLessThan(900);
    expect(pauses.slice(1)).toEqual([900, 900]);
    desk.app.clockOffset = 25 * 3_600_000;
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'rejected', response: expect.stringContaining('within a day') }]);
  });

  test('whose import fails is rejected with what SendGrid counted', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    fake.ends = 'errored';
    await desk.send('Ava');
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([{ state: 'rejected', response: expect.stringContaining('errored_count') }]);
  });

  test('that SendGrid refuses is rejected in its words, and the others go on', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    await desk.send('B@d', 'Ava');
    await desk.skipPauses();
    expect(await desk.log(id)).toMatchObject([
      { state: 'delivered' },
      { state: 'rejected', response: 'HTTP 400: contacts[0].email: email is not valid' },
    ]);
  });

  test('with a longer name than SendGrid takes is there with the beginning of it', async () => {
    await desk.connect(CONNECTOR, fields());
    await desk.send('É'.repeat(60));
    expect(contacts()).toMatchObject([{ fields: { first_name: 'É'.repeat(50) } }]);
  });

  test('brings the chosen custom fields by their ids', async () => {
    const id = await desk.connect(CONNECTOR, fields());
    const names = await desk.app.call('GET', `/api/integrations/${id}/field-names`, desk.client);
    expect(names.body.options).toEqual([
      { value: 'w1', label: 'page' },
      { value: 'w2', label: 'visits' },
    ]);
    await desk.app.call('PUT', `/api/integrations/${id}/fields/visits/name`, desk.client, { body: { name: 'w2' } });
    await desk.send('Ava');
    expect(contacts()[0]!.fields['custom_fields']).toEqual({ w2: 1 });
  });

  test('whose answer was lost is there once', async () => {
    await desk.connect(CONNECTOR, fields());
    fake.plan('lost');
    await desk.send('Ava');
    for (let look = 0; look < 2; look += 1) await desk.skipPauses();
    expect(fake.people()).toEqual(['ava@example.com']);
  });
});

test('a limit is waited out until the moment that the headers name', async () => {
  const id = await desk.connect(CONNECTOR, fields());
  fake.plan('busy');
  await desk.send('Ava');
  expect(await desk.pause(id)).toBeGreaterThan(1);
  expect(await desk.pause(id)).toBeLessThanOrEqual(7);
  expect(await desk.log(id)).toMatchObject([{ state: 'failed', response: 'HTTP 429: too many requests' }]);
});

test('a list that was renamed holds the leads until another one is entered', async () => {
  const id = await desk.connect(CONNECTOR, fields({ list: 'Leads' }));
  const [, second] = fake.lists;
  second!.name = 'Renamed';
  try {
    await desk.send('Ava');
    expect(await desk.detail(id)).toMatchObject({ state: 'held', held: 1, remedy: expect.stringContaining('no list with this name') });
    await desk.change(id, CONNECTOR, fields({ list: 'Renamed' }));
    await desk.app.settle();
    expect(fake.people()).toEqual(['ava@example.com']);
  } finally {
    second!.name = 'Leads';
  }
});

test('a test lead that SendGrid took counts as taken', async () => {
  const id = await desk.connect(CONNECTOR, fields());
  const tested = await desk.app.call('POST', `/api/integrations/${id}/test`, desk.client);
  expect(tested.body).toMatchObject({ ok: true, response: 'Accepted. SendGrid is adding the contact.' });
});

test('whoever is erased is found by their address and deleted, and whoever is not there counts as erased', async () => {
  await desk.connect(CONNECTOR, fields());
  const [ava, ben] = await desk.send('Ava', 'Ben');
  await desk.skipPauses();
  await desk.erase(ava!, 'ava@example.com');
  expect(fake.people()).toEqual(['ben@example.com']);
  fake.contacts.clear();
  await desk.erase(ben!, 'ben@example.com');
  expect(await desk.erasures()).toMatchObject([
    { state: 'done', response: 'Deleted 0' },
    { state: 'done', response: 'Deleted 1' },
  ]);
});
