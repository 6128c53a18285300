import { expect, test } from 'vitest';
import { movedIn } from './moved.ts';

const before = ['a', 'b', 'c', 'd', 'e'];
const moved = (now: string): string[] => movedIn(before, Array.from(now)).map(({ name, after }) => `${name}>${after ?? ''}`);

test('a name that was carried up or down is the one that moved, with the one before it', () => {
  expect(moved('abcde')).toEqual([]);
  expect(moved('eabcd')).toEqual(['e>']);
  expect(moved('bcdea')).toEqual(['a>e']);
  expect(moved('adbce')).toEqual(['d>a']);
});

test('several that moved are each named, and those between which they were carried are not', () => {
  expect(moved('ebacd')).toEqual(['e>', 'a>b']);
  expect(moved('edcba')).toHaveLength(4);
});
