import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { conformance } from '../../../core/testing/conformance.ts';
import { type Received, Receiver } from '../integrations/receiver.fake.ts';
import { ConnectorTrial } from '../../../tests/support/connector-trial.ts';
import plugin from './index.ts';

// What its calls end with is tested with the deliveries of `integrations`.
conformance(plugin);

let trial: ConnectorTrial;
let other: Receiver;
beforeAll(async () => {
  other = await Receiver.start();
  trial = await ConnectorTrial.open('connector-webhook.webhook', { egressAllow: [other.host] });
});
afterAll(async () => {
  await trial?.close();
  other?.stop();
});
beforeEach(async () => {
  await trial.reset();
  other.received.length = 0;
});
const given = (more: object = {}) => ({ url: other.url('/hook'), ...more });
const last = (): Received => other.received.at(-1)!;

/** Verifies as the specification of Standard Webhooks tells receivers to: one of the signatures has to fit. */
function verified({ headers, body }: Received, secret: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}

describe('a new secret', () => {
  const secretOf = async (id: number) => (await trial.at(id, 'GET', '/secret')).body.secret as string;

  test('is used beside the old one for a day, and the one before no more', async () => {
    const id = await trial.connect(given());
    const first = await secretOf(id);
    await trial.at(id, 'POST', '/secret');
    const second = await secretOf(id);
    await trial.desk.send('Ada');
    expect([verified(last(), first), verified(last(), second)]).toEqual([true, true]);
    expect(await trial.desk.detail(id)).toMatchObject({ has_old_secret: true, old_secret_until: expect.stringMatching(/\d/) });
    await trial.at(id, 'DELETE', '/secret');
    await trial.at(id, 'POST', '/secret');
    const third = await secretOf(id);
    await trial.desk.send('Ben');
    expect([first, second, third].map((secret) => verified(last(), secret))).toEqual([false, true, true]);
    trial.app.clockOffset = 25 * 3_600_000;
    await trial.desk.send('Cleo');
    expect([second, third].map((secret) => verified(last(), secret))).toEqual([false, true]);
    expect(await trial.desk.detail(id)).toMatchObject({ has_old_secret: false });
  });

  test('that is asked for twice does not end the one that the other system knows', async () => {
    const id = await trial.connect(given());
    const known = await secretOf(id);
    await trial.at(id, 'POST', '/secret');
    await trial.at(id, 'POST', '/secret');
    await trial.desk.send('Ada');
    expect([verified(last(), known), verified(last(), await secretOf(id))]).toEqual([true, true]);
  });

  test('can be the only one at once, and what ended is not kept', async () => {
    const id = await trial.connect(given());
    const first = await secretOf(id);
    await trial.at(id, 'POST', '/secret');
    expect((await trial.at(id, 'DELETE', '/secret/old', undefined, trial.sibling)).status).toBe(404);
    expect((await trial.at(id, 'DELETE', '/secret/old')).body.message).toBe('The old secret is no longer used.');
    await trial.desk.send('Ada');
    expect(verified(last(), first)).toBe(false);
    const [row] = await trial.app.kernel.platform('integrations_connection').where({ id });
    expect(Object.keys(row.secrets)).toEqual(['secret']);
  });

  test('leaves nothing of the old one after its day', async () => {
    const id = await trial.connect(given());
    await trial.at(id, 'POST', '/secret');
    await trial.app.kernel.platform.raw(`update integrations_connection set replaced_until = now() - interval '1 minute'`);
    await trial.app.tick('integrations.forget');
    const [row] = await trial.app.kernel.platform('integrations_connection').where({ id });
    expect([Object.keys(row.secrets), row.replaced_until]).toEqual([['secret'], null]);
  });
});

describe('headers', () => {
  test('of the company go along, the key sealed', async () => {
    const id = await trial.connect(
      given({ keyHeader: 'Authorization', key: 'Bearer top-secret', headers: 'X-Source: leads\n\nx-team:  west ' }),
    );
    await trial.desk.send('Ada');
    expect(last().headers).toMatchObject({ authorization: 'Bearer top-secret', 'x-source': 'leads', 'x-team': 'west' });
    for (const path of ['', '/settings', '/deliveries']) expect((await trial.at(id, 'GET', path)).text).not.toContain('top-secret');
    const [row] = await trial.app.kernel.platform('integrations_connection').where({ id });
    expect(JSON.stringify(row)).not.toContain('top-secret');
    await trial.change(id, given({ keyHeader: 'none' }));
    await trial.desk.send('Ben');
    expect(last().headers.authorization).toBeUndefined();
    await trial.change(id, given({ keyHeader: 'X-Api-Key' }));
    await trial.desk.send('Cleo');
    expect(last().headers['x-api-key']).toBe('Bearer top-secret');
  });

  test('that the other end repeats do not bring the key into the log', async () => {
    const id = await trial.connect(given({ keyHeader: 'Api-Key', key: 'abc-secret-key' }));
    other.plan('/hook', { status: 500, body: 'bad key abc-secret-key' }, 200);
    await trial.desk.send('Ada');
    expect((await trial.log(id))[0]!.response).toBe('HTTP 500: bad key •••');
  });

  test.each([
    'Host: evil.example',
    'Authorization: Bearer x',
    'Content-Length: 5',
    'Transfer-Encoding: chunked',
    'Cookie: a=b',
    'webhook-id: mine',
    'X-Forwarded-For: 127.0.0.1',
    'x-original-url: /admin',
    'X-HTTP-Method-Override: DELETE',
    'X-Good: a\rHost: evil.example',
    'X-Good : spaced\tvalue',
    'X Good: a',
    'no colon',
    ': empty',
    'X-A: 1\nx-a: 2',
    Array.from({ length: 21 }, (_, n) => `X-${n}: a`).join('\n'),
  ])('%j is refused', async (headers) => {
    const { status, body } = await trial.ask(given({ headers }));
    expect([status, body.errors?.[0].field]).toEqual([422, 'headers']);
  });

  test.each([
    [{ keyHeader: 'Host', key: 'x' }, 'keyHeader'],
    [{ keyHeader: 'Authorization' }, 'key'],
    [{ keyHeader: 'Authorization', key: 'a\r\nHost: x' }, 'key'],
  ])('%j is refused', async (more, field) => {
    const { status, body } = await trial.ask(given(more));
    expect([status, body.errors?.[0].field]).toEqual([422, field]);
  });
});

describe('an own payload', () => {
  const template = JSON.stringify({ event: 'new', person: { mail: '{{email}}', seen: '{{visits}}' }, tags: ['web', '{{phone?}}'] });
  const put = (id: number, text: string, who = trial.client) => trial.at(id, 'PUT', '/template', { template: text }, who);
  const preview = async (id: number, text: string) => (await trial.at(id, 'POST', '/template/preview', { template: text })).body;

  test('is sent in place of the standard one, signed, and so is what a test sends', async () => {
    const id = await trial.connect(given());
    const secret = (await trial.at(id, 'GET', '/secret')).body.secret as string;
    expect((await trial.at(id, 'GET', '/template')).body).toMatchObject({
      own: false,
      template: expect.stringContaining('"email": "{{email}}"'),
    });
    expect((await put(id, template)).status).toBe(200);
    await trial.desk.send('Ada');
    expect(JSON.parse(last().body)).toEqual({ event: 'new', person: { mail: 'ada@example.com', seen: 1 }, tags: ['web', '+13125550100'] });
    expect(verified(last(), secret)).toBe(true);
    await trial.at(id, 'POST', '/test');
    expect(last().body).toContain('test.lead@example.com');
    expect((await trial.at(id, 'GET', '/sample')).body.text).toBe((await preview(id, template)).text);
    await trial.at(id, 'DELETE', '/template');
    await trial.desk.send('Ben');
    expect(JSON.parse(last().body)).toMatchObject({ type: 'lead.created', data: { firstName: 'Ben' } });
  });

  test('is previewed with a made-up lead, or with what is wrong and where', async () => {
    const id = await trial.connect(given());
    expect(JSON.parse((await preview(id, template)).text)).toMatchObject({ person: { mail: 'test.lead@example.com', seen: 3 } });
    expect(await preview(id, '{\n  "a": "{{emial}}"\n}')).toMatchObject({
      text: '',
      fault: 'Line 2, column 9: there is no field "emial".',
    });
    const refused = await put(id, '{"a": 1');
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'template', message: 'Line 1, column 8: a closing brace is missing.' }],
    ]);
    expect((await trial.at(id, 'GET', '/template')).body.own).toBe(false);
  });

  test('holds nothing that is not sent: it stays empty, and the preview says so', async () => {
    const id = await trial.connect(given());
    await trial.at(id, 'PUT', '/fields/email', { sent: 'F' });
    expect(await preview(id, template)).toMatchObject({ unsent: ['E-mail'] });
    await put(id, template);
    await trial.desk.send('Ada');
    expect(JSON.parse(last().body).person).toEqual({ mail: null, seen: 1 });
    expect(last().body).not.toContain('ada@');
    expect((await preview(id, '{"a":"{{price}}"}')).unsent).toEqual(['Price']);
  });

  test('knows no field of the platform, of the connection or of others', async () => {
    const id = await trial.connect(given({ keyHeader: 'Authorization', key: 'top-secret' }));
    for (const field of ['secret', 'key', 'auth.key', 'companyId', 'constructor', '__proto__', 'tenant', 'retailCents'])
      expect((await put(id, `{"a":"{{${field}}}"}`)).status).toBe(422);
  });

  test('that is too large is refused: as it is written, and once it is filled in', async () => {
    const id = await trial.connect(given());
    expect((await put(id, `"${'x'.repeat(20_001)}"`)).status).toBe(422);
    const many = `[${Array.from({ length: 1_300 }, () => '"{{company}}"').join()}]`;
    expect((await put(id, many)).status).toBe(200);
    await trial.app.kernel.platform('integrations_connection').where({ id }).update({ name: 'Big' });
    await trial.desk.send('Ada');
    expect(await trial.log(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('belongs to its company, and to connectors that take one', async () => {
    const id = await trial.connect(given());
    for (const stranger of [trial.sibling, trial.app.fixtures.a.owner, trial.app.fixtures.b.owner]) {
      expect((await put(id, template, stranger)).status).toBe(404);
      expect((await trial.at(id, 'GET', '/template', undefined, stranger)).status).toBe(404);
      expect((await trial.at(id, 'POST', '/template/preview', { template }, stranger)).status).toBe(404);
    }
    const { body } = await trial.app.call('POST', '/api/integrations/connect/connector-zapier.catch-hook', trial.client, {
      body: { url: 'https://hooks.zapier.com/hooks/catch/1/a/' },
    });
    expect((await put(body.id, template)).status).toBe(404);
  });
});

describe('a custom-integration lookup', () => {
  const company = () => trial.client.tenant.id;
  const look = (path: string, who = trial.client) => trial.app.call('GET', `/api/custom-integrations${path}`, who);

  test('lists those of the company and answers one of them, without what is sealed', async () => {
    const id = await trial.connect(given({ name: 'Own', keyHeader: 'Authorization', key: 'top-secret', headers: 'X-Source: leads' }));
    const listed = await look(`?company_id=${company()}`);
    expect(listed.body).toEqual({
      data: [
        {
          integration_id: id,
          company_id: company(),
          name: 'Own',
          url: other.url('/hook'),
          enabled: 'T',
          status: 'untested',
          created_at: expect.any(String),
        },
      ],
    });
    const one = await look(`/detail?company_id=${company()}&integration_id=${id}`);
    expect(one.body).toMatchObject({ integration_id: id, key_header: 'Authorization', headers: 'X-Source: leads', payload: null });
    expect(listed.text + one.text).not.toMatch(/top-secret|whsec_/);
  });

  test("fails with 'error' without company_id, or without integration_id for a single one, and for anything of somebody else", async () => {
    const id = await trial.connect(given());
    const theirs = trial.sibling.tenant.id;
    for (const [path, who] of [
      ['', trial.client],
      ['?company_id=', trial.client],
      ['?company_id=x', trial.client],
      [`?company_id=${theirs}`, trial.client],
      [`?company_id=${company()}`, trial.sibling],
      [`?company_id=${company()}`, trial.app.fixtures.a.owner],
      ['/detail', trial.client],
      [`/detail?company_id=${company()}`, trial.client],
      [`/detail?company_id=${company()}&integration_id=`, trial.client],
      [`/detail?company_id=${company()}&integration_id=0${id}`, trial.client],
      [`/detail?integration_id=${id}`, trial.client],
      [`/detail?company_id=${theirs}&integration_id=${id}`, trial.sibling],
      [`/detail?company_id=${company()}&integration_id=999999`, trial.client],
    ] as const) {
      const { status, body } = await look(path, who);
      expect([status, body.result, body.message], path).toEqual([422, 'error', 'error']);
    }
  });
});
