import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPlugins } from '../../core/boot/load.ts';
import { buildRegistry } from '../../core/boot/registry.ts';
import { type Manifest, type Plugin, T } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { reader, shelf } from '../support/shelf/index.ts';
import { smallPlugin, smallRoute } from '../support/small-plugin.ts';

const broken = new URL('../support/broken/', import.meta.url);

const needing = (id: string, requires: Manifest['requires'], more: Partial<Plugin> = {}): Plugin => smallPlugin(id, more, { requires });

const needy = needing('needy', { nowhere: '^1' }, { routes: [smallRoute('needy.one', '/needy')] });
const needsNeedy = needing('needs-needy', { needy: '^1' });
const tooNew = smallPlugin('too-new', {}, { core: '^9' });
const old = needing('old', { shelf: '^7' });
const circle = [needing('circle-a', { 'circle-b': '^1' }), needing('circle-b', { 'circle-a': '^1' })];
const copycat = smallPlugin('copycat', {
  routes: [smallRoute('copycat.one', '/shelf/:anything', { params: T.Object({ anything: T.String() }) })],
});
const foreignIds = smallPlugin('foreign', { routes: [smallRoute('shelf.stolen', '/stolen')] });
const malformed = { manifest: { id: 'malformed', version: '1.0.0', core: '^1', level: 'platform' }, routes: 5 } as unknown as Plugin;
const noFile = new URL('./no-such-file.json', import.meta.url);
const wordless = smallPlugin('wordless', { locales: { en: noFile, ar: noFile } });
const twin = smallPlugin('shelf');

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
    const { data } = (await app.call('GET', '/api/health/plugins', app.fixtures.operator)).body as {
      data: { id: string; state: string; problem: string | null }[];
    };
    const entry = data.find((r) => r.id === id)!;
    expect(entry.state).toBe('failed');
    expect(entry.problem).toContain(why);
    expect(app.kernel.features.isOn(id, app.fixtures.a.tenant)).toBe(false);
  });

  test('a second plugin of the same name is reported, and the first goes on', () => {
    const entries = app.kernel.registry.report.filter((r) => r.id === 'shelf');
    expect(entries.map((r) => r.state).sort()).toEqual(['failed', 'on']);
  });

  test('its routes are not there, and the rest serves', async () => {
    expect((await app.call('GET', '/api/needy', app.fixtures.a.owner)).status).toBe(404);
    expect((await app.call('GET', '/api/shelf', app.fixtures.a.owner)).status).toBe(200);
    expect((await app.call('GET', '/api/reader/count', app.fixtures.a.owner)).status).toBe(200);
    expect((await app.call('GET', '/api/ui/bootstrap', app.fixtures.a.owner)).status).toBe(200);
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
    const vital = smallPlugin('vital', {}, { critical: true, requires: { nowhere: '^1' } });
    expect(() => buildRegistry([{ name: 'vital', plugin: vital, problem: null, milliseconds: 0 }])).toThrow(
      'Plugin vital cannot run: needs nowhere, which is not installed',
    );
  });
});
