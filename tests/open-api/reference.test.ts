import { request } from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiDocument, ApiOperation } from '../../core/contract.ts';
import { createApi, rowsOf, TokenError } from '../../packages/lead-api/src/index.ts';
import { GROUPS } from '../../plugins/administration/open-api/reference/reference.pages.ts';
import { ApiScopes } from '../../plugins/administration/developer/contract.ts';
import { OpenApiStage } from './stage.ts';

let stage: OpenApiStage;
let api: ApiDocument;
let operations: { path: string; method: string; operation: ApiOperation }[];
beforeAll(async () => {
  stage = await OpenApiStage.start();
  api = (await stage.app.call('GET', '/api/v1/openapi.json')).body as ApiDocument;
  operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});
afterAll(() => stage.app.close());

test('the document holds what programs can call, and nothing else', async () => {
  const told = operations.map(({ operation }) => operation.operationId).sort();
  const routes = [...stage.app.kernel.registry.routes.values()].map(({ def }) => def).filter((def) => def.programs ?? def.oauth);
  expect(told).toEqual(routes.map(({ id }) => id).sort());
  expect(astToString(await openapiTS(structuredClone(api) as unknown as OpenAPI3, { silent: true }))).toContain('"/v1/leads"');
  expect(api.tags.map(({ name }) => name)).toEqual([...GROUPS]);
});

test('every scope that a call needs is one that keys can have, and the other way round', () => {
  const known = stage.app.kernel.registry.plugins
    .flatMap(({ contributions = [] }) => contributions)
    .filter(({ point }) => point.id === ApiScopes.id)
    .map(({ value }) => (value as { id: string }).id);
  const needed = new Set(operations.flatMap(({ operation }) => operation.security.flatMap((by) => Object.values(by).flat())));
  expect([...needed].sort()).toEqual(known.sort());
});

test('every call has examples that its own schemas accept', () => {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (of: Ajv2020) => void)(ajv);
  expect(operations.length).toBeGreaterThan(18);
  for (const { operation } of operations) {
    const [, answer] = Object.entries(operation.responses)[0]!;
    const asked = operation.requestBody?.content['application/json'];
    for (const { schema, example } of [answer.content['application/json']!, ...(asked ? [asked] : [])]) {
      const check = ajv.compile(schema);
      check(example);
      expect(check.errors, `${operation.operationId} ${JSON.stringify(example)}`).toBeNull();
    }
    expect(operation['x-codeSamples'][0]!.source, operation.operationId).toContain(`${api.servers[0]!.url}/`);
    expect(operation['x-codeSamples'][0]!.source, operation.operationId).not.toMatch(/undefined|:id/);
  }
});

test('money is in cents everywhere, and says so', () => {
  const money: string[] = [];
  const look = (schema: unknown, at: string): void => {
    if (schema === null || typeof schema !== 'object') return;
    for (const [name, part] of Object.entries((schema as { properties?: object }).properties ?? {})) {
      if (/price|cost|amount|fee|balance|spend|cents/.test(name)) {
        expect(name, at).toMatch(/_cents$/);
        expect(part, at).toMatchObject({ type: 'integer', description: expect.stringContaining('US cents') });
        money.push(name);
      }
      look(part, `${at}.${name}`);
    }
    look((schema as { items?: unknown }).items, at);
  };
  for (const { operation } of operations) {
    look(operation.requestBody?.content['application/json']?.schema, operation.operationId);
    for (const { content } of Object.values(operation.responses)) look(content['application/json']?.schema, operation.operationId);
  }
  expect(new Set(money)).toEqual(new Set(['amount_cents', 'lead_price_cents', 'max_spend_cents', 'price_cents']));
});

test('amounts under the specification’s names say their unit wherever they stand', async () => {
  const whole = (await stage.app.call('GET', '/api/openapi.json')).body as unknown;
  const silent: string[] = [];
  let told = 0;
  const look = (value: unknown, at: string): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, part] of Object.entries((value as { properties?: object }).properties ?? {})) {
      if (!/^(CostSet(Advanced|B2b)?|CostMonth|CostMaxLead|PlatformFee)$/.test(name)) continue;
      told += 1;
      if (!/US (dollars|cents)/.test((part as { description?: string }).description ?? '')) silent.push(`${at} ${name}`);
    }
    for (const [key, part] of Object.entries(value)) look(part, key.startsWith('/api/') ? key : at);
  };
  look(whole, '');
  expect(silent).toEqual([]);
  expect(told).toBeGreaterThan(20);
});

/** As a browser of an agency's host would ask. */
const atHost = (host: string, path: string): Promise<string> =>
  new Promise((done, failed) => {
    request(stage.app.url + path, { headers: { host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => done(text));
    })
      .on('error', failed)
      .end();
  });

test('the reference is in the name of whoever is asked, and holds every call', async () => {
  const { a, b } = stage.app.fixtures;
  for (const [host, { tenant }] of [
    ['a.localhost', a],
    ['b.localhost', b],
  ] as const) {
    const { info, servers } = JSON.parse(await atHost(host, '/api/v1/openapi.json')) as ApiDocument;
    expect(info.title).toBe(`${tenant.name} API`);
    expect(new URL(servers[0]!.url).hostname).toBe(host);
  }
  const { html } = JSON.parse(await atHost('a.localhost', '/api/v1/reference')) as { html: string };
  const groups = await Promise.all(GROUPS.map((name) => stage.app.call('GET', `/api/v1/reference?group=${encodeURIComponent(name)}`)));
  const whole = groups.map(({ body }) => body.html as string).join('');
  for (const { path, method, operation } of operations) {
    expect(html, path).toContain(`${method.toUpperCase()} ${path}`);
    expect(whole, path).toContain(operation.summary);
  }
  expect(whole).not.toMatch(/<script|undefined/);
  expect((await stage.app.call('GET', '/api/v1/reference?group=%3Cscript%3E')).status).toBe(404);
});

test('the typed client gets its own tokens, reads lists to their end and repeats nothing', async () => {
  const { owner } = stage.app.fixtures.a;
  const key = await stage.key(owner, { mode: 'sandbox' });
  const asked: string[] = [];
  const client = createApi({
    clientId: key.client_id,
    secretKey: key.secret_key,
    baseUrl: `${stage.app.url}/api`,
    fetch: (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : String(input)).pathname);
      return fetch(input, init);
    },
  });
  const [account, clients] = await Promise.all([client.GET('/v1/account'), client.GET('/v1/clients')]);
  expect(account.data).toMatchObject({ mode: 'sandbox' });
  expect(clients.data?.data).toHaveLength(2);
  expect(asked.filter((path) => path === '/api/oauth/token')).toHaveLength(1);

  const names: string[] = [];
  for await (const lead of rowsOf((cursor) => client.GET('/v1/leads', { params: { query: { limit: 1, ...(cursor ? { cursor } : {}) } } })))
    names.push(lead.first_name);
  expect(names).toHaveLength(3);

  await stage.app.kernel.platform('core_session').where({ program_id: key.client_id }).delete();
  expect((await client.GET('/v1/account')).response.status).toBe(200);
  const made = await client.POST('/v1/sandbox/leads', { body: { campaign_id: 501 } });
  expect(made.data?.price_cents).toBe(450);

  const wrong = createApi({ clientId: key.client_id, secretKey: 'x'.repeat(43), baseUrl: `${stage.app.url}/api` });
  await expect(wrong.GET('/v1/account')).rejects.toThrow(TokenError);
});
