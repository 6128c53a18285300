import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scratchDir } from '../core/testing/scratch-dir.ts';

let root: string;
const mark = (): string => join(root, 'node_modules/.lock-hash');
const write = (file: string, value: unknown): void =>
  writeFileSync(join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
/** In place of npm, which writes down that it was asked. */
const run = (env: Record<string, string> = {}, ...words: string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts/bootstrap.cjs'), ...words], {
    env: { PATH: process.env['PATH'], npm_execpath: join(root, 'npm-cli.js'), ...env },
    encoding: 'utf8',
  });
const asked = (): boolean => existsSync(join(root, 'asked'));

const koa = { version: '3.0.0', resolved: 'https://registry.example/koa.tgz', integrity: 'sha512-a' };
const added = { version: '1.0.0', resolved: 'file:acme.tgz', integrity: 'sha512-b' };
beforeEach(() => {
  root = mkdtempSync(join(scratchDir(), 'bootstrap-'));
  for (const dir of ['scripts', 'node_modules/node/bin']) mkdirSync(join(root, dir), { recursive: true });
  cpSync(join(import.meta.dirname, 'bootstrap.cjs'), join(root, 'scripts/bootstrap.cjs'));
  write('node_modules/node/bin/node', '');
  write('npm-cli.js', `require('fs').writeFileSync(${JSON.stringify(join(root, 'asked'))}, '')`);
  write('package-lock.json', { packages: { '': {}, 'node_modules/koa': koa } });
  expect(run({}, 'installed').status).toBe(0);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('a package that npm installed besides is not installed again, nor anything else', () => {
  const packages = { 'node_modules/koa': koa, 'node_modules/acme': added };
  write('package-lock.json', { packages: { '': {}, ...packages, 'node_modules/mac-only': { version: '1.0.0', optional: true } } });
  write('node_modules/.package-lock.json', { packages });
  expect(run().status).toBe(0);
  expect(asked()).toBe(false);
});

test.each([
  ['a package is missing', { 'node_modules/koa': koa }],
  ['a package is of another version', { 'node_modules/koa': { ...koa, version: '2.0.0' }, 'node_modules/acme': added }],
  ['a package is another one', { 'node_modules/koa': koa, 'node_modules/acme': { ...added, integrity: 'sha512-c' } }],
])('where %s, the packages are installed', (_what, installed) => {
  write('package-lock.json', { packages: { '': {}, 'node_modules/koa': koa, 'node_modules/acme': added } });
  write('node_modules/.package-lock.json', { packages: installed });
  expect(run().status).toBe(0);
  expect(asked()).toBe(true);
});

test('npm in a package that links to this checkout says nothing of its packages', () => {
  const before = readFileSync(mark(), 'utf8');
  write('package-lock.json', { packages: { '': {}, 'node_modules/koa': koa, 'node_modules/acme': added } });
  run({ npm_config_local_prefix: scratchDir() }, 'installed');
  expect(readFileSync(mark(), 'utf8')).toBe(before);
  run({ npm_config_local_prefix: root }, 'installed');
  expect(readFileSync(mark(), 'utf8')).not.toBe(before);
});
