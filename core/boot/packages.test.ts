import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDir } from '../testing/scratch-dir.ts';
import { loadPlugins } from './load.ts';
import { buildRegistry } from './registry.ts';

let host: string;
const manifest = (id: string, more = ''): string =>
  `export default { manifest: { id: '${id}', version: '2.0.0', core: '^1', level: 'platform'${more} } };\n`;

/** Writes an installed package: its `package.json`, and its file `index.js` or another. */
function install(name: string, json: object, text: string, file = 'index.js'): void {
  const folder = join(host, 'node_modules', name);
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '2.0.0', type: 'module', ...json }));
  writeFileSync(join(folder, file), text);
}

beforeAll(() => {
  host = mkdtempSync(join(scratchDir(), 'host-'));
  mkdirSync(join(host, 'plugins'));
  writeFileSync(join(host, 'package.json'), '{}');
  install('as-main', { main: './index.js' }, manifest('as-main'));
  install('as-exports', { exports: { '.': { import: './dist/main.js' } } }, manifest('as-exports'), 'dist/main.js');
  install('@acme/scoped', { exports: './index.js' }, manifest('scoped'));
  install(
    'fitting',
    { peerDependencies: { 'lead-platform': '^1.0.0' } },
    `import { notFound } from 'lead-platform/contract';\n${manifest('fitting')}export { notFound };\n`,
  );
  install('thrower', {}, `\nthrow new Error('this package is broken');\n`);
  install('misspelt', {}, 'export const a = 1;\n\nconst b = {;\n', 'part.js');
  install('misspelt', {}, `import './part.js';\n${manifest('misspelt')}`);
  install('asking', {}, `\nimport { satisfy } from 'node:fs';\n${manifest('asking')}`);
  install('empty', {}, 'export const nothing = 1;\n');
  install('newer', { peerDependencies: { 'lead-platform': '^2.1.0' } }, `import { notYetThere } from 'lead-platform/contract';\n`);
  install('no-range', { peerDependencies: { 'lead-platform': 'soon' } }, manifest('no-range'));
  install('vital', {}, manifest('vital', ', critical: true'));
  install('core-again', {}, manifest('core'));
  install(
    'drawing',
    {},
    `export default { manifest: { id: 'drawing', version: '1.0.0', core: '^1', level: 'platform' }, widgets: ['dial'] };\n`,
  );
  install('too-new', {}, `export default { manifest: { id: 'too-new', version: '1.0.0', core: '^9', level: 'platform' } };\n`);
  mkdirSync(join(host, 'node_modules/no-json'));
  writeFileSync(join(host, 'node_modules/no-json/package.json'), '{');
});
afterAll(() => rmSync(host, { recursive: true, force: true }));

const load = (...names: string[]) => loadPlugins(names, pathToFileURL(join(host, 'plugins/')));

test('a package is found by its name, whichever way it names its file', async () => {
  const loaded = await load('as-main', 'as-exports', '@acme/scoped', 'fitting');
  expect(loaded.map(({ plugin, problem }) => [plugin?.manifest.id, problem])).toEqual([
    ['as-main', null],
    ['as-exports', null],
    ['scoped', null],
    ['fitting', null],
  ]);
  expect(loaded[1]!.folder!.href).toMatch(/as-exports\/dist\/$/);
});

test.each([
  ['missing', /^is neither a folder in plugins\/ nor an installed package; install it with npm install missing$/],
  ['thrower', /^this package is broken \[.*node_modules\/thrower\/index\.js:2\]$/],
  ['misspelt', /^cannot be parsed: Unexpected token ';' \[.*node_modules\/misspelt\/part\.js:3\]$/],
  ['asking', /does not provide an export named 'satisfy' \[.*node_modules\/asking\/index\.js:2\]$/],
  ['empty', /^has no default export made with definePlugin \[.*index\.js\]$/],
  ['newer', /^version 2\.0\.0 is written for lead-platform \^2\.1\.0, and this is 1\.0\.0; install a version of it for 1\.0\.0$/],
  ['no-range', /which is no range of versions$/],
  ['vital', /^declares vital critical; only plugins of the product itself may stop its start$/],
  ['core-again', /^is called "core", which is the product itself$/],
  ['drawing', /^brings form widgets \(dial\); browsers get no files of packages/],
  ['no-json', /^its package\.json cannot be used: /],
  ['too-new', /is written for core \^9, this is 1\.0\.0/],
])('%s is off and told why, and others run', async (name, why) => {
  const { report } = buildRegistry(await load(name, 'as-main'));
  const states = new Map(report.map((one) => [one.id, one]));
  expect(states.get(name)).toMatchObject({ state: 'failed', problem: expect.stringMatching(why) });
  expect(states.get('as-main')).toMatchObject({ state: 'on' });
});

test('a package imports this very product, also where it brought a copy of its own', async () => {
  const [own] = await load('fitting');
  const { notFound } = (await import(new URL('index.js', own!.folder).href)) as { notFound: () => Error };
  const copy = join(host, 'node_modules/fitting/node_modules');
  mkdirSync(copy);
  symlinkSync(join(host, 'node_modules/empty'), join(copy, 'lead-platform'));
  install('fitting-too', {}, `export { notFound } from 'lead-platform/contract';\n${manifest('fitting-too')}`);
  const [other] = await load('fitting-too');
  expect(((await import(new URL('index.js', other!.folder).href)) as { notFound: unknown }).notFound).toBe(notFound);
});
