import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineRoute, definePlugin, FileResponse, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';

const GZIP_MAGIC = new Uint8Array([0x1f, 0x8b, 0, 255]);
const files = definePlugin({
  manifest: { id: 'files', version: '1.0.0', core: '^1', level: 'platform' },
  actions: { Files: ['read', 'upload'] },
  abilities: ({ can }, { tenant }) => void (tenant.kind === 'agency' && can(['read', 'upload'], 'Files')),
  routes: [
    defineRoute({
      id: 'files.one',
      method: 'GET',
      path: '/files/:name',
      summary: 'A file',
      ability: ['read', 'Files'],
      withoutStepUp: 'a file of this test, with nobody in it',
      params: T.Object({ name: T.String({ maxLength: 50 }) }),
      query: T.Object({ part: T.Optional(T.Integer({ minimum: 1, maximum: 9 })) }),
      response: FileResponse,
      handler: async (ctx, { params, query }) => ({
        filename: 'list.csv',
        type: 'text/csv',
        body: `${ctx.actor.email} ${ctx.locale} ${ctx.timezone} ${params.name} ${query.part ?? 'all'}`,
      }),
    }),
    defineRoute({
      id: 'files.picture',
      method: 'GET',
      path: '/files-picture',
      summary: 'A picture',
      ability: 'public',
      spends: [],
      response: FileResponse,
      handler: async () => ({ filename: 'p.bin', type: 'image/png', body: GZIP_MAGIC, inline: true, maxAge: 60 }),
    }),
    defineRoute({
      id: 'files.upload',
      method: 'POST',
      path: '/files',
      summary: 'Takes bytes',
      ability: ['upload', 'Files'],
      upload: { maxBytes: 1000, as: 'bytes' },
      response: T.Object({ bytes: T.Array(T.Integer()) }),
      handler: async (_ctx, { file }) => ({ bytes: [...file!.bytes] }),
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [files], config: { roles: ['web'] } });
});
afterAll(() => app.close());

const ticketFor = (path: string, as = app.fixtures.a.owner) => app.call('POST', '/api/tickets', as, { body: { path } });
const PATH = '/api/files/caf%C3%A9?part=2';

describe('a download ticket', () => {
  test("opens its file once, in its owner's language and zone", async () => {
    const { body } = await app.call('POST', '/api/tickets', app.fixtures.a.owner, {
      body: { path: PATH },
      headers: { 'accept-language': 'ar', 'x-timezone': 'Asia/Dubai' },
    });
    const first = await app.call('GET', body.url);
    expect(first.text).toBe('owner-a@test.example ar Asia/Dubai café 2');
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="list.csv"');
    expect((await app.call('GET', body.url)).status).toBe(401);
  });

  test('lets one in of a hundred that come at once', async () => {
    const { body } = await ticketFor(PATH);
    const answers = await Promise.all(Array.from({ length: 100 }, () => app.call('GET', body.url)));
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1);
    expect(answers.filter((a) => a.status === 401)).toHaveLength(99);
  });

  test('opens no other file, other part of it, or anything but files', async () => {
    for (const other of ['/api/files/other?part=2', '/api/files/caf%C3%A9?part=3', '/api/files/caf%C3%A9', '/api/user']) {
      const ticket = new URL((await ticketFor(PATH)).body.url, app.url).searchParams.get('ticket');
      expect((await app.call('GET', `${other}${other.includes('?') ? '&' : '?'}ticket=${ticket}`)).status).toBe(401);
    }
  });

  test('dies with its minute and with its session', async () => {
    const late = (await ticketFor(PATH)).body.url;
    await app.asOwner("update core_ticket set expires_at = 'epoch'");
    expect((await app.call('GET', late)).status).toBe(401);

    const token = await app.kernel.sessions.open({ accountId: app.fixtures.a.owner.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    const { body } = await app.call('POST', '/api/tickets', token, { body: { path: PATH } });
    await app.kernel.sessions.end((await app.kernel.sessions.find(token))!.state.id);
    expect((await app.call('GET', body.url)).status).toBe(401);
  });

  test('is given only for what its owner may fetch, and says at once what is wrong', async () => {
    const status = async (path: string, as = app.fixtures.a.owner) => (await ticketFor(path, as)).status;
    expect(await status(PATH, app.fixtures.a.clients[0]!.user)).toBe(403);
    expect(await status('/api/files/x?part=77')).toBe(422);
    expect(await status('/api/files/x?who=me')).toBe(422);
    for (const none of ['/api/user', '/api/nowhere', '/api/files/a/../../user']) expect([404, 422]).toContain(await status(none));
    expect((await app.call('POST', '/api/tickets', null, { body: { path: PATH } })).status).toBe(401);
  });
});

test('pictures are shown, kept, and come as the bytes they are', async () => {
  const response = await fetch(`${app.url}/api/files-picture`);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(GZIP_MAGIC);
  expect(response.headers.get('content-disposition')).toBe('inline');
  expect(response.headers.get('cache-control')).toBe('public, max-age=60, immutable');
});

test('uploaded bytes arrive unharmed', async () => {
  const form = new FormData();
  form.append('file', new Blob([GZIP_MAGIC]), 'x.bin');
  const token = await app.tokenOf(app.fixtures.a.owner);
  const response = await fetch(`${app.url}/api/files`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toEqual({ bytes: [...GZIP_MAGIC] });
});
