import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MANTINE = join(ROOT, 'node_modules/@mantine');
const CORE = join(MANTINE, 'core');
const text = (path: string): string => readFileSync(path, 'utf8');
const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.includes('.test.'))
    .map((path) => join(folder, path));
const own = [join(ROOT, 'ui/src'), ...globSync('plugins/*/*/ui', { cwd: ROOT }).map((folder) => join(ROOT, folder))].flatMap(sources);

const STATIC = /^(?:import|export)\s(?!type\b)(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+)['"]/gm;
const LATER = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;
const KITS = /from ['"]@mantine\/(notifications|spotlight|dates|charts)['"]/g;
const STYLES = /@mantine\/core\/styles\/([\w-]+\.css)/g;
const found = (file: string, pattern: RegExp): string[] => [...text(file).matchAll(pattern)].map(([, name]) => name!);
const filesNamedBy = (file: string, pattern: RegExp): string[] =>
  found(file, pattern)
    .map((path) => resolve(dirname(file), path))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(path));

/** A file, what it imports, and so on; what is fetched later is no part of it. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const imported of filesNamedBy(file, STATIC)) withImports(imported, seen);
  return seen;
}

/** Names that a file takes from the kit. */
const takenBy = (file: string): string[] =>
  found(file, /import\s*\{([^}]*)\}\s*from ['"]@mantine\/core['"]/g).flatMap((names) =>
    names.split(',').map((name) => name.trim().split(' as ')[0]!),
  );

const kitModules = new Map(
  [...text(join(CORE, 'esm/index.mjs')).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(([, names, path]) =>
    names!.split(',').map((name): [string, string] => [name.trim().split(' as ').at(-1)!, join(CORE, 'esm', path!)]),
  ),
);

/** The kit's classes that its module, and all that it is made of, gives to elements. */
function classesFrom(module: string, seen: Set<string>): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const code = text(module);
  const classes = module.endsWith('.module.mjs') ? [...code.matchAll(/"(m_[0-9a-f]+)"/g)].map(([, name]) => name!) : [];
  const parts = [...code.matchAll(/from "(\.\.?\/[^"]+\.mjs)"/g)].map(([, path]) => resolve(dirname(module), path!));
  return [...classes, ...parts.flatMap((part) => classesFrom(part, seen))];
}

const files = readdirSync(join(CORE, 'styles')).filter((file) => file.endsWith('.css') && !file.includes('.layer.'));
const styleOf = new Map(
  files.flatMap((file) => found(join(CORE, 'styles', file), /\.(m_[0-9a-f]+)/g).map((name) => [name, file] as const)),
);

/** The files of the kit's styles that these files draw with. */
function drawnBy(these: Iterable<string>): Set<string> {
  const all = [...these];
  const kits = [...new Set(all.flatMap((file) => found(file, KITS)))].flatMap((kit) => sources(join(MANTINE, kit, 'esm')));
  const names = new Set([...all, ...kits].flatMap(takenBy));
  const seen = new Set<string>();
  const classes = [...names].flatMap((name) => (kitModules.has(name) ? classesFrom(kitModules.get(name)!, seen) : []));
  return new Set(classes.flatMap((name) => styleOf.get(name) ?? []));
}
const importedBy = (these: Iterable<string>): string[] => [...these].flatMap((file) => found(file, STYLES));

const first = withImports(join(ROOT, 'ui/src/main.tsx'));

test('the first screen has the styles of the parts that it draws, and no others', () => {
  const drawn = drawnBy(first);
  expect(drawn.size).toBeGreaterThan(8);
  expect(new Set(importedBy(first))).toEqual(new Set([...drawn, 'baseline.css', 'global.css']));
});

test('whatever is fetched later brings the styles of the parts that it draws', () => {
  const fetched = new Set([
    ...own.flatMap((file) => filesNamedBy(file, LATER)),
    ...own.filter((file) => /\/plugins\/.*\/ui\/index\.ts$/.test(file)),
  ]);
  expect(fetched.size).toBeGreaterThan(40);
  const here = importedBy(first);
  const lacking = [...fetched].flatMap((file) => {
    const all = withImports(file);
    const styles = new Set([...here, ...importedBy(all)]);
    const missing = [...drawnBy(all)].filter((style) => !styles.has(style));
    return missing.length > 0 ? [`${file.slice(ROOT.length + 1)}: ${missing.sort().join(' ')}`] : [];
  });
  expect(lacking).toEqual([]);
});

test('styles that come later are of parts that are drawn somewhere', () => {
  const drawn = drawnBy(own);
  expect(importedBy(own).filter((style) => !drawn.has(style) && !['baseline.css', 'global.css'].includes(style))).toEqual([]);
});
