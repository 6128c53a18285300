import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { leadsFake } from '../../plugins/connectors/integrations/leads.fake.ts';
import { Receiver } from '../../plugins/connectors/integrations/receiver.fake.ts';
import { starter } from '../../plugins/connectors/declarative-connectors/documents/starter.ts';

type Any = Record<string, any>;
let app: TestApp;
let other: Receiver;
let outside: Receiver;
beforeAll(async () => {
  [other, outside] = [await Receiver.start(), await Receiver.start()];
  app = await startTestApp({ plugins: [leadsFake], config: { egressAllow: [other.host] } });
});
afterAll(async () => {
  await app?.close();
  other?.stop();
  outside?.stop();
});
beforeEach(async () => {
  await app.kernel.platform('integrations_connection').delete();
  other.received.length = 0;
  for (const rate of ['integrations.test', 'integrations.connect'])
    await app.kernel.limiter.clear(app.kernel.registry.rates.get(rate)!.def, String(app.fixtures.a.clients[0]!.tenant.id));
});

const client = () => app.fixtures.a.clients[0]!.user;
const operator = () => app.fixtures.operator;
const asOperator = (method: string, path: string, body?: object) =>
  app.call(method, `/api/connector-documents${path}`, operator(), body ? { body } : {});
const connect = async (name: string, fields: object): Promise<number> => {
  const { status, body } = await app.call('POST', `/api/integrations/declared/${name}`, client(), { body: fields });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id as number;
};
const leads = async (...names: string[]): Promise<void> => {
  await app.call('POST', '/api/leads-fake/make', app.fixtures.a.owner, {
    body: { companyId: app.fixtures.a.clients[0]!.tenant.id, names },
  });
  await app.settle();
};
const log = async (id: number): Promise<Any[]> =>
  (await app.call('GET', `/api/integrations/${id}/deliveries`, client())).body.data as Any[];
const detail = async (id: number): Promise<Any> => (await app.call('GET', `/api/integrations/${id}`, client())).body as Any;
const cards = async (): Promise<Any[]> => (await app.call('GET', '/api/integrations', client())).body.data as Any[];

/** The news of a publication has come to this process. */
const heard = (): Promise<void> => app.kernel.published.refresh();

/** A document that calls the server of these tests. */
function crm(id: string, change: (document: Any) => void = () => undefined): string {
  const document = JSON.parse(starter(id).replaceAll('https://api.example.com', `http://${other.host}`)) as Any;
  document['egress'] = [other.host];
  change(document);
  return JSON.stringify(document, null, 2);
}
async function saved(id: string, text: string): Promise<void> {
  const { body, status } = await asOperator('GET', `/${id}`);
  if (status === 404) await asOperator('POST', '', { document: id });
  const answer = await asOperator('PUT', `/${id}/draft`, { text, edits: status === 404 ? 0 : body.edits });
  expect(answer).toMatchObject({ status: 200 });
}
/** The draft that is there now. */
const publish = async (id: string) => asOperator('POST', `/${id}/publish`, { edits: (await asOperator('GET', `/${id}`)).body.edits });
async function published(id: string, text: string): Promise<void> {
  await saved(id, text);
  expect(await publish(id)).toMatchObject({ status: 200 });
  await heard();
}

describe('Slack', () => {
  const hook = '/services/T0/B0/secret-part';
  test('gets the name and the campaign of a lead, and nothing else before somebody chose it', async () => {
    const id = await connect('slack-alerts', { url: other.url(hook) });
    await leads('Ann');
    const [call] = other.at(hook);
    expect(call!.body).toContain('Ann Doe');
    for (const kept of ['ann@example.com', '+13125550100', 'Chicago', 'code']) expect(call!.body).not.toContain(kept);
    await app.call('PUT', `/api/integrations/${id}/fields/email`, client(), { body: { sent: 'T' } });
    await leads('Ben');
    expect(other.at(hook)[1]!.body).toContain('E-mail: ben@example.com');
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  test('reads a name as text, not as markup', async () => {
    await connect('slack-alerts', { url: other.url(hook) });
    await leads('<!channel>');
    const { text, blocks } = JSON.parse(other.at(hook)[0]!.body) as Any;
    expect(text).toContain('&lt;!channel&gt;');
    expect(JSON.stringify(blocks)).not.toContain('mrkdwn');
  });

  test.each([
    [{ status: 400, body: 'invalid_payload' }, 'rejected', 'ok', ''],
    [{ status: 404, body: 'no_service' }, 'held', 'reauthorise', 'Create a new incoming webhook in Slack and enter its URL.'],
    [
      { status: 410, body: 'channel_is_archived' },
      'held',
      'held',
      'The channel was archived in Slack. Unarchive it, or enter the webhook URL of another channel.',
    ],
    [
      { status: 403, body: 'action_prohibited' },
      'held',
      'held',
      'A Slack administrator has restricted posting to this channel. Ask them to allow the app, or use another channel.',
    ],
    [{ status: 429, body: 'rate_limited', headers: { 'retry-after': '30' } }, 'failed', 'untested', ''],
    [{ status: 500, body: 'rollup_error' }, 'failed', 'untested', ''],
  ])('that answers %j', async (reply, state, connection, remedy) => {
    other.plan(hook, reply);
    const id = await connect('slack-alerts', { url: other.url(hook) });
    await leads('Ann');
    other.plan(hook, 200);
    expect((await log(id))[0]).toMatchObject({ state, response: expect.stringContaining(reply.body) });
    expect(await detail(id)).toMatchObject({ remedy, ...(connection === 'ok' ? {} : { state: connection }) });
    expect(JSON.stringify([await log(id), await detail(id)])).not.toContain('secret-part');
  });

  test('is called under its own address alone', async () => {
    for (const url of [
      other.url('/hooks/x'),
      'https://evil.example/services/a',
      'https://hooks.slack.com.evil.example/services/a',
      'http://hooks.slack.com/services/a',
    ]) {
      const { status, body } = await app.call('POST', '/api/integrations/declared/slack-alerts', client(), { body: { url } });
      expect({ url, status, field: body.errors[0].field }).toEqual({ url, status: 422, field: 'url' });
    }
  });
});

describe('Microsoft Teams', () => {
  test('gets an adaptive card', async () => {
    const id = await connect('teams-alerts', { url: other.url('/powerautomate/workflows/1?sig=secret-sig') });
    other.plan('/powerautomate/workflows/1?sig=secret-sig', 202);
    await leads('Ann');
    const [call] = other.at('/powerautomate/workflows/1?sig=secret-sig');
    const { type, attachments } = JSON.parse(call!.body) as Any;
    expect({ type, kind: attachments[0].contentType, card: attachments[0].content.type }).toEqual({
      type: 'message',
      kind: 'application/vnd.microsoft.card.adaptive',
      card: 'AdaptiveCard',
    });
    expect(call!.body).toContain('New lead: Ann Doe');
    expect(call!.body).not.toContain('ann@example.com');
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' });
  });

  test.each([
    [{ status: 200, body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429' }, 'failed'],
    [{ status: 400, body: '{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"off"}}' }, 'held'],
    [{ status: 404, body: '{"error":{"code":"WorkflowNotFound","message":"gone"}}' }, 'held'],
    [{ status: 429, body: '', headers: { 'retry-after': '5' } }, 'failed'],
  ])('that answers %j', async (reply, state) => {
    const id = await connect('teams-alerts', { url: other.url('/teams') });
    other.plan('/teams', reply);
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state });
  });
});

describe('a document', () => {
  test('is a connector once it is published: card, form, test, steps, reference, erasing', async () => {
    await saved('acme', crm('acme'));
    expect((await cards()).map(({ connector }) => connector)).not.toContain('declarative-connectors.acme');
    await published('acme', crm('acme'));
    expect(await cards()).toContainEqual(
      expect.objectContaining({ connector: 'declarative-connectors.acme', title: 'Example', summary: 'Send each new lead to Example.' }),
    );
    const form = (await app.call('GET', '/api/ui/forms/declarative-connectors.acme-connect', client())).body;
    expect(form.schema.properties.key).toMatchObject({ title: 'API key', maxLength: 300 });
    const arabic = await app.call('GET', '/api/ui/forms/declarative-connectors.acme-connect', client(), {
      headers: { 'accept-language': 'ar' },
    });
    expect(arabic.body.schema.properties.key.title).toBe('مفتاح API');
    other.plan('/me', 401);
    const refused = await app.call('POST', '/api/integrations/declared/acme', client(), { body: { key: 'wrong-key' } });
    expect(refused).toMatchObject({ status: 422 });
    other.plan('/me', 200);
    other.plan('/contacts', { status: 201, body: '{"id":"c-1"}' });
    const id = await connect('acme', { key: 'good-key' });
    await leads('Ann');
    expect(other.at('/contacts')[0]).toMatchObject({
      headers: { authorization: 'Bearer good-key' },
      body: '{"email":"ann@example.com","name":"Ann Doe"}',
    });
    expect((await log(id))[0]).toMatchObject({ state: 'delivered', ref: 'c-1' });
  });

  test.each([{ name: 'x', key: 'k', more: 1 }, { key: ['k'] }, {}, { key: '' }])('refuses %j as credentials', async (fields) => {
    await published('acme', crm('acme'));
    expect(await app.call('POST', '/api/integrations/declared/acme', client(), { body: fields })).toMatchObject({ status: 422 });
    expect(other.received).toEqual([]);
  });

  test('with faults is kept as a draft, and not published', async () => {
    await saved(
      'faulty',
      crm('faulty', (document) => (document['actions'].add.steps[0].url = 'https://evil.example/')),
    );
    const answer = await publish('faulty');
    expect(answer).toMatchObject({ status: 422, body: { code: 'declarative-connectors.has-faults' } });
    expect(answer.body.detail).toContain('evil.example is not in egress');
    await saved('faulty', crm('acme'));
    const foreign = await publish('faulty');
    expect(foreign).toMatchObject({ status: 422, body: { code: 'declarative-connectors.has-faults' } });
    expect(foreign.body.detail).toContain('Line 3: The ID of a connector cannot be changed. It must be faulty.');
    expect((await asOperator('GET', '/faulty')).body.faults).toBe(1);
  });

  test('of another id has a fault at its id, beside its other faults', async () => {
    const check = async (text: string, document?: string) => (await asOperator('POST', '/check', { text, document })).body.faults as Any[];
    expect(await check(crm('acme'), 'beta')).toMatchObject([
      { line: 3, pointer: '/id', message: expect.stringContaining('It must be beta.') },
    ]);
    expect(
      (
        await check(
          crm('acme', (d) => delete d['egress']),
          'beta',
        )
      )
        .map(({ pointer }) => pointer)
        .sort(),
    ).toEqual(['', '/id'].sort());
    expect(await check(crm('acme'), 'acme')).toEqual([]);
    expect(await check(crm('acme'))).toEqual([]);
  });

  test('of two who change it at once one is told', async () => {
    await saved('shared', crm('shared'));
    const { edits } = (await asOperator('GET', '/shared')).body;
    expect(
      await asOperator('PUT', '/shared/draft', { text: crm('shared', (d) => (d['rate'] = { calls: 1, seconds: 1 })), edits }),
    ).toMatchObject({ status: 200 });
    expect(await asOperator('PUT', '/shared/draft', { text: crm('shared'), edits })).toMatchObject({ status: 409 });
  });

  test('is published as it was seen: another draft, or none named, is refused', async () => {
    await saved('seen', crm('seen'));
    const { edits } = (await asOperator('GET', '/seen')).body;
    await saved(
      'seen',
      crm('seen', (document) => (document['title'].en = 'Second')),
    );
    expect(await asOperator('POST', '/seen/publish', { edits })).toMatchObject({
      status: 409,
      body: { code: 'declarative-connectors.another-draft' },
    });
    expect(await asOperator('POST', '/seen/publish', {})).toMatchObject({ status: 422 });
    expect((await asOperator('GET', '/seen/versions')).body.data).toEqual([]);
    expect(await publish('seen')).toMatchObject({ status: 200 });
  });

  test('that is still the example is not published, however it is laid out', async () => {
    await asOperator('POST', '', { document: 'untouched' });
    const refused = { status: 422, body: { code: 'declarative-connectors.only-example' } };
    expect(await publish('untouched')).toMatchObject(refused);
    await saved('untouched', JSON.stringify(JSON.parse(starter('untouched'))));
    expect(await publish('untouched')).toMatchObject(refused);
    await saved('untouched', starter('untouched').replaceAll('Example', 'Acme'));
    expect(await publish('untouched')).toMatchObject({ status: 200 });
  });

  test('has versions: compared, published again, taken back, each in the log', async () => {
    await published('versions', crm('versions'));
    await saved(
      'versions',
      crm('versions', (document) => (document['title'].en = 'Second')),
    );
    expect((await asOperator('GET', '/versions/changes')).body.text).toMatch(/^-.*"Example"[\s\S]*^\+.*"Second"/m);
    await publish('versions');
    await heard();
    const card = async () => (await cards()).find(({ connector }) => connector === 'declarative-connectors.versions');
    expect(await card()).toMatchObject({ title: 'Second' });
    expect((await asOperator('GET', '/versions/versions')).body.data).toMatchObject([
      { version: 2, state: 'current', published_by: expect.stringMatching(/./) },
      { version: 1, state: 'earlier' },
    ]);
    await asOperator('POST', '/versions/versions/1/publish');
    await heard();
    expect(await card()).toMatchObject({ title: 'Example' });
    await asOperator('POST', '/versions/unpublish');
    await heard();
    expect(await card()).toBe(undefined);
    const rows = await app.kernel.platform('core_audit').where({ target: 'versions' }).orderBy('id').pluck('action');
    expect(rows.filter((action: string) => action !== 'declarative-connectors.drafted')).toEqual(
      ['published', 'published', 'published', 'withdrawn'].map((action) => `declarative-connectors.${action}`),
    );
  });

  test('that asks for a further field leaves connections working until they are asked for it, and holds their leads', async () => {
    other.plan('/me', 200);
    other.plan('/contacts', { status: 201, body: '{"id":"c-1"}' });
    await published('growing', crm('growing'));
    const id = await connect('growing', { key: 'good-key' });
    const grown = crm('growing', (document) => (document['fields'].list = { label: { en: 'List', ar: 'قائمة' }, type: 'text' }));
    await saved('growing', grown);
    expect((await publish('growing')).body.message).toBe('Version 2 is published. 1 connection has to fill in a new field.');
    expect(await detail(id)).toMatchObject({ state: 'reauthorise', remedy: expect.stringContaining('asks for more details') });
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state: 'held' });
    expect(other.at('/contacts')).toEqual([]);
    const change = await app.call('PUT', `/api/integrations/${id}/declared/growing`, client(), { body: { name: 'Mine', list: 'a' } });
    expect(change).toMatchObject({ status: 200 });
    await app.settle();
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' });
  });

  test('that is unpublished holds leads, which go out when it is back', async () => {
    other.plan('/contacts', { status: 201, body: '{"id":"c-1"}' });
    await published('leaving', crm('leaving'));
    const id = await connect('leaving', { key: 'good-key' });
    await asOperator('POST', '/leaving/unpublish');
    await heard();
    await leads('Ann');
    expect(await detail(id)).toMatchObject({ state: 'gone', held: 1 });
    await asOperator('POST', '/leaving/versions/1/publish');
    await heard();
    await app.settle();
    expect((await log(id))[0]).toMatchObject({ state: 'delivered' });
  });

  test('is written by operators alone', async () => {
    for (const who of [client(), app.fixtures.a.owner]) {
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/slack-alerts'],
        ['POST', '', { document: 'mine' }],
        ['PUT', '/slack-alerts/draft', { text: 'x', edits: 0 }],
        ['POST', '/slack-alerts/unpublish'],
        ['POST', '/check', { text: 'x' }],
      ] as const)
        expect((await app.call(method, `/api/connector-documents${path}`, who, body ? { body } : {})).status).toBe(403);
    }
  });
});

describe('a hostile document or server', () => {
  const hook = (id: string, change: (document: Any) => void): string =>
    crm(id, (document) => {
      document['egress'] = ['*'];
      document['fields'] = { url: { label: { en: 'URL', ar: 'رابط' }, type: 'url', secret: true } };
      document['test'] = null;
      Object.assign(document['actions'].add.steps[0], { url: '{{ auth.url }}', headers: {} });
      change(document);
    });

  test('reaches no host but those of egress, by a field or a redirect', async () => {
    await published(
      'away',
      hook('away', () => undefined),
    );
    for (const url of [outside.url('/x'), 'https://127.0.0.1/', 'https://169.254.169.254/latest', 'https://localhost/'])
      expect(await app.call('POST', '/api/integrations/declared/away', client(), { body: { url } })).toMatchObject({ status: 422 });
    other.plan('/redirect', { status: 302, headers: { location: outside.url('/taken') } });
    const id = await connect('away', { url: other.url('/redirect') });
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state: 'held' });
    expect(outside.received).toEqual([]);
  });

  test('gets no value into another part of the address', async () => {
    await published(
      'parts',
      crm('parts', (document) => (document['actions'].add.steps[0].url = `http://${other.host}/contacts/{{ lead.firstName }}`)),
    );
    await connect('parts', { key: 'good-key' });
    await leads('../me?x=1#@evil.example/');
    expect(other.received.at(-1)!.path).toBe('/contacts/..%2Fme%3Fx%3D1%23%40evil.example%2F');
    other.received.length = 0;
    await leads('..');
    expect(other.received).toEqual([]);
  });

  test.each([
    ['no JSON', { status: 200, body: '<html>' }, 'failed'],
    ['a gigantic answer', { status: 200, body: `{"id":"${'x'.repeat(2_000_000)}"}` }, 'failed'],
    ['an object for a text', { status: 200, body: '{"id":{"a":1}}' }, 'failed'],
    ['a prototype', { status: 200, body: '{"__proto__":{"id":"x"}}' }, 'failed'],
    ['nesting', { status: 200, body: '['.repeat(200_000) }, 'failed'],
    ['the secret', { status: 200, body: '{"id":"good-key"}' }, 'held'],
  ])('that answers with %s harms its own delivery alone', async (_, reply, state) => {
    await published('garbage', crm('garbage'));
    other.plan('/contacts', reply);
    const id = await connect('garbage', { key: 'good-key' });
    const fine = await connect('slack-alerts', { url: other.url('/services/fine') });
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state, ref: '' });
    expect((await log(fine))[0]).toMatchObject({ state: 'delivered' });
    expect(JSON.stringify(await log(id))).not.toContain('good-key');
    expect(JSON.stringify(await app.kernel.platform('integrations_delivery').select('steps', 'response', 'ref'))).not.toContain('good-key');
  });

  test('repeats no secret in notes', async () => {
    await published(
      'telling',
      crm('telling', (document) => (document['answers'] = [{ status: ['400'], then: 'reject', note: '/why' }])),
    );
    other.plan('/contacts', { status: 400, body: '{"why":"bad key good-key"}' });
    const id = await connect('telling', { key: 'good-key' });
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state: 'rejected', response: 'HTTP 400: bad key •••' });
  });
});

describe('an answer that a rule puts into words only', () => {
  test.each([
    [400, 'rejected', 'ok'],
    [401, 'held', 'reauthorise'],
    [403, 'held', 'reauthorise'],
    [402, 'held', 'held'],
    [408, 'failed', 'untested'],
    [429, 'failed', 'untested'],
  ])('ends as the status %i says', async (status, state, connection) => {
    await published(
      'worded',
      crm('worded', (document) => {
        document['test'] = null;
        document['remedies'] = { upgrade: { en: 'Upgrade the plan.', ar: 'قم بترقية الخطة.' } };
        document['answers'] = [
          { status: ['402'], remedy: 'upgrade', note: '/error/message' },
          { status: ['4xx'], note: '/error/message' },
        ];
      }),
    );
    other.plan('/contacts', { status, body: '{"error":{"message":"in its own words"}}' });
    const id = await connect('worded', { key: 'good-key' });
    await leads('Ann');
    expect((await log(id))[0]).toMatchObject({ state, response: `HTTP ${status}: in its own words` });
    expect(await detail(id)).toMatchObject({
      ...(connection === 'ok' ? {} : { state: connection }),
      remedy: status === 402 ? 'Upgrade the plan.' : '',
    });
  });
});

describe('trying a document', () => {
  test('makes its calls and shows them without secrets; nothing is kept', async () => {
    await saved(
      'tried',
      crm('tried', (document) => (document['actions'].add.steps[0].basic = { user: 'me', password: '{{ auth.key }}' })),
    );
    other.plan('/contacts', { status: 201, body: '{"id":"c-1","echo":"good-key"}' });
    const { status, body } = await asOperator('POST', '/tried/try', { what: 'lead', auth: '{"key":"good-key"}' });
    expect({ status, severity: body.severity }).toEqual({ status: 200, severity: 'good' });
    expect(body.calls).toContain('POST http');
    expect(body.calls).toContain('authorization: Basic •••');
    expect(body.calls).toContain('-> 201');
    for (const secret of ['good-key', Buffer.from('me:good-key').toString('base64')]) expect(body.calls).not.toContain(secret);
    expect(await app.kernel.platform('integrations_connection').select('id')).toEqual([]);
  });

  test('says how long the other system asked to wait, and that this is no refusal', async () => {
    await saved('tried', crm('tried'));
    other.plan('/contacts', { status: 429, headers: { 'retry-after': '20' }, body: '{"error":{"message":"Slow down"}}' });
    const { body } = await asOperator('POST', '/tried/try', { what: 'lead', auth: '{"key":"good-key"}' });
    expect(body).toMatchObject({
      severity: 'warn',
      outcome: 'The other system asked to wait. To be tried again after 20 seconds. HTTP 429: Slow down',
    });
  });

  test('takes what the form begins with: an optional field that is empty counts as left out, a required one does not', async () => {
    await saved(
      'tried',
      crm('tried', (document) => {
        document['fields'].site = { label: { en: 'Site', ar: 'موقع' }, type: 'url', optional: true };
        document['fields'].list = { label: { en: 'List', ar: 'قائمة' }, type: 'text', optional: true };
      }),
    );
    other.plan('/me', 200);
    const { auth } = (await asOperator('GET', '/tried')).body;
    expect(JSON.parse(auth)).toEqual({ key: '', site: '', list: '' });
    const filled = JSON.stringify({ ...JSON.parse(auth), key: 'good-key' });
    expect(await asOperator('POST', '/tried/try', { what: 'test', auth: filled })).toMatchObject({
      status: 200,
      body: { severity: 'good' },
    });
    const empty = await asOperator('POST', '/tried/try', { what: 'test', auth });
    expect(empty).toMatchObject({ status: 422, body: { errors: [{ message: expect.stringMatching(/: key\.$/) }] } });
  });

  test.each([
    ['{}', 'auth'],
    ['nonsense', 'auth'],
    ['{"key":"a","more":1}', 'auth'],
  ])('refuses %s as credentials', async (auth, field) => {
    await saved('tried', crm('tried'));
    expect(await asOperator('POST', '/tried/try', { what: 'lead', auth })).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});
