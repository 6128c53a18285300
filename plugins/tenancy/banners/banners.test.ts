import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../core/testing/app.ts';
import { conformance } from '../../../core/testing/conformance.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import plugin from './index.ts';

conformance(plugin);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const image = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#0a7' } });
const png = (width = 300, height = 250) => image(width, height).png().toBuffer();
const fields = { bannerName: 'Spring', clickURL: 'https://shop.example/spring' };

async function send(as: Person, path: string, bytes: Uint8Array, more: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('file', new File([bytes as BlobPart], 'x.svg', { type: 'image/svg+xml' }));
  const headers = { authorization: `Bearer ${await app.tokenOf(as)}` };
  const response = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json() };
}
const create = async (as: Person, more: Record<string, string> = {}, bytes?: Uint8Array) =>
  send(as, '/banner', bytes ?? (await png()), { ...fields, ...more });
const sizeOf = async (file: Response) => {
  const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
  return [width, height];
};
const list = async (as: Person, query = '') => (await app.call('GET', `/api/banner${query}`, as)).body;
const one = async (as: Person, id: number) => (await app.call('GET', `/api/banner/${id}`, as)).body;

describe('banners', () => {
  test('are created in their real size, listed, searched, changed, given another image and removed', async () => {
    const { owner, tenant } = app.fixtures.a;
    const { status, body } = await create(owner, { bannerName: '  Winter sale ' }, await png(728, 90));
    expect([status, body.message]).toEqual([200, 'The banner has been created.']);
    await create(owner, { bannerName: 'Other' });
    const found = await list(owner, '?search=WINTER');
    expect(found).toMatchObject({ total: 1, per_page: 10 });
    expect(found.data[0]).toMatchObject({
      bannerID: body.bannerID,
      bannerName: 'Winter sale',
      clickURL: 'https://shop.example/spring',
      companyID: tenant.id,
      company_name: 'Agency A',
      size: '728 × 90',
      picture: { width: 728, height: 90, alt: 'Winter sale' },
    });
    const names = async (query: string) => (await list(owner, query)).data.map((row: { bannerName: string }) => row.bannerName);
    expect(await names('?sortby=bannerName')).toEqual(['Other', 'Winter sale']);
    expect(await names('')).toEqual(['Other', 'Winter sale']);
    expect(await names('?Page=2&PerPage=1')).toEqual(['Winter sale']);

    const at = `/api/banner/${body.bannerID}`;
    const change = { bannerName: 'Summer', clickURL: 'http://shop.example' };
    expect((await app.call('PUT', at, owner, { body: change })).status).toBe(200);
    const before = await one(owner, body.bannerID);
    expect(before).toMatchObject({ bannerName: 'Summer', clickURL: 'http://shop.example/' });
    expect((await send(owner, `/banner/${body.bannerID}/image`, await png(160, 600))).status).toBe(200);
    const after = await one(owner, body.bannerID);
    expect(after.size).toBe('160 × 600');
    expect((await app.call('DELETE', at, owner)).body.message).toBe('You deleted Summer');
    expect((await fetch(app.url + after.picture.src)).status).toBe(404);
    expect((await app.call('DELETE', at, owner)).status).toBe(404);
    const logged = await app.kernel.platform('core_audit').where('action', 'like', 'banners.%').orderBy('id').pluck('action');
    expect(logged).toEqual(['banners.created', 'banners.created', 'banners.changed', 'banners.picture-replaced', 'banners.removed']);
  });

  test('are an agency’s and its clients’, and nobody else’s', async () => {
    const { a, b, operator, sales } = app.fixtures;
    const [client, other] = a.clients;
    const id = (await create(a.owner, { companyID: String(client!.tenant.id) })).body.bannerID as number;
    expect((await list(client!.user)).data).toMatchObject([{ bannerID: id, company_name: 'Client A1' }]);
    expect((await list(a.admin, `?companyID=${client!.tenant.id}`)).total).toBe(1);
    const clients = await app.call('GET', '/api/banner/clients?sortby=company_name&order=desc', a.owner);
    expect(clients.body.data).toEqual([
      { companyID: other!.tenant.id, company_name: 'Client A2', banners: 0 },
      { companyID: client!.tenant.id, company_name: 'Client A1', banners: 1 },
    ]);
    for (const person of [b.owner, other!.user, b.clients[0]!.user]) {
      expect((await list(person)).total).toBe(0);
      expect((await app.call('GET', `/api/banner/${id}`, person)).status).toBe(404);
      expect((await app.call('PUT', `/api/banner/${id}`, person, { body: fields })).status).toBe(404);
      expect((await app.call('DELETE', `/api/banner/${id}`, person)).status).toBe(404);
      expect((await send(person, `/banner/${id}/image`, await png())).status).toBe(404);
    }
    expect((await create(b.owner, { companyID: String(client!.tenant.id) })).status).toBe(404);
    expect((await create(client!.user, { companyID: String(a.tenant.id) })).status).toBeGreaterThanOrEqual(403);
    for (const person of [operator, sales]) expect((await app.call('GET', '/api/banner', person)).status).toBe(403);
    expect((await app.call('GET', '/api/banner/clients', client!.user)).status).toBe(403);
  });

  test('ask for rights in Ads Design', async () => {
    const { owner, admin } = app.fixtures.a;
    const roledata = { AdsDesign: { enable: true, create: false, update: true, delete: false } };
    const { roleID } = (await app.call('POST', '/api/configuration/role-module/create', owner, { body: { roleName: 'Looks', roledata } }))
      .body;
    expect((await app.call('PUT', `/api/roles/people/${admin.id}`, owner, { body: { roleID, no_role: false } })).status).toBe(200);
    const at = `/api/banner/${(await create(owner)).body.bannerID}`;
    expect((await create(admin)).status).toBe(403);
    expect((await app.call('DELETE', at, admin)).status).toBe(403);
    expect((await app.call('PUT', at, admin, { body: fields })).status).toBe(200);
    await app.call('PUT', '/api/configuration/role-module/update', owner, { body: { roleID, roledata: {} } });
    expect((await app.call('GET', at, admin)).status).toBe(403);
  });
});

describe('the image', () => {
  test('is drawn anew for everybody, without what stood in the file, and kept by browsers', async () => {
    const { owner } = app.fixtures.b;
    const sent = await image(320, 50)
      .withExif({ IFD0: { Copyright: 'secret-exif-4' } })
      .jpeg()
      .toBuffer();
    const id = (await create(owner, {}, sent)).body.bannerID as number;
    const file = await fetch(app.url + (await one(owner, id)).picture.src);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(bytes.includes('secret-exif-4')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 50 });
    const gif = (await create(owner, {}, await image(20, 10).gif().toBuffer())).body.bannerID as number;
    expect((await fetch(app.url + (await one(owner, gif)).picture.src)).headers.get('content-type')).toBe('image/png');
    expect((await fetch(`${app.url}/api/banner/image/${crypto.randomUUID()}`)).status).toBe(404);
    expect((await fetch(`${app.url}/api/banner/image/1`)).status).toBe(404);
  });

  test('is replaced at its address, which websites look at anew after five minutes', async () => {
    const { owner } = app.fixtures.b;
    const id = (await create(owner, {}, await png(100, 50))).body.bannerID as number;
    const before = await one(owner, id);
    const src = app.url + before.picture.src.replace(/\?.*/, '');
    expect(before.code).toContain(`${new URL(src).pathname}"`);
    const first = await fetch(src);
    const etag = first.headers.get('etag')!;
    expect([first.headers.get('cache-control'), await sizeOf(first)]).toEqual(['public, max-age=300', [100, 50]]);
    const again = await fetch(src, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('cache-control')]).toEqual([
      304,
      0,
      'public, max-age=300',
    ]);
    await send(owner, `/banner/${id}/image`, await png(60, 80));
    const after = await one(owner, id);
    expect([after.code.replace(/width="\d+" height="\d+"/, ''), after.picture.src === before.picture.src]).toEqual([
      before.code.replace(/width="\d+" height="\d+"/, ''),
      false,
    ]);
    expect(await sizeOf(await fetch(src, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } }))).toEqual([60, 80]);
    // An old number does not make browsers keep the new picture as if it were the old one.
    expect((await fetch(app.url + before.picture.src)).headers.get('cache-control')).toBe('public, max-age=300');
    expect((await fetch(app.url + after.picture.src)).headers.get('cache-control')).toContain('immutable');
  });

  test('stands in the ad code, in which names and addresses are text', async () => {
    const { owner } = app.fixtures.b;
    const { body } = await create(owner, { bannerName: '"><script>', clickURL: "https://shop.example/?a=1&b='" });
    const { code, picture } = await one(owner, body.bannerID);
    expect(code).toContain('<a href="https://shop.example/?a=1&amp;b=%27" target="_blank"');
    expect(code).toMatch(
      new RegExp(`src="https?://[^"]+${picture.src.replace(/\?.*/, '')}" width="300" height="250" alt="&quot;&gt;&lt;script&gt;"`),
    );
  });

  const faults = async (bytes: Uint8Array) => {
    const { status, body } = await create(app.fixtures.b.owner, {}, bytes);
    return [status, body.errors?.[0]?.message];
  };
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a few letters', 'hello'],
  ])('is not %s', async (_what, text) => {
    const { total } = await list(app.fixtures.b.owner);
    expect(await faults(Buffer.from(text))).toEqual([422, 'Please choose a PNG, JPEG, WebP or GIF image.']);
    expect((await list(app.fixtures.b.owner)).total).toBe(total);
  });

  test('does not move, is not damaged, and not too large', async () => {
    const moving = await sharp([await png(10, 40), await image(10, 40).negate().png().toBuffer()], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await faults(moving)).toEqual([422, 'Animated images are not supported. Please choose a still image.']);
    const still = await png();
    const announced = Buffer.concat([
      still.subarray(0, 33),
      Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\0\0\0\0', 'latin1'),
      still.subarray(33),
    ]);
    expect(await faults(announced)).toEqual([422, 'Animated images are not supported. Please choose a still image.']);
    expect(await faults(still.subarray(0, still.length - 60))).toEqual([422, 'We cannot read this image. It may be damaged.']);
    expect(await faults(await png(2401, 10))).toEqual([422, 'The image is larger than 2,400 pixels on one side.']);
    expect((await faults(Buffer.alloc(2 * 1024 * 1024 + 10, 7)))[0]).toBe(413);
  });
});

describe('the click address', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example/',
    '//shop.example',
    'shop.example',
    'https://',
    'https://a:b@shop.example/',
    ' ',
  ])('is not %s', async (clickURL) => {
    const { status, body } = await create(app.fixtures.b.owner, { clickURL });
    expect([status, body.errors[0].field]).toEqual([422, 'clickURL']);
  });
});
