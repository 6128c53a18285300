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

/** Looks through the whole query for each of its names, as Koa does. */
function readByLookingUp(search: string): Record<string, string[]> {
  const params = new URLSearchParams(search);
  return Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
}

/** The least that it took of several times, in milliseconds: other work only ever adds to it. */
const fastest = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 20 }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );

test('many names are read without looking through all of them for each', () => {
  const search = Array.from({ length: 3_000 }, (_, n) => `k${n}=1`).join('&');
  expect(fastest(() => readQuery(search)) / fastest(() => readByLookingUp(search))).toBeLessThan(0.5);
});
