import { expect, test } from 'vitest';
import { axisOf, heapsOf, labelled, smoothPath } from './chart-geometry.ts';
import type { Line } from './chart-lines.ts';

const line = (name: string, more: Partial<Line> = {}): Line => ({ name, label: name, color: 'red', kind: 'bar', ...more });

test('an axis begins at nothing, ends above all figures and counts in whole steps', () => {
  expect(axisOf([3, 180, 41])).toEqual({ ticks: [0, 50, 100, 150, 200], top: 200 });
  expect(axisOf([1, 2])).toEqual({ ticks: [0, 1, 2], top: 2 });
  expect(axisOf([])).toMatchObject({ top: 1, ticks: [0, 1] });
});

test('what is stacked stands upon what comes before it, and what is of another time on its own', () => {
  const rows = [
    { a: 2, b: 3, before: 9 },
    { a: '4', b: null, before: 1 },
  ];
  const lines = [line('a'), line('b'), line('before', { kind: 'line', strokeDasharray: '5 4' })];
  const spans = (stacked: boolean) => heapsOf(lines, rows, stacked).map(({ starts, ends }) => [starts, ends]);
  expect(spans(true)).toEqual([
    [
      [0, 0],
      [2, 4],
    ],
    [
      [2, 4],
      [5, 4],
    ],
    [
      [0, 0],
      [9, 1],
    ],
  ]);
  expect(spans(false)[1]).toEqual([
    [0, 0],
    [3, 0],
  ]);
});

test('days under the axis have room, from the first one on', () => {
  expect(labelled(Array.from({ length: 30 }), 960)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28]);
  expect(labelled([1, 2, 3], 960)).toEqual([0, 1, 2]);
});

test('a line goes through its points and does not swing beyond them', () => {
  const path = smoothPath([
    [0, 10],
    [10, 10],
    [20, 0],
  ]);
  expect(path.startsWith('M0,10')).toBe(true);
  const heights = [...path.matchAll(/[ ,](-?[\d.]+)(?=[CL]|$)/g)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(10);
});
