import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ctx, defineRoute, definePlugin, FileResponse, T } from '../../core/contract.ts';
import { MOST } from '../../core/http/downloads.ts';
import { TRUSTED_MS } from '../../core/http/file-parts.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { until } from '../support/until.ts';

const PIECE = `${'x'.repeat(65_535)}\n`;
const PATIENCE_MS = 30_000;
/** Whoever is called so may not read files. */
const LEFT = 'Left';
/** More than all buffers between the two ends hold. */
const MANY = 2_000;
/** What the file does at a part, and how many were written. */
let before: (ctx: Ctx, at: number) => Promise<void> | void;
let written: number;

const files = definePlugin({
  manifest: { id: 'files', version: '1.0.0', core: '^1', level: 'platform' },
  actions: { Files: ['read'] },
  abilities: ({ can }, { actor }) => void (actor.name !== LEFT && can('read', 'Files')),
  routes: [
    defineRoute({
      id: 'files.long',
      method: 'GET',
      path: '/files-long/:parts',
      summary: 'A long file',
      ability: ['read', 'Files'],
      withoutStepUp: 'a file of this test, with nobody in it',
      audit: 'files.taken',
      inParts: true,
      params: T.Object({ parts: T.Integer({ minimum: 1 }) }),
      response: FileResponse,
      handler: async (_ctx, { params }) => ({
        filename: 'long.csv',
        type: 'text/csv',
        body: {
          from: 1,
          async write(ctx: Ctx, at: number) {
            await before(ctx, at);
            await ctx.db.raw('select 1');
            written += 1;
            return { text: at % 2 ? PIECE : [PIECE], next: at < params.parts ? at + 1 : null };
          },
        },
      }),
    }),
  ],
});

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [files], config: { roles: ['web'] } });
});
afterAll(() => app.close());
beforeEach(() => {
  before = () => undefined;
  written = 0;
});

/** The answer as soon as its head is there; nothing of it is read yet. */
async function begin(token: string, parts = MANY): Promise<IncomingMessage> {
  const request = get(`${app.url}/api/files-long/${parts}`, { headers: { authorization: `Bearer ${token}` }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}
const beginAs = async (person: Person, parts?: number): Promise<IncomingMessage> => begin(await app.tokenOf(person), parts);
/** Reads to the end; whether the file was whole, and how much of it came. */
async function read(response: IncomingMessage): Promise<{ whole: boolean; pieces: number }> {
  let bytes = 0;
  try {
    for await (const part of response) bytes += (part as Buffer).length;
  } catch {
    // broken off
  }
  return { whole: response.complete, pieces: bytes / PIECE.length };
}
/** Nobody writes any more, and no connection is lent. */
async function allIsGivenBack(): Promise<void> {
  await until(() => app.kernel.downloads.size === 0 && app.kernel.tenants.client.pool.numUsed() === 0, PATIENCE_MS);
}
/** How many are written once nobody reads and no more are written. */
async function standing(): Promise<number> {
  let last = -1;
  await until(async () => {
    const same = last === written && app.kernel.tenants.client.pool.numUsed() === 0;
    last = written;
    return same;
  }, PATIENCE_MS);
  return last;
}
const logged = async (): Promise<number> => (await app.kernel.platform('core_audit').where({ action: 'files.taken' })).length;

describe('a long file', () => {
  test('is written no faster than it is read, holds no connection meanwhile, and comes whole', async () => {
    const response = await beginAs(app.fixtures.a.owner);
    expect(await standing()).toBeLessThan(MANY / 2);
    expect(await read(response)).toEqual({ whole: true, pieces: MANY });
    // A part that waited for its reader is written twice.
    expect(written - MANY).toBeLessThan(MANY / 10);
    await allIsGivenBack();
  });

  test('that waited for its reader goes on with what they may by then', async () => {
    const asked: number[] = [];
    before = (_ctx, at) => void asked.push(at);
    const response = await beginAs(app.fixtures.a.owner);
    await standing();
    const readAhead = asked.at(-1)!;
    await sleep(TRUSTED_MS + 200);
    expect(await read(response)).toEqual({ whole: true, pieces: MANY });
    expect(asked.filter((at) => at === readAhead)).toHaveLength(2);
    await allIsGivenBack();
  });

  test('of a single part is answered with its length', async () => {
    const response = await beginAs(app.fixtures.a.owner, 1);
    expect(response.headers['content-length']).toBe(String(PIECE.length));
    expect(await read(response)).toEqual({ whole: true, pieces: 1 });
  });

  test('is written no further once its reader has gone', async () => {
    const response = await beginAs(app.fixtures.a.owner);
    response.destroy();
    await allIsGivenBack();
    expect(await standing()).toBeLessThan(MANY / 2);
  });

  test('that fails at its first part is refused like any call, and leaves nothing in the log', async () => {
    const had = await logged();
    before = () => Promise.reject(new Error('first'));
    expect((await app.call('GET', '/api/files-long/3', app.fixtures.a.owner)).status).toBe(500);
    expect(await logged()).toBe(had);
    before = () => undefined;
    expect((await beginAs(app.fixtures.a.owner, 1)).statusCode).toBe(200);
    expect(await logged()).toBe(had + 1);
    await allIsGivenBack();
  });

  test('that fails later breaks off, so that no piece looks whole', async () => {
    before = (_ctx, at) => (at === 5 ? Promise.reject(new Error('later')) : undefined);
    expect(await read(await beginAs(app.fixtures.a.owner, 9))).toMatchObject({ whole: false });
    expect(written).toBe(4);
    await allIsGivenBack();
  });

  test.each([
    ['session has ended', async (id: number) => void (await app.kernel.platform('core_session').where({ account_id: id }).delete())],
    ['rights are gone', async (id: number) => void (await app.kernel.platform('core_account').where({ id }).update({ name: LEFT }))],
  ])('breaks off when its reader’s %s', async (_what, end) => {
    const { user } = app.fixtures.b.clients[0]!;
    const token = await app.kernel.sessions.open({ accountId: user.id, ip: '', agent: '', aal: 1, aalNeeded: 1 });
    before = async (_ctx, at) => void (at === 3 && (await end(user.id)));
    expect(await read(await begin(token, 1_000_000))).toMatchObject({ whole: false });
    await allIsGivenBack();
  });

  test('is one of so many at a time for a person; a ticket says so as well, and a place that is free again is given', async () => {
    const { owner, clients } = app.fixtures.a;
    const open = await Promise.all(Array.from({ length: MOST.ofPerson }, () => beginAs(owner)));
    const refused = await app.call('GET', '/api/files-long/2', owner);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'core.problem.downloads', '15']);
    expect((await app.call('POST', '/api/tickets', owner, { body: { path: '/api/files-long/2' } })).status).toBe(429);
    expect((await app.call('GET', '/api/files-long/2', clients[0]!.user)).status).toBe(200);
    for (const response of open) response.destroy();
    await allIsGivenBack();
    expect((await app.call('GET', '/api/files-long/2', owner)).status).toBe(200);
  });
});
