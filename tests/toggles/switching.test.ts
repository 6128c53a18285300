import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bootstrap } from '../../core/contract/wire.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import type { Person } from '../../core/testing/fixtures.ts';
import { reader, shelf } from '../support/shelf/index.ts';
import { grant, narrow } from '../support/switching.ts';

let app: TestApp;
let itemId: number;

beforeAll(async () => {
  app = await startTestApp({ plugins: [shelf, reader], config: { roles: ['web', 'collect'] } }); // background work runs when a test says so
  itemId = (await app.call('POST', '/api/shelf', app.fixtures.a.owner, { body: { title: 'kept' } })).body.id as number;
});
afterAll(() => app.close());

const bootstrap = async (person: Person): Promise<Bootstrap> => (await app.call('GET', '/api/ui/bootstrap', person)).body as Bootstrap;
const traces = async (): Promise<string[]> =>
  ((await app.kernel.platform('shelf_trace').select('what')) as { what: string }[]).map((t) => t.what);

describe('on', () => {
  test('everything that the plugin brings is there', async () => {
    const { owner } = app.fixtures.a;
    expect((await app.call('GET', '/api/shelf', owner)).body.data).toMatchObject([{ title: 'kept' }]);
    expect((await app.call('GET', '/api/ui/pages/shelf.page', owner)).body.blocks).toHaveLength(1);
    expect((await app.call('GET', '/api/ui/forms/shelf.item-form', owner)).status).toBe(200);
    expect((await app.call('GET', '/api/reader/count', owner)).body).toEqual({ has: true, count: 1 });
    const { menu, pages, rules } = await bootstrap(owner);
    expect(menu.map((m) => m.id)).toContain('shelf.entry');
    expect(pages.find((p) => p.id === 'shelf.page')!.access).toEqual({ open: true });
    expect(JSON.stringify(rules)).toContain('"Item"');
  });
});

describe('off for one agency', () => {
  beforeAll(() => grant(app, app.fixtures.a.tenant, 'shelf', false));

  test('its routes answer that the module is off', async () => {
    for (const [method, path] of [
      ['GET', '/api/shelf'],
      ['POST', '/api/shelf'],
      ['GET', `/api/shelf/${itemId}`],
      ['DELETE', `/api/shelf/${itemId}`],
    ] as const) {
      const answer = await app.call(method, path, app.fixtures.a.owner);
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(answer.body).toMatchObject({ code: 'core.problem.module-off', module: 'shelf' });
    }
  });

  test('its pages, menu entries, forms and abilities are gone', async () => {
    const { owner, clients } = app.fixtures.a;
    expect((await app.call('GET', '/api/ui/pages/shelf.page', owner)).status).toBe(404);
    expect((await app.call('GET', '/api/ui/forms/shelf.item-form', owner)).status).toBe(404);
    for (const person of [owner, clients[0]!.user]) {
      const { menu, pages, rules } = await bootstrap(person);
      expect(menu.map((m) => m.id)).not.toContain('shelf.entry');
      const { access } = pages.find((p) => p.id === 'shelf.page')!;
      const who = person === owner ? app.fixtures.root.name : app.fixtures.a.tenant.name;
      expect(access).toMatchObject({ open: false, off: { text: expect.stringContaining(`ask ${who}.`) } });
      expect(JSON.stringify(rules)).not.toContain('"Item"');
    }
  });

  test('its port is closed to neighbours', async () => {
    const answer = await app.call('GET', '/api/reader/count', app.fixtures.a.owner);
    expect([answer.status, answer.body.code, answer.body.module]).toEqual([404, 'core.problem.module-off', 'shelf']);
  });

  test('its jobs and event deliveries are skipped, and that is written down', async () => {
    await app.settle();
    expect(await traces()).toEqual([]);
    expect(await app.kernel.platform('core_outbox_delivery').select('state', 'note')).toEqual([{ state: 'skipped', note: 'module off' }]);
    expect(await app.kernel.platform('core_job_run').where({ job: 'shelf.tidy' }).select('state', 'note')).toEqual([
      { state: 'skipped', note: 'module off' },
    ]);
  });

  test('the other agency notices nothing', async () => {
    const answer = await app.call('POST', '/api/shelf', app.fixtures.b.owner, { body: { title: 'theirs' } });
    expect(answer.status).toBe(200);
    await app.settle();
    expect((await traces()).sort()).toEqual(['event', 'job']);
  });

  test('its data stays, and with the switch everything is back', async () => {
    const before = await app.call('GET', '/api/ui/bootstrap', app.fixtures.a.owner);
    await grant(app, app.fixtures.a.tenant, 'shelf', true);
    expect((await app.call('GET', `/api/shelf/${itemId}`, app.fixtures.a.owner)).body).toMatchObject({ title: 'kept' });
    expect((await app.call('GET', '/api/reader/count', app.fixtures.a.owner)).body.count).toBe(1);
    const after = await app.call('GET', '/api/ui/bootstrap', app.fixtures.a.owner);
    expect(after.body.menu.map((m: { id: string }) => m.id)).toContain('shelf.entry');
    const versionOf = ({ headers }: { headers: Headers }): number => Number(headers.get('x-config-version')!.split('.')[1]);
    expect(versionOf(after)).toBeGreaterThan(versionOf(before));
  });
});

describe('layers of switches', () => {
  const status = async (person: Person): Promise<number> => (await app.call('GET', '/api/shelf', person)).status;

  test('root switches it off for all agencies, and one agency on all the same', async () => {
    const { root, a, b } = app.fixtures;
    await grant(app, root, 'shelf', false);
    await grant(app, a.tenant, 'shelf', null);
    expect(await status(a.owner)).toBe(404);
    await grant(app, b.tenant, 'shelf', true);
    expect([await status(b.owner), await status(a.owner)]).toEqual([200, 404]);
    await grant(app, root, 'shelf', null);
    await grant(app, b.tenant, 'shelf', null);
    expect([await status(b.owner), await status(a.owner)]).toEqual([200, 200]);
  });

  test('an agency narrows for itself and its clients, a client for itself alone', async () => {
    const { a } = app.fixtures;
    const [first, second] = a.clients;
    await narrow(app, first!.tenant, 'shelf', false);
    expect([await status(first!.user), await status(second!.user), await status(a.owner)]).toEqual([404, 200, 200]);
    await narrow(app, a.tenant, 'shelf', false);
    expect([await status(second!.user), await status(a.owner)]).toEqual([404, 404]);
    await narrow(app, a.tenant, 'shelf', true);
    await narrow(app, first!.tenant, 'shelf', true);
  });

  test('nobody below root gives themselves what root took', async () => {
    const { a } = app.fixtures;
    await grant(app, a.tenant, 'shelf', false);
    await narrow(app, a.tenant, 'shelf', true);
    expect(await status(a.owner)).toBe(404);
    await grant(app, a.tenant, 'shelf', null);
  });

  test('a feature is off by its default, on when root says so, and off with its plugin', async () => {
    const { a, b } = app.fixtures;
    const labels = async (person: Person) => (await app.call('GET', '/api/shelf-labels', person)).status;
    expect(await labels(a.owner)).toBe(404);
    await grant(app, a.tenant, 'shelf.labels', true);
    expect([await labels(a.owner), await labels(b.owner)]).toEqual([200, 404]);
    await grant(app, a.tenant, 'shelf', false);
    expect(await labels(a.owner)).toBe(404);
    await grant(app, a.tenant, 'shelf', null);
  });

  test('an unknown key switches nothing', async () => {
    await expect(grant(app, app.fixtures.a.tenant, 'nothing', true)).rejects.toMatchObject({ status: 404 });
    await expect(grant(app, app.fixtures.a.tenant, 'reader', false)).rejects.toMatchObject({ status: 404 });
  });
});

describe('every installed plugin of agency level', () => {
  test('goes off and comes back', async () => {
    const { kernel, fixtures } = app;
    for (const { manifest } of kernel.registry.plugins.filter((p) => p.manifest.level === 'agency')) {
      const guarded = [...kernel.registry.routes.values()].filter((r) => r.plugin === manifest.id && r.def.ability !== 'public');
      const answers = async () =>
        Promise.all(
          guarded.map(async ({ def }) => {
            const path = `/api${def.path.replace(/\{\/:[^}]+\}/g, '').replace(/:[A-Za-z0-9_]+/g, '1')}`;
            return [def.id, (await app.call(def.method, path, fixtures.b.owner)).body.code as unknown];
          }),
        );
      await grant(app, fixtures.b.tenant, manifest.id, false);
      expect(
        (await answers()).filter(([, code]) => code !== 'core.problem.module-off'),
        `${manifest.id} off`,
      ).toEqual([]);
      expect((await app.call('GET', '/api/ui/bootstrap', fixtures.b.owner)).status).toBe(200);
      await grant(app, fixtures.b.tenant, manifest.id, true);
      const back = (await app.call('GET', '/api/ui/bootstrap', fixtures.b.owner)).body as Bootstrap;
      expect(kernel.features.isOn(manifest.id, fixtures.b.tenant), `${manifest.id} on again`).toBe(true);
      expect(back.pages.length).toBeGreaterThan(0);
    }
  });
});
