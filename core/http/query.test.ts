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

test('how long it takes grows with the names, not with their square', () => {
  fastest(3_000); // until the code is warm
  const growth = (): number => fastest(3_000) / fastest(300);
  // Ten times as many take thirty times as long, for a large object costs more by name; looking through all names for each takes ninety times.
  expect(Math.min(growth(), growth(), growth())).toBeLessThan(55);
});
