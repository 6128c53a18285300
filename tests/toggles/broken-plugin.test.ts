import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry } from '../../core/boot/registry.ts';
import { definePlugin, defineRoute, type Manifest, type Plugin, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { reader, shelf } from '../support/shelf/index.ts';

const broken = new URL('../support/broken/', import.meta.url);
const plugin = (manifest: Pick<Manifest, 'id'> & Partial<Manifest>, more: Partial<Plugin> = {}): Plugin =>
  definePlugin({ manifest: { version: '1.0.0', core: '^1', scope: 'platform', ...manifest }, ...more });
const route = (id: `${string}.${string}`, path: string) =>
  defineRoute({
    id,
    method: 'GET',
    path,
    summary: 'Answers nothing much',
    ability: 'signed-in',
    response: T.Object({}),
    handler: async () => ({}),
  });

const needy = plugin({ id: 'needy', requires: { nowhere: '^1' } }, { routes: [route('needy.one', '/needy')] });
const needsNeedy = plugin({ id: 'needs-needy', requires: { needy: '^1' } });
const tooNew = plugin({ id: 'too-new', core: '^9' });
const old = plugin({ id: 'old', requires: { shelf: '^7' } });
const circle = [plugin({ id: 'circle-a', requires: { 'circle-b': '^1' } }), plugin({ id: 'circle-b', requires: { 'circle-a': '^1' } })];
const copycat = plugin(
  { id: 'copycat' },
  { routes: [route('copycat.one', '/shelf/:anything')].map((r) => ({ ...r, params: T.Object({ anything: T.String() }) })) },
);
const foreignIds = plugin({ id: 'foreign' }, { routes: [route('shelf.stolen', '/stolen')] });
const malformed = { manifest: { id: 'malformed', version: '1.0.0', core: '^1', scope: 'platform' }, routes: 5 } as unknown as Plugin;
const wordless = plugin(
  { id: 'wordless' },
  { locales: { en: new URL('./no-such-file.json', import.meta.url), ar: new URL('./no-such-file.json', import.meta.url) } },
);
const twin = plugin({ id: 'shelf' });

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    withFaults: true,
    plugins: [shelf, reader, needy, needsNeedy, tooNew, old, ...circle, copycat, foreignIds, malformed, wordless, twin],
  });
});
afterAll(() => app.close());

describe('a broken plugin counts as off, and the report says why', () => {
  test.for([
    ['needy', 'needs nowhere, which is not installed'],
    ['needs-needy', 'needs needy, which failed'],
    ['too-new', 'is written for core ^9, this is 1.0.0'],
    ['old', 'needs shelf ^7, found 1.0.0'],
    ['circle-a', 'requires itself: circle-a -> circle-b -> circle-a'],
    ['circle-b', 'requires itself: circle-a -> circle-b -> circle-a'],
    ['copycat', 'route "copycat.one" has the path of "shelf.item"'],
    ['foreign', 'route "shelf.stolen" must begin with "foreign."'],
    ['malformed', 'is not what definePlugin makes'],
    ['wordless', 'no-such-file.json'],
  ] as const)('%s: %s', async ([id, why]) => {
    const { data } = (await app.call('GET', '/api/health/plugins', app.world.operator)).body as {
      data: { id: string; state: string; problem: string | null }[];
    };
    const entry = data.find((r) => r.id === id)!;
    expect(entry.state).toBe('failed');
    expect(entry.problem).toContain(why);
    expect(app.kernel.gate.isOn(id, app.world.a.tenant)).toBe(false);
  });

  test('a second plugin of the same name is reported, and the first goes on', () => {
    const entries = app.kernel.registry.report.filter((r) => r.id === 'shelf');
    expect(entries.map((r) => r.state).sort()).toEqual(['failed', 'on']);
  });

  test('its routes are not there, and the rest serves', async () => {
    expect((await app.call('GET', '/api/needy', app.world.a.owner)).status).toBe(404);
    expect((await app.call('GET', '/api/shelf', app.world.a.owner)).status).toBe(200);
    expect((await app.call('GET', '/api/reader/count', app.world.a.owner)).status).toBe(200);
    expect((await app.call('GET', '/api/ui/bootstrap', app.world.a.owner)).status).toBe(200);
  });
});

describe('loading', () => {
  test('a file that throws, has nothing to offer or is not there is reported, not fatal', async () => {
    const loaded = await loadPlugins(['thrower', 'empty', 'missing'], broken);
    expect(loaded.map((l) => l.plugin)).toEqual([null, null, null]);
    const registry = buildRegistry(loaded);
    expect(registry.report.map((r) => r.state)).toEqual(['failed', 'failed', 'failed']);
    expect(registry.report[0]!.problem).toMatch(/^this file is broken \[.*thrower\/index\.ts:\d+\]$/);
    expect(registry.report[1]!.problem).toMatch(/^has no default export made with definePlugin \[.*empty\/index\.ts\]$/);
  });

  test('a broken plugin without which nothing works stops the start, in plain words', () => {
    const vital = plugin({ id: 'vital', critical: true, requires: { nowhere: '^1' } });
    expect(() => buildRegistry([{ name: 'vital', plugin: vital, problem: null, milliseconds: 0 }])).toThrow(
      'Plugin vital cannot run: needs nowhere, which is not installed',
    );
  });
});
