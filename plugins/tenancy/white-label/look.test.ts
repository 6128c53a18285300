import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#ff0000' } });
async function upload(person: Person, bytes: Uint8Array, name = 'logo.png', type = 'image/png') {
  const form = new FormData();
  form.append('file', new File([bytes as BlobPart], name, { type }));
  const response = await fetch(`${app.url}/api/configuration/logo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await app.tokenOf(person)}` },
    body: form,
  });
  return { status: response.status, body: await response.json() };
}
const boot = async (person: Person) => (await app.call('GET', '/api/ui/bootstrap', person)).body;

describe('the logo', () => {
  test('is drawn anew, small, under the hash of its content, and shown to the agency and its clients alone', async () => {
    const { a, b } = app.fixtures;
    const sent = await picture(1200, 300)
      .withExif({ IFD0: { Copyright: 'secret-exif-3' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await upload(a.owner, sent, 'x.svg', 'image/svg+xml');
    expect(status).toBe(200);
    const file = await fetch(app.url + body.logo);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(file.headers.get('content-disposition')).toBe('inline');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 480, height: 120 });
    expect(bytes.includes('secret-exif-3')).toBe(false);
    expect((await boot(a.clients[0]!.user)).brand.logo).toBe(body.logo);
    expect((await boot(b.owner)).brand.logo).toBeNull();
    expect((await boot(app.fixtures.operator)).brand.logo).toBeNull();
    const user = (await app.call('GET', '/api/user', a.clients[0]!.user)).body;
    expect(user).toMatchObject({ company_logo: '', companyparentlogo: body.logo });
    expect((await fetch(`${app.url}/api/brand/logo/${'0'.repeat(32)}`)).status).toBe(404);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['an SVG behind a PNG’s first bytes', '\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\x01\x00\x01\x00'],
    ['a few letters', 'hello'],
  ])('is not %s', async (_what, text) => {
    const { b } = app.fixtures;
    expect((await upload(b.owner, Buffer.from(text, 'latin1'))).status).toBe(422);
    expect((await boot(b.owner)).brand.logo).toBeNull();
  });

  test('is not too large, in bytes or in dots', async () => {
    const flood = await picture(5000, 5000).png({ compressionLevel: 9 }).toBuffer();
    expect(flood.length).toBeLessThan(1024 * 1024);
    expect((await upload(app.fixtures.b.owner, flood)).body.errors).toMatchObject([{ field: 'file' }]);
    const noise = Buffer.alloc(1024 * 1024 + 10, 7);
    expect((await upload(app.fixtures.b.owner, noise)).status).toBeGreaterThanOrEqual(413);
  });

  test('can be removed, by those who may', async () => {
    const { a } = app.fixtures;
    for (const person of [a.clients[0]!.user, app.fixtures.sales])
      expect((await upload(person, await picture(8, 8).png().toBuffer())).status).toBe(403);
    expect((await app.call('DELETE', '/api/configuration/logo', a.owner)).status).toBe(200);
    expect((await app.call('DELETE', '/api/configuration/logo', a.owner)).status).toBe(404);
    expect((await boot(a.owner)).brand.logo).toBeNull();
  });
});

describe('the theme', () => {
  test('takes the specification’s fields, and the payment term only from those on offer', async () => {
    const { a } = app.fixtures;
    const theme = {
      sidebarcolor: '#101820',
      templatecolor: '#fafafa',
      boxcolor: '#ffffff',
      textcolor: '#202020',
      linkcolor: '#aa0044',
      fonttheme: 'Georgia',
      paymenttermDefault: 'Monthly',
    };
    expect((await app.call('PUT', '/api/configuration/theme', a.owner, { body: theme })).status).toBe(200);
    expect((await app.call('GET', '/api/configuration/theme', a.admin)).body).toEqual(theme);
    expect((await app.call('GET', '/api/user', a.clients[0]!.user)).body).toMatchObject({
      box_bgcolor: '#ffffff',
      text_color: '#202020',
      link_color: '#aa0044',
      template_bgcolor: '#fafafa',
      sidebar_bgcolor: '#101820',
      font_theme: 'Georgia',
      colors_parent: { text_color: '#202020', sidebar_bgcolor: '#101820' },
    });
    await app.call('PUT', '/api/settings/companies.payment-terms', app.fixtures.operator, { body: { value: ['Weekly'] } });
    const refused = await app.call('PUT', '/api/configuration/theme', app.fixtures.b.owner, { body: { paymenttermDefault: 'Yearly' } });
    expect(refused.status).toBe(422);
    expect(
      (await app.call('PUT', '/api/configuration/theme', app.fixtures.b.owner, { body: { paymenttermDefault: 'Prepaid' } })).body.errors,
    ).toMatchObject([{ field: 'paymenttermDefault' }]);
    await app.call('DELETE', '/api/configuration/theme', a.owner);
    expect((await app.call('GET', '/api/configuration/theme', a.owner)).body).toEqual({ paymenttermDefault: 'Monthly' });
  });

  test('is not for clients and sales people, who have no general settings either', async () => {
    const { a, sales } = app.fixtures;
    for (const person of [a.clients[0]!.user, sales]) {
      expect((await app.call('PUT', '/api/configuration/theme', person, { body: {} })).status).toBe(403);
      expect((await app.call('GET', '/api/ui/pages/white-label.general-setting', person)).status).toBe(404);
    }
    expect((await app.call('GET', '/api/ui/pages/white-label.general-setting', a.admin)).status).toBe(200);
  });

  test('company contact: what the agency says of itself, never what its root says', async () => {
    const { a, operator } = app.fixtures;
    await app.call('PUT', '/api/configuration/company-contact', operator, {
      body: { legal_name: 'Root Holding', contact_email: 'care@root.example' },
    });
    expect((await app.call('GET', '/api/configuration/company-contact', a.owner)).body).toEqual({});
    const info = async () => (await app.call('POST', '/api/getdomainorsubinfo', null, { body: { domainorsub: 'localhost' } })).body.params;
    expect(await info()).toMatchObject({
      company_root_legal: 'Root Holding',
      userrootemail: 'care@root.example',
      sppubkey: null,
      charges_enabled: null,
    });
  });
});

describe('names', () => {
  const rename = (person: Person, names: object) => app.call('PUT', '/api/configuration/module-names', person, { body: { names } });

  test('flow into menu, pages and answers; former addresses lead to the present one', async () => {
    const { a, b } = app.fixtures;
    const client = a.clients[0]!.user;
    expect((await rename(a.owner, { local: { name: 'Visitor Radar', url: 'radar' } })).status).toBe(200);
    expect((await rename(a.owner, { local: { name: 'Visitor Radar', url: 'sonar' } })).status).toBe(200);
    await expect.poll(async () => (await boot(client)).pages.map((p: { path: string }) => p.path)).toContain('/sonar/dashboard');
    const { redirects, menu } = await boot(client);
    expect(redirects).toEqual(
      expect.arrayContaining([
        { from: '/siteid/dashboard', to: '/sonar/dashboard' },
        { from: '/radar/dashboard', to: '/sonar/dashboard' },
      ]),
    );
    expect(JSON.stringify(menu)).toContain('Visitor Radar');
    expect((await app.call('GET', '/api/user', client)).body).toMatchObject({ leadlocalname: 'Visitor Radar', leadlocalurl: 'sonar' });
    expect(JSON.stringify(await boot(b.owner))).not.toContain('Visitor Radar');
    expect((await boot(b.clients[0]!.user)).redirects).not.toContainEqual(expect.objectContaining({ from: '/sonar/dashboard' }));
  });

  test('flow into mails', async () => {
    const { a } = app.fixtures;
    await app.inside(a.clients[0]!.tenant, 'white-label', (ctx) =>
      ctx.mail({ to: 'x@people.example', subject: '{name:local}', text: '{name:local}' }),
    );
    const mail = await app.kernel.platform('core_mail').where({ recipient: 'x@people.example' }).first();
    expect(mail).toMatchObject({ subject: 'Visitor Radar', body: 'Visitor Radar' });
  });

  test('go back to the standard, and the last address still leads there', async () => {
    const { a } = app.fixtures;
    expect((await app.call('DELETE', '/api/configuration/module-names/local', a.owner)).status).toBe(200);
    await expect
      .poll(async () => (await boot(a.clients[0]!.user)).redirects)
      .toContainEqual({ from: '/sonar/dashboard', to: '/siteid/dashboard' });
  });

  test.each([
    ['reserved', { local: { name: 'X', url: 'configuration' } }],
    ['of a page', { local: { name: 'X', url: 'login' } }],
    ['of a raw route', { local: { name: 'X', url: 'embedded' } }],
    ['malformed', { local: { name: 'X', url: 'a/b' } }],
    ['empty', { local: { name: ' ', url: 'fine' } }],
  ])('%s is refused', async (_what, names) => {
    const answer = await rename(app.fixtures.b.owner, names);
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0].field).toMatch(/^(names\.)?local\.(url|name)$/);
  });

  test('cannot be changed around the rules', async () => {
    expect(
      (await app.call('PUT', '/api/settings/core.names', app.fixtures.a.owner, { body: { value: { local: { url: 'api' } } } })).status,
    ).toBe(404);
    expect((await rename(app.fixtures.a.clients[0]!.user, { local: { name: 'X', url: 'x' } })).status).toBe(403);
  });
});

describe('menus of clients', () => {
  test('a hidden product has no pages for clients; the agency keeps them', async () => {
    const { a, b } = app.fixtures;
    const pages = async (person: Person) =>
      (await boot(person)).pages.filter((p: { path: string; access: object }) => p.path.startsWith('/siteid/') && !('missing' in p.access))
        .length;
    const before = await pages(a.owner);
    expect(await pages(a.clients[0]!.user)).toBeGreaterThan(0);
    expect((await app.call('PUT', '/api/configuration/client-menu/local', a.owner, { body: { shown: false } })).status).toBe(200);
    expect(await pages(a.clients[0]!.user)).toBe(0);
    expect(await pages(a.owner)).toBe(before);
    expect(await pages(b.clients[0]!.user)).toBeGreaterThan(0);
    const user = (await app.call('GET', '/api/user', a.clients[0]!.user)).body;
    expect(user.clientsidebar).toMatchObject([{ type: 'locator' }]);
    expect(user.sidemenu).toMatchObject([{ type: 'local' }, { type: 'locator' }]);
    await app.call('PUT', '/api/configuration/client-menu/local', a.owner, { body: { shown: true } });
    expect(await pages(a.clients[0]!.user)).toBeGreaterThan(0);
    expect((await app.call('PUT', '/api/configuration/client-menu/other', a.owner, { body: { shown: true } })).status).toBe(422);
  });
});
