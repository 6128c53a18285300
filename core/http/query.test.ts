import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

test('a query is read by name, with all values of a name that is given several times', () => {
  expect(readQuery('Page=1&Page=2&Page=3&search=a%20b+c&empty')).toEqual({ Page: ['1', '2', '3'], search: 'a b c', empty: '' });
});

test('names of the language itself are names like any other', () => {
  const query = readQuery('__proto__=1&constructor=2');
  expect(Object.keys(query)).toEqual(['__proto__', 'constructor']);
  expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
});

/** The least that reading so many names took of several times, in milliseconds: other work only ever adds to it. */
function fastest(names: number): number {
  const search = Array.from({ length: names }, (_, n) => `k${n}=1`).join('&');
  return Math.min(
    ...Array.from({ length: 30 }, () => {
      const began = performance.now();
      readQuery(search);
      return performance.now() - began;
    }),
  );
}

test('ten times as many names take about ten times as long', () => {
  fastest(3_000); // until the code is warm
  // Looking through all names for each takes a hundred times as long.
  expect(fastest(3_000) / fastest(300)).toBeLessThan(40);
});
