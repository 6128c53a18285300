import { expect, test } from 'vitest';
import { runsOf, wrapped } from './text-runs.ts';

test.each([
  ['Invoice 2027', false, ['Invoice 2027']],
  ['رسوم المنصة', true, ['رسوم\u00A0المنصة']],
  ['متجر Oak Street في دبي', true, ['في\u00A0دبي', 'Oak Street', 'متجر']],
  ['Agency وكالة النور', false, ['Agency', 'وكالة\u00A0النور']],
] as const)('draws the stretches of %s in order', (text, isRtl, drawn) => expect(runsOf(text, isRtl)).toEqual(drawn));

test('breaks lines between words, and within a word that is too wide', () => {
  const lines = wrapped('one two three aaaaaaaaaaaaaaaa b', 7, (text) => text.length);
  expect(lines).toEqual(['one two', 'three', 'aaaaaaa', 'aaaaaaa', 'aa b']);
  expect(wrapped('', 7, (text) => text.length)).toEqual(['']);
});
