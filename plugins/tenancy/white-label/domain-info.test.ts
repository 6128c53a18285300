import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Switches } from '../../../core/contract.ts';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';

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
    const { a, root } = app.fixtures;
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

  test('tells how the company is reached, as its people filled it in', async () => {
    const contact = {
      legal_name: 'Agency A Holding LLC',
      short_name: 'A',
      address: '1 Main Street',
      city: 'Chicago',
      zip: '60601',
      state_code: 'IL',
      state_name: 'Illinois',
      phone: '+13125550100',
      contact_name: 'Customer Care',
      contact_email: 'care@agency-a.example',
    };
    const { b } = app.fixtures;
    expect((await app.call('PUT', '/api/configuration/company-contact', b.owner, { body: contact })).status).toBe(200);
    expect((await lookup('b.localhost', 'b')).params).toMatchObject({
      company_root_legal: 'Agency A Holding LLC',
      company_root_nick: 'A',
      company_root_address: '1 Main Street',
      company_root_city: 'Chicago',
      company_root_zip: '60601',
      company_root_state_code: 'IL',
      company_root_state_name: 'Illinois',
      phone: '+13125550100',
      userrootname: 'Customer Care',
      userrootemail: 'care@agency-a.example',
      userrootaddres: '1 Main Street',
    });
  });

  test('says which host is the root’s', async () => {
    expect((await lookup('localhost', 'localhost')).params).toMatchObject({ rootcomp: 'T', agencyplatformroot: 'T' });
    expect((await lookup('a.localhost', 'a')).params).toMatchObject({ rootcomp: 'F', agencyplatformroot: 'F' });
  });

  test('lists the menus of products: the root’s, the agency’s, and those that it shows to clients', async () => {
    const search = { type: 'locator', name: 'Search ID', url: 'searchid' };
    const all = [{ type: 'local', name: 'Site ID', url: 'siteid' }, search];
    const menus = { rootsidemenu: all, sidemenu: all, agencysidebar: all, clientsidebar: all };
    expect(await lookup('a.localhost', 'a')).toMatchObject(menus);
    await app.call('PUT', '/api/configuration/client-menu/local', app.fixtures.a.owner, { body: { shown: false } });
    expect(await lookup('a.localhost', 'a')).toMatchObject({ ...menus, clientsidebar: [search] });
    await app.call('PUT', '/api/configuration/client-menu/local', app.fixtures.a.owner, { body: { shown: true } });
    await app.inside(app.fixtures.root, 'agencies', (ctx) => ctx.use(Switches).grant(app.fixtures.b.tenant, 'site-id', false));
    await app.kernel.features.refresh();
    expect(await lookup('b.localhost', 'b')).toMatchObject({ sidemenu: [search], agencysidebar: [search], clientsidebar: [search] });
    await app.inside(app.fixtures.root, 'agencies', (ctx) => ctx.use(Switches).grant(app.fixtures.b.tenant, 'site-id', true));
    await app.kernel.features.refresh();
  });

  test('names the captcha’s public key where a service is configured', async () => {
    expect((await lookup('a.localhost', 'a')).params['recapkey']).toBeNull();
    const guarded = await startTestApp({ config: { captchaSecret: 'a secret', captchaSiteKey: 'a site key' } });
    const body = { domainorsub: 'localhost' };
    expect((await guarded.call('POST', '/api/getdomainorsubinfo', null, { body })).body.params.recapkey).toBe('a site key');
    await guarded.close();
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
    const { a, b } = app.fixtures;
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
    expect((await app.call('PUT', '/api/settings/white-label.theme', app.fixtures.b.owner, { body: { value } })).status).toBe(422);
  });
});
