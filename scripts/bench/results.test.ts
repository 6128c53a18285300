import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { keepResults, shown } from './results.ts';

const table = (figure: number) => ({
  name: 'a table',
  columns: ['what', 'ms'],
  rows: [
    ['a "list"', figure],
    ['nothing', null],
  ],
  printed: 1,
});

test('a bench replaces its own figures and leaves those of others; each stands with its commit, a row on a line', async () => {
  const folder = await mkdtemp(join(scratchDir(), 'results-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'results.json');
  await keepResults('growth', [table(1)], file);
  await keepResults('idle', [table(2)], file);
  await keepResults('growth', [table(3)], file);
  const text = await readFile(file, 'utf8');
  const kept = JSON.parse(text) as Record<string, { commit: string; results: unknown[] }>;
  expect([kept['growth']!.results, kept['idle']!.results]).toEqual([[table(3)], [table(2)]]);
  expect(kept['idle']!.commit).toMatch(/^[0-9a-f]{7,}\+?$/);
  expect(text.split('\n').filter((line) => line.includes('a \\"list\\"'))).toHaveLength(2);
});

test('a table is printed with its figures below each other, as far as it is wanted', () => {
  expect(shown(table(1_234.5)).split('\n')).toEqual([
    'a table',
    '  what           ms',
    '  a "list"  1,234.5',
    '  and 1 more rows in bench/results.json',
  ]);
});
