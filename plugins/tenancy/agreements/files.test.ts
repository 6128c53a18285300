import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '../../../core/testing/app.ts';
import type { Person } from '../../../core/testing/fixtures.ts';
import plugin from './index.ts';

const PDF = Buffer.from('%PDF-1.7 a page', 'latin1');
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [plugin] });
});
afterAll(() => app.close());

async function upload(name: string, content: Buffer, password = 'a long password', as: Person = app.fixtures.operator): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  form.append('password', password);
  const body = new Response(form);
  return app.call('POST', '/api/agreements/files', as, {
    raw: new Uint8Array(await body.arrayBuffer()),
    headers: { 'content-type': body.headers.get('content-type')! },
  });
}
const open = (pwd: string, urldata: string, as: Person = app.fixtures.a.owner) =>
  app.call('POST', '/api/docauth', as, { body: { pwd, urldata } });
const shared = async (): Promise<string> => {
  await app.kernel.platform('core_rate').delete();
  return (await upload('terms 2026.pdf', PDF)).body.id;
};

describe('a file under a password', () => {
  test('is opened by its password, and fetched once, as an attachment', async () => {
    const { body } = await upload('terms 2026.pdf', PDF);
    expect(body.link).toMatch(new RegExp(`/download-auth/${body.id}$`));
    const opened = await open('a long password', body.link);
    expect(opened.body).toMatchObject({ result: 'success', download: `/api/download-auth/${body.id}` });
    const owner = app.fixtures.a.owner;
    expect((await app.call('GET', opened.body.download, app.fixtures.b.owner)).status).toBe(404);
    const all = await Promise.all(Array.from({ length: 20 }, () => app.call('GET', opened.body.download, owner)));
    expect(all.filter((a) => a.status === 200)).toHaveLength(1);
    const file = all.find((a) => a.status === 200)!;
    expect(file.text).toBe('%PDF-1.7 a page');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="terms-2026.pdf"');
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('x-content-type-options')).toBe('nosniff');
    const [row] = (await app.call('GET', '/api/agreements/files', app.fixtures.operator)).body.data;
    expect(row).toMatchObject({ filename: 'terms 2026.pdf', downloads: 1, size_kb: 1 });
  });

  test('allows ten tries in a quarter of an hour, also a hundred at once', async () => {
    const id = await shared();
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => open(`wrong ${n}`, id)));
    expect(all.filter((a) => a.status === 422)).toHaveLength(10);
    expect(all.filter((a) => a.status === 429)).toHaveLength(20);
    const late = await open('a long password', id);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(800);
    await app.kernel
      .platform('agreements_file_try')
      .where({ file_id: id })
      .update({ window_began: new Date(Date.now() - 16 * 60_000) });
    expect((await open('a long password', id)).status).toBe(200);
  });

  test('an unknown file answers like a wrong password', async () => {
    const id = await shared();
    const [missing, wrong] = [await open('x', '00000000-0000-4000-8000-000000000000'), await open('x', id)];
    expect(missing.status).toBe(422);
    expect(missing.body.errors).toEqual(wrong.body.errors);
    expect((await open('x', 'not an id')).status).toBe(422);
  });

  test('is not for clients, sales people or visitors', async () => {
    const id = await shared();
    expect((await open('a long password', id, app.fixtures.a.clients[0]!.user)).status).toBe(403);
    expect((await open('a long password', id, app.fixtures.sales)).status).toBe(403);
    expect((await app.call('POST', '/api/docauth', null, { body: { pwd: 'x', urldata: id } })).status).toBe(401);
    expect((await app.call('GET', `/api/download-auth/${id}`, app.fixtures.a.owner)).status).toBe(404);
  });

  test('its password may change, and sharing may end', async () => {
    const id = await shared();
    const { operator } = app.fixtures;
    expect(
      (await app.call('PUT', `/api/agreements/files/${id}/password`, operator, { body: { password: 'another password' } })).status,
    ).toBe(200);
    expect((await open('a long password', id)).status).toBe(422);
    expect((await open('another password', id)).status).toBe(200);
    expect((await app.call('DELETE', `/api/agreements/files/${id}`, app.fixtures.a.owner)).status).toBe(403);
    expect((await app.call('DELETE', `/api/agreements/files/${id}`, operator)).status).toBe(200);
    expect((await app.call('GET', `/api/download-auth/${id}`, app.fixtures.a.owner)).status).toBe(404);
    expect((await open('another password', id)).status).toBe(422);
  });

  test.each([
    ['page.html', Buffer.from('<p>x</p>')],
    ['picture.svg', Buffer.from('<svg/>')],
    ['fake.pdf', Buffer.from('MZ program')],
    ['fake.png', Buffer.from('<script>')],
    ['fake.txt', Buffer.from('<script>alert(1)</script>')],
    ['binary.txt', Buffer.from([1, 0, 2])],
  ])('%s is not taken', async (name, content) => expect((await upload(name, content)).status).toBe(422));

  test('is shared by operators, under eight characters at least, up to 10 MB', async () => {
    expect((await upload('a.pdf', PDF, 'short')).status).toBe(422);
    expect((await upload('a.pdf', PDF, 'a long password', app.fixtures.a.owner)).status).toBe(403);
    expect((await upload('a.pdf', Buffer.concat([PDF, Buffer.alloc(11 * 1024 * 1024)]))).status).toBe(413);
  });
});
