import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const at = (host: string) => `${host}:${app.serving.port}`;

/** A call to the product under a host name of choice, which `fetch` would look up. Answers the JSON. */
async function ask<A>(host: string, path: string, options: { body?: object; token?: string } = {}): Promise<A> {
  const headers = {
    host: at(host),
    'content-type': 'application/json',
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
  };
  const call = request({ host: 'localhost', port: app.serving.port, path, method: options.body ? 'POST' : 'GET', headers });
  call.end(options.body ? JSON.stringify(options.body) : undefined);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return (await json(response)) as A;
}
const lookup = (host: string, domainorsub: string) =>
  ask<{ params: Record<string, unknown>; paymenttermlist: { value: string }[] }>(host, '/api/getdomainorsubinfo', {
    body: { domainorsub },
  });

describe('the lookup of a domain', () => {
  test('answers for the host that was asked, in full or by its subdomain', async () => {
    const { a, root } = app.world;
    const own = {
      ownedcompanyid: a.tenant.id,
      companyrootid: root.id,
      idsys: root.id,
      company_name: 'Agency A',
      domain: 'a.localhost',
      subdomain: 'a',
      rootcomp: 'F',
    };
    expect((await lookup('a.localhost', 'a.localhost')).params).toMatchObject(own);
    expect((await lookup('a.localhost', 'A')).params).toMatchObject(own);
    expect((await lookup('a.localhost', at('a.localhost'))).params).toMatchObject(own);
    expect((await lookup('localhost', 'localhost')).params).toMatchObject({ company_name: 'Test Root', rootcomp: 'T', subdomain: '' });
    expect((await lookup('a.localhost', 'a')).paymenttermlist.map((t) => t.value)).toEqual(['Weekly', 'Monthly', 'OneTime', 'Prepaid']);
  });

  test('meets every other name with one neutral answer and names no person', async () => {
    const neutral = await lookup('a.localhost', 'nobody.example');
    expect(Object.values(neutral.params).filter((value) => value !== '' && value !== null)).toEqual(['F', 'F']);
    expect(await lookup('a.localhost', 'b.localhost')).toEqual(neutral);
    expect(await lookup('localhost', 'a.localhost')).toEqual(neutral);
    expect(await lookup('unknown.localhost', 'a.localhost')).toEqual(neutral);
    expect(JSON.stringify(await lookup('a.localhost', 'a'))).not.toContain('@');
  });
});

describe('the brand', () => {
  const brand = async (host: string, token?: string) =>
    (await ask<{ brand: Record<string, unknown> }>(host, '/api/ui/bootstrap', token ? { token } : {})).brand;

  test('is that of the agency, for visitors, its people and its clients, and of nobody else', async () => {
    const { a, b } = app.world;
    const theme = { sidebarcolor: '#112233', linkcolor: '#ff0000', fonttheme: 'Lato' };
    expect((await app.call('PUT', '/api/settings/white-label.theme', a.owner, { body: { value: theme } })).status).toBe(200);
    const own = {
      name: 'Agency A',
      font: 'Lato',
      colors: { primary: '#ff0000', sidebar: '#112233', text: null, box: null, background: null },
    };
    expect(await brand('a.localhost')).toMatchObject(own);
    expect(await brand('localhost', await app.tokenOf(a.clients[0]!.user))).toMatchObject(own);
    expect(await brand('localhost', await app.tokenOf(b.clients[0]!.user))).toMatchObject({ name: 'Agency B', font: 'system' });
    expect(await brand('unknown.localhost')).toMatchObject({ name: '' });
  });

  test.each([
    { linkcolor: 'red' },
    { linkcolor: '#fff' },
    { linkcolor: '#ffffff;}body{' },
    { fonttheme: 'Comic"; src: url(x)' },
    { other: 1 },
  ])('refuses %j', async (value) => {
    expect((await app.call('PUT', '/api/settings/white-label.theme', app.world.b.owner, { body: { value } })).status).toBe(422);
  });
});
