import { globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const CORE = join(ROOT, 'node_modules/@mantine/core');
const text = (path: string): string => readFileSync(path, 'utf8');
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map((path) => join(folder, path));

/** Names that the files take from the kit. */
const takenBy = (files: readonly string[]): string[] =>
  files.flatMap((file) =>
    [...text(file).matchAll(/import\s*\{([^}]*)\}\s*from ['"]@mantine\/core['"]/g)].flatMap(([, names]) =>
      names!.split(',').map((name) => name.trim().split(' as ')[0]!),
    ),
  );

/** The kit's classes that its module, and all that it is made of, gives to elements. */
function classesFrom(module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const code = text(module);
  const own = module.endsWith('.module.mjs') ? [...code.matchAll(/"(m_[0-9a-f]+)"/g)].map(([, name]) => name!) : [];
  const parts = [...code.matchAll(/from "(\.\.?\/[^"]+\.mjs)"/g)].map(([, path]) => resolve(dirname(module), path!));
  return [...own, ...parts.flatMap((part) => classesFrom(part, seen))];
}

test('every part of the kit that is drawn has its styles', () => {
  const index = text(join(CORE, 'esm/index.mjs'));
  const modules = new Map(
    [...index.matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(([, names, path]) =>
      names!.split(',').map((name): [string, string] => [name.trim().split(' as ').at(-1)!, join(CORE, 'esm', path!)]),
    ),
  );
  const own = [join(ROOT, 'ui/src'), ...globSync('plugins/*/*/ui', { cwd: ROOT }).map((folder) => join(ROOT, folder))];
  const kits = ['notifications', 'spotlight', 'dates', 'charts'].map((kit) => join(ROOT, 'node_modules/@mantine', kit, 'esm'));
  const files = [...own, ...kits].flatMap((folder) => {
    try {
      return sources(folder);
    } catch {
      return []; // a plugin without browser files
    }
  });
  const seen = new Set<string>();
  const drawn = [...new Set(takenBy(files))].flatMap((name) => (modules.has(name) ? classesFrom(modules.get(name)!, seen) : []));
  // What is drawn late comes with its part: the file of the styles holds those that more than one part needs.
  const imported = sources(import.meta.dirname).flatMap((file) =>
    [...text(file).matchAll(/@mantine\/core\/styles\/([\w-]+\.css)/g)].map(([, name]) => name!),
  );
  const here = imported.map((file) => text(join(CORE, 'styles', file))).join('\n');
  const all = text(join(CORE, 'styles.css'));
  const missing = [...new Set(drawn)].filter((name) => all.includes(`.${name}`) && !here.includes(`.${name}`));
  const styles = readdirSync(join(CORE, 'styles')).filter((file) => !file.includes('.layer.'));
  expect(drawn.length).toBeGreaterThan(200);
  expect(styles.filter((file) => missing.some((name) => text(join(CORE, 'styles', file)).includes(`.${name}`)))).toEqual([]);
});
