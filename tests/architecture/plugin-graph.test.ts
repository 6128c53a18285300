import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { inCircles, neighboursOfPlugins, reach, tableOf } from '../../scripts/plugin-graph/graph.ts';

const PEOPLE = ['accounts', 'agreements', 'clients', 'companies', 'people', 'profile', 'roles', 'view-mode', 'white-label'];
const MONEY = ['wallet', 'billing', 'prepaid', 'dunning', 'agency-billing', 'warranty'];
const TOP = ['agencies', 'integrations', 'registration', 'reports'];

let neighbours: Awaited<ReturnType<typeof neighboursOfPlugins>>;
beforeAll(async () => {
  neighbours = await neighboursOfPlugins();
});

test('manifests name the plugins that are known, and no others', () => expect(neighbours.declared).toEqual(neighbours.found));

test('no plugin stands in a circle', () => expect(inCircles(neighbours.found)).toEqual([]));

/** Whom these must never know, directly or through others. */
const FORBIDDEN: readonly [who: readonly string[], whom: readonly string[]][] = [
  [PEOPLE, ['ledger', 'pricing', 'campaigns', 'leads', ...MONEY, ...TOP]],
  [
    ['ledger', 'payments', 'pricing'],
    ['campaigns', 'leads', 'site-id', ...MONEY, ...TOP],
  ],
  [
    ['campaigns', 'leads', 'exclusions'],
    ['capture', 'site-id', ...MONEY, ...TOP],
  ],
];

test.each(FORBIDDEN)('%j know nobody above them', (who, whom) =>
  expect(
    who.flatMap((id) => [...reach(neighbours.found, id)].filter((other) => whom.includes(other)).map((other) => `${id} -> ${other}`)),
  ).toEqual([]),
);

test('nobody but their test knows a connector', () =>
  expect([...neighbours.found].filter(([, known]) => known.some((id) => id.startsWith('connector-')))).toEqual([]));

test('contracts hold no implementation of another file, apart from the parts in their own folder', () =>
  expect(
    globSync('plugins/*/contract{.ts,/*.ts}').filter((file) =>
      /^export (?!type)[^;\n]* from (?!'\.\/contract\/[\w-]+\.ts')/m.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]));

test('docs/architecture.md shows the graph as it is (npm run graph)', () => {
  const cells = (text: string): string[] => text.split('\n').map((line) => line.replace(/[ -]+/g, ' ').trim());
  const shown = /<!-- graph -->(.*)<!-- \/graph -->/s.exec(readFileSync('docs/architecture.md', 'utf8'))![1]!;
  expect(cells(shown.trim())).toEqual(cells(tableOf(neighbours.found)));
});

test('a graph without circles has none, and one with a circle names it', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));
  expect(inCircles(graph({ a: [], b: ['a'], c: ['a', 'b'] }))).toEqual([]);
  expect(inCircles(graph({ a: ['c'], b: ['a'], c: ['b'], d: ['a'] }))).toEqual(['a', 'b', 'c']);
});
