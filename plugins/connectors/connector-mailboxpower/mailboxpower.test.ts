import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { ConnectorTrial } from '../../../tests/support/connector-trial.ts';
import plugin from './index.ts';
import { MailboxPowerFake } from './mailboxpower.fake.ts';

conformance(plugin);

let trial: ConnectorTrial;
let fake: MailboxPowerFake;
beforeAll(async () => {
  fake = await new MailboxPowerFake().start();
  trial = await ConnectorTrial.open('connector-mailboxpower.contacts', { egressAllow: [fake.host] });
});
afterAll(async () => {
  await trial?.close();
  fake?.stop();
});
beforeEach(async () => {
  await trial.reset();
  fake.contacts.length = 0;
  fake.plan();
  fake.calls.length = 0;
  fake.key = 'mbp-key-123';
});
const given = (more: object = {}) => ({ origin: fake.origin, path: '/v1/contacts', header: 'APIKEY', key: 'mbp-key-123', ...more });

test('says on its card and on its page that the vendor has not confirmed it', async () => {
  const { data } = (await trial.app.call('GET', '/api/integrations', trial.client)).body as {
    data: { connector: string; summary: string }[];
  };
  expect(data.find(({ connector }) => connector === 'connector-mailboxpower.contacts')!.summary).toContain('ask MailboxPower support');
  const id = await trial.connect(given());
  expect(await trial.desk.detail(id)).toMatchObject({
    has_caution: true,
    caution: expect.stringContaining('ask MailboxPower support'),
    state: 'untested',
  });
});

test.each([
  [{ header: 'Host' }, 'header'],
  [{ header: 'Content-Length' }, 'header'],
  [{ header: 'X-Forwarded-For' }, 'header'],
  [{ header: 'A: b\r\nHost' }, 'header'],
  [{ key: 'abcd\r\nHost: x' }, 'key'],
  [{ path: '//evil.example/contacts' }, 'path'],
  [{ path: '@evil.example/' }, 'path'],
  [{ origin: 'https://10.0.0.1' }, 'origin'],
  [{ origin: 'https://example.com/?x=' }, 'origin'],
])('%j is refused', async (wrong, field) => {
  const { status, body } = await trial.ask(given(wrong));
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([{ field }]);
});

describe('a lead', () => {
  test('is a contact under the usual names, once for each person and address in any spelling', async () => {
    const id = await trial.connect(given());
    await trial.desk.send('Ada', 'Ben');
    await trial.desk.send('ADA', 'Cleo');
    expect(fake.contacts.map(({ first_name: name }) => name)).toEqual(['Ada', 'Ben', 'Cleo']);
    expect(fake.contacts[0]).toEqual({
      first_name: 'Ada',
      last_name: 'Doe',
      street: '1 Main St',
      city: 'Chicago',
      state: 'IL',
      postal_code: '60601',
      email: 'ada@example.com',
      phone: '+13125550100',
      company: 'Ünïcode "Ltd" 😀',
    });
    const log = await trial.log(id);
    expect(log.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'skipped', 'delivered']);
    expect(log[2]!.response).toContain('the same name and address has already arrived');
    expect(fake.calls).toHaveLength(3);
  });

  test('of a person whose first lead has not arrived is sent, and the first one is not sent after it', async () => {
    const id = await trial.connect(given());
    fake.plan('down');
    await trial.desk.send('Ada');
    await trial.app.kernel.platform.raw('update integrations_connection set rest_until = null');
    await trial.desk.send('Ada');
    await trial.desk.skipPauses();
    expect(fake.contacts).toHaveLength(1);
    expect((await trial.log(id)).map(({ state }) => state)).toEqual(['skipped', 'delivered']);
  });

  test('that arrived is sent again where a person asks for it, and 409 counts as arrived', async () => {
    const id = await trial.connect(given());
    await trial.desk.send('Ada');
    const { id: delivery } = (await trial.at(id, 'GET', '/deliveries')).body.data[0];
    await trial.at(id, 'POST', `/deliveries/${delivery}/replay`);
    await trial.app.settle();
    expect((await trial.log(id)).map(({ state, response }) => [state, response])).toEqual([
      ['delivered', expect.stringContaining('HTTP 201')],
      ['delivered', expect.stringContaining('HTTP 409')],
    ]);
  });

  test('another connection knows nothing of it', async () => {
    await trial.connect(given());
    await trial.connect(given({ name: 'Second' }));
    await trial.desk.send('Ada');
    expect(fake.calls.length).toBeGreaterThanOrEqual(2);
  });

  test('without a full address is refused here with the reason, and the connection goes on', async () => {
    const id = await trial.connect(given());
    const before = fake.calls.length;
    await trial.at(id, 'PUT', '/fields/zip', { sent: 'F' });
    await trial.desk.send('A', 'B', 'C', 'D', 'E', 'F');
    const log = await trial.log(id);
    expect(new Set(log.map(({ state }) => state))).toEqual(new Set(['rejected']));
    expect(log[0]!.response).toContain('mail needs a first and last name, street, city, state and ZIP code');
    expect(fake.calls).toHaveLength(before);
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'untested' });
  });

  test('is held while the key is wrong, and where nothing is at the path', async () => {
    const id = await trial.connect(given({ path: '/elsewhere' }));
    await trial.desk.send('Ada');
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'held' });
    fake.key = 'another';
    await trial.change(id, given());
    await trial.app.settle();
    expect(await trial.desk.detail(id)).toMatchObject({ state: 'reauthorise' });
    await trial.change(id, given({ key: 'another' }));
    await trial.app.settle();
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('has the body that the company wrote', async () => {
    const id = await trial.connect(given());
    await trial.at(id, 'PUT', '/template', { template: '{"contact":{"name":"{{firstName}} {{lastName}}"}}' });
    fake.plan({ status: 200 });
    await trial.desk.send('Ada');
    expect(fake.calls.at(-1)!.text).toBe('{"contact":{"name":"Ada Doe"}}');
  });
});
