import { expect, test } from 'vitest';
import { differences, looksAlone, readPictures, written } from './compare.ts';
import type { Mark } from './outline.ts';

const mark = (left: number, look: string): Mark => ({ box: [left, 0, 100, 20], look });
const ROWS = [mark(0, 'th "Name" #111111 13px 600'), mark(100, 'td "Ann | Bob" #111111 13px 400'), mark(200, 'svg')];

test('what is written is read back the same', () => {
  const pictures = { 'filled, light': ROWS, empty: [] };
  expect(readPictures(written(pictures))).toEqual(pictures);
});

test('a pixel more or less is the same picture; another colour, place, or thing is none', () => {
  expect(
    differences(
      ROWS,
      ROWS.map(({ box: [left, ...rest], look }) => ({ box: [left + 3, ...rest], look })),
    ),
  ).toEqual([]);
  expect(differences(ROWS, [ROWS[0]!, mark(104, ROWS[1]!.look), ROWS[2]!])).toHaveLength(2);
  expect(differences(ROWS, [ROWS[0]!, mark(100, 'td "Ann | Bob" #222222 13px 400'), ROWS[2]!])).toEqual([
    '- 100 0 100 20 | td "Ann | Bob" #111111 13px 400',
    '+ 100 0 100 20 | td "Ann | Bob" #222222 13px 400',
  ]);
  expect(differences(ROWS, [ROWS[0]!, ROWS[2]!])).toEqual(['- 100 0 100 20 | td "Ann | Bob" #111111 13px 400']);
  expect(differences(ROWS, [...ROWS, mark(300, 'img')])).toEqual(['+ 300 0 100 20 | img']);
});

test('looks alone are without words and places, each once', () => {
  expect(looksAlone([mark(0, 'td "a \\" b" #111111 13px'), mark(9, 'td "c" #111111 13px'), mark(9, 'svg')])).toEqual([
    { box: [0, 0, 0, 0], look: 'td #111111 13px' },
    { box: [0, 0, 0, 0], look: 'svg' },
  ]);
});
