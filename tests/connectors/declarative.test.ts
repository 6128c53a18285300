import { describe, expect, test } from 'vitest';
import { starter } from '../../plugins/connectors/declarative-connectors/documents/starter.ts';
import {
  type Any,
  app,
  asOperator,
  client,
  connect,
  crm,
  detail,
  cards,
  heard,
  leads,
  log,
  other,
  outside,
  publish,
  published,
  saved,
  withDocuments,
} from './documents.ts';

withDocuments();

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
