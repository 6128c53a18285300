import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { inCircles, neighboursOfPlugins, reach, tableOf } from '../../scripts/plugin-graph/graph.ts';
import { layersOfPlugins, LAYERS } from '../../scripts/plugin-graph/layers.ts';

let neighbours: Awaited<ReturnType<typeof neighboursOfPlugins>>;
beforeAll(async () => {
  neighbours = await neighboursOfPlugins();
});

test('manifests name the plugins that are known, and no others', () => expect(neighbours.declared).toEqual(neighbours.found));

test('no plugin stands in a circle', () => expect(inCircles(neighbours.found)).toEqual([]));

test('every folder of plugins/ is a layer', () => {
  const layers = new Set(layersOfPlugins().values());
  expect([...layers].filter((group) => !LAYERS.some((layer) => layer === group))).toEqual([]);
});

test.each(LAYERS)('the plugins of %s know nobody of a layer above', (layer) => {
  const layers = layersOfPlugins();
  const isAbove = (id: string): boolean => LAYERS.findIndex((one) => one === layers.get(id)) > LAYERS.indexOf(layer);
  const wrong = [...neighbours.found]
    .filter(([id]) => layers.get(id) === layer)
    .flatMap(([id, known]) => known.filter(isAbove).map((other) => `${id} -> ${other}`));
  expect(wrong).toEqual([]);
});

/** Whom these must never know, directly or through others, although they may by their layer. */
const FORBIDDEN: readonly [who: readonly string[], whom: readonly string[]][] = [
  [
    ['ledger', 'payments'],
    ['pricing', 'clients'],
  ],
  [['leads'], ['capture', 'enrichment', 'intent']],
];

test.each(FORBIDDEN)('%j know nothing of %j', (who, whom) =>
  expect(
    who.flatMap((id) => [...reach(neighbours.found, id)].filter((other) => whom.includes(other)).map((other) => `${id} -> ${other}`)),
  ).toEqual([]),
);

test('nobody but their test knows a connector', () =>
  expect([...neighbours.found].filter(([, known]) => known.some((id) => id.startsWith('connector-')))).toEqual([]));

test('contracts hold no implementation of another file, apart from the parts in their own folder', () =>
  expect(
    globSync('plugins/*/*/contract{.ts,/*.ts}').filter((file) =>
      /^export (?!type)[^;\n]* from (?!'\.\/contract\/[\w-]+\.ts')/m.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([]));

test('docs/architecture.md shows the graph as it is (npm run graph)', () => {
  const cells = (text: string): string[] => text.split('\n').map((line) => line.replace(/[ -]+/g, ' ').trim());
  const shown = /<!-- graph -->(.*)<!-- \/graph -->/s.exec(readFileSync('docs/architecture.md', 'utf8'))![1]!;
  expect(cells(shown.trim())).toEqual(cells(tableOf(neighbours.found, layersOfPlugins())));
});

test('a graph without circles has none, and one with a circle names it', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));
  expect(inCircles(graph({ a: [], b: ['a'], c: ['a', 'b'] }))).toEqual([]);
  expect(inCircles(graph({ a: ['c'], b: ['a'], c: ['b'], d: ['a'] }))).toEqual(['a', 'b', 'c']);
});
