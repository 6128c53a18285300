import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { Clone } from '../support/clone.ts';

/** Each tutorial is followed as it stands, block by block, in a clone of the product. */
let clone: Clone;
beforeAll(() => {
  clone = Clone.make();
});
afterAll(() => clone?.remove());

const BLOCK = /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm;

/** Follows a page: `sh` blocks are run, files are written, and `diff` blocks change them; `console` is for people alone. Answers the folder that it ends in. */
function follow(page: string): string {
  let cwd = clone.root;
  const env = { TEST_DATABASE_URL: inject('adminUrl'), ...TESTING };
  for (const [, kind, file, text] of readFileSync(join(import.meta.dirname, '../../docs/tutorials', page), 'utf8').matchAll(BLOCK)) {
    if (kind === 'sh') {
      const said = clone.run(`${text}\npwd`, { cwd, env });
      cwd = said
        .trim()
        .split('\n')
        .findLast((line) => line.startsWith('/'))!;
    } else if (kind === 'diff') {
      const path = resolve(cwd, file!);
      writeFileSync(path, changed(readFileSync(path, 'utf8'), text!, file!));
    } else if (file) {
      mkdirSync(dirname(resolve(cwd, file)), { recursive: true });
      writeFileSync(resolve(cwd, file), text!);
    } else if (kind !== 'console') throw new Error(`${page}: nobody knows what to do with a block of ${kind}`);
  }
  return cwd;
}

/** The text with what a diff takes out and puts in; its lines stand there once. */
function changed(before: string, diff: string, file: string): string {
  const side = (sign: string): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const old = side('-');
  if (before.split(old).length !== 2) throw new Error(`${file} does not hold these lines once:\n${old}`);
  return before.replace(old, () => side('+'));
}

const TESTING = { TEST_TEMPLATE_READY: '1', NODE_ENV: 'test' };

/** What the boot says of an installed package, by name. */
const problemOf = (name: string): string =>
  clone
    .run(
      `${process.execPath} --input-type=module --eval "const { loadPlugins } = await import('./core/boot/load.ts'); console.log((await loadPlugins(['${name}']))[0].problem)"`,
    )
    .trim();

test.each(['module.md', 'product.md', 'declarative-connector.md', 'connector.md'])(
  '%s works as it is written',
  { timeout: 600_000 },
  (page) => {
    const folder = follow(page);
    if (page !== 'connector.md') return expect(folder).toBe(clone.root);
    clone.install(folder);
    expect(problemOf('acme-crm')).toBe('null');
  },
);

test('the example of a package passes its own tests', { timeout: 600_000 }, () => {
  const folder = join(clone.above, 'call-list');
  cpSync(join(clone.root, 'examples/call-list'), folder, { recursive: true });
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), manifest.replace('file:../..', 'file:../lead-platform'));
  const said = clone.run('npm install && npm test', { cwd: folder, env: { TEST_DATABASE_URL: inject('adminUrl'), ...TESTING } });
  expect(said).toMatch(/Tests.*passed/);
});
