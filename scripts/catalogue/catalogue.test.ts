import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { isRead, loadPlugins } from '../../core/boot/load.ts';
import { FORM_WIDGETS } from '../../core/contract.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { conformance } from '../../core/testing/conformance.ts';
import { ENTRIES } from './entries/index.ts';
import { SCREENS_ELSEWHERE } from './entries/screens.ts';
import { catalogue } from './index.ts';
import { developersPlugins } from './load.ts';
import { STATES } from './states.ts';

conformance(catalogue);

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const all = (text: string, pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))];
const shown = (...kinds: string[]): string[] => ENTRIES.filter(({ kind }) => kinds.includes(kind)).map(({ of }) => of);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ plugins: [catalogue] });
});
afterAll(() => app.close());

test('every block, input and special screen that there is has an entry', async () => {
  const blocks = all(read('core/contract/block.ts') + read('core/contract/overview-blocks.ts'), /interface \w+Block \{\s+as: '(\w+)'/g);
  expect(blocks.length).toBeGreaterThan(20);
  expect(blocks.filter((as) => !shown('block', 'overview').includes(as))).toEqual([]);

  const plugins = (await loadPlugins(INSTALLED)).filter(isRead).map(({ plugin }) => plugin);
  const ofPlugins = plugins.flatMap(({ manifest, widgets = [] }) => widgets.map((name) => `${manifest.id}.${name}`));
  expect([...FORM_WIDGETS, ...ofPlugins].filter((name) => !shown('widget').includes(name))).toEqual([]);

  const screens = all(read('ui/src/widgets/screens.ts'), /registerView\('([^']+)'/g);
  expect(screens.filter((name) => !shown('screen').includes(name) && !(name in SCREENS_ELSEWHERE))).toEqual([]);
  const pages = new Set(app.kernel.registry.pages.keys());
  expect(Object.values(SCREENS_ELSEWHERE).filter((page) => !pages.has(page))).toEqual([]);
});

test('every kind of column is seen, and every state of some entry', () => {
  const kinds = all(/as:\s+((?:\|?\s*'\w+'\s*)+);/.exec(read('core/contract/block.ts'))![1]!, /'(\w+)'/g);
  expect(kinds).toContain('switch');
  const columns = all(JSON.stringify(ENTRIES.map(({ blocks }) => blocks)), /"as":"(\w+)"/g);
  // The place of a row's actions is no look of its own.
  expect(kinds.filter((kind) => kind !== 'actions' && !columns.includes(kind))).toEqual([]);
  expect(STATES.filter((state) => !ENTRIES.some(({ states }) => states.includes(state)))).toEqual([]);
});

test('operators see it in development; nobody else does, and production has nothing of it', async () => {
  const { operator, a } = app.fixtures;
  for (const person of [a.owner, a.clients[0]!.user]) {
    const { pages, menu } = (await app.call('GET', '/api/ui/bootstrap', person)).body;
    expect(pages.filter((page: { id: string; access: { open: boolean } }) => page.id.startsWith('catalogue.') && page.access.open)).toEqual(
      [],
    );
    expect(JSON.stringify(menu)).not.toContain('catalogue.menu');
    expect((await app.call('GET', '/api/catalogue/entries', person)).status).toBe(403);
    expect((await app.call('GET', '/api/catalogue/answers/campaigns', person)).status).toBe(403);
  }
  expect(JSON.stringify((await app.call('GET', '/api/ui/bootstrap', operator)).body.menu)).toContain('catalogue.menu');
  expect((await app.call('GET', '/api/catalogue/entries', operator)).status).toBe(200);
  expect(await developersPlugins({ environment: 'production' })).toEqual([]);
  expect(await developersPlugins({ environment: 'test' })).toEqual([]);
  expect(await developersPlugins({ environment: 'development' })).toEqual([catalogue]);
});

test('a source answers in the state that is asked for', async () => {
  const { operator } = app.fixtures;
  const ask = (state: string) => app.call('GET', `/api/catalogue/answers/campaigns?state=${state}`, operator);
  expect((await ask('filled')).body.data).toHaveLength(3);
  expect((await ask('empty')).body.data).toEqual([]);
  expect((await ask('long')).body.data[0].name.length).toBeGreaterThan(100);
  expect((await ask('error')).status).toBe(500);
  expect((await ask('denied')).status).toBe(403);
  expect((await ask('unheard')).status).toBe(422);
});

test('an entry gives its descriptor as JSON and its members with their types', async () => {
  const { operator } = app.fixtures;
  const { body } = await app.call('GET', '/api/catalogue/entries/table', operator);
  expect(JSON.parse(body.json)).toMatchObject({ as: 'table', key: 'id' });
  const members = (await app.call('GET', '/api/catalogue/entries/table/members', operator)).body.data;
  expect(members).toContainEqual({ name: 'columns', type: 'Column[]', doc: '' });
  expect((await app.call('GET', '/api/catalogue/entries/nothing', operator)).status).toBe(404);
});

test('only the pages of single entries may be framed, by the product itself', async () => {
  const policy = async (path: string) => (await fetch(app.url + path)).headers.get('content-security-policy');
  expect(await policy('/catalogue/shown/table')).toContain(`frame-ancestors 'self'`);
  expect(await policy('/catalogue/table')).toContain(`frame-ancestors 'none'`);
});
