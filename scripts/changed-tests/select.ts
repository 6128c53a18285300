import type { Graph } from '../plugin-graph/graph.ts';
import type { Imports } from './imports.ts';

const TEST = /\.test\.tsx?$/;
/** Under every test, whatever it imports: the product is started with them. */
const UNDER_ALL = [
  /^(?:config|migrations|tests\/setup)\//,
  /^core\/(?!testing\/)/,
  /^core\/testing\/(?:app|test-app|template|fixtures)\.ts$/,
  /^(?:package(?:-lock)?|tsconfig)\.json$/,
  /^vite(?:st)?\.config\.ts$/,
];

/**
 * The test files that depend on the files that changed; all of them where that cannot be told. A plugin is loaded by its name, which imports do
 * not show: its own tests depend on it, those of the plugins that know it, and those of how plugins stand to each other.
 */
export function testsOf(changed: readonly string[], imports: Imports, knows: Graph): readonly string[] {
  const tests = imports.files.filter((file) => TEST.test(file));
  const below = (...folders: string[]): string[] => tests.filter((test) => folders.some((folder) => test.startsWith(`${folder}/`)));
  const chosen = new Set<string>();
  for (const file of changed) {
    const found = testsOfOne(file);
    if (!found) return tests;
    found.forEach((test) => chosen.add(test));
  }
  return [...chosen].toSorted();

  function testsOfOne(file: string): readonly string[] | null {
    if (TEST.test(file)) return tests.filter((test) => test === file); // one that was removed is no test any more
    if (UNDER_ALL.some((pattern) => pattern.test(file))) return null;
    const dependents = [...imports.dependentsOf(file)].filter((dependent) => TEST.test(dependent));
    const [top, second, third] = file.split('/') as [string, string | undefined, string | undefined];
    if (top === 'plugins' && third) {
      const neighbours = new Set([third, ...[...knows].filter(([, known]) => known.includes(third)).map(([id]) => id)]);
      const screens = file.startsWith(`plugins/${second}/${third}/ui/`) ? below('tests/e2e') : [];
      const theirs = tests.filter((test) => test.startsWith('plugins/') && neighbours.has(test.split('/')[2]!));
      return [...dependents, ...screens, ...below('tests/architecture'), ...theirs];
    }
    if (file.startsWith('ui/src/pixel/')) return [...dependents, ...tests.filter((test) => test.startsWith('tests/e2e/pixel'))];
    if (top === 'ui') return [...dependents, ...below('tests/e2e')]; // every screen is drawn by it
    if (top === 'docs' || file.endsWith('.md')) return below('tests/architecture');
    if (top === 'tests' && !/\.tsx?$/.test(file) && second) return below(`tests/${second}`);
    return dependents.length > 0 ? dependents : null;
  }
}
