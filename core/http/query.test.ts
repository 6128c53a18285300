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

test('as many names as a request may hold are read at once', () => {
  const search = Array.from({ length: 3_000 }, (_, n) => `k${n}=1`).join('&');
  const began = performance.now();
  for (let n = 0; n < 20; n += 1) readQuery(search);
  // Looking through all for each takes a hundred times as long.
  expect(performance.now() - began).toBeLessThan(1_000);
});
