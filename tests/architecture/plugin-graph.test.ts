import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { inCircles, neighboursOfPlugins, tableOf } from '../../scripts/plugin-graph/graph.ts';

/** To become empty: nobody may be added. */
const STILL_IN_CIRCLES = [
  'agencies',
  'agency-billing',
  'billing',
  'campaigns',
  'capture',
  'clients',
  'company-groups',
  'developer',
  'dunning',
  'organizations',
  'people',
  'pricing',
  'profile',
  'reports',
  'wallet',
];

let neighbours: Awaited<ReturnType<typeof neighboursOfPlugins>>;
beforeAll(async () => {
  neighbours = await neighboursOfPlugins();
});

test('manifests name the plugins that are known, and no others', () => expect(neighbours.declared).toEqual(neighbours.found));

test('no further plugin stands in a circle', () => expect(inCircles(neighbours.found)).toEqual(STILL_IN_CIRCLES));

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
