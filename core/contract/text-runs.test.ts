import { expect, test } from 'vitest';
import { readsFromRight, runsOf, wrapped } from './text-runs.ts';

test.each([
  ['Invoice 2027', false, ['Invoice 2027']],
  ['رسوم المنصة', true, ['رسوم\u00A0المنصة']],
  ['متجر Oak Street في دبي', true, ['\u00A0في\u00A0دبي', 'Oak Street', 'متجر\u00A0']],
  ['Agency وكالة النور', false, ['Agency ', 'وكالة\u00A0النور']],
  ['المبلغ (دولار)', true, ['المبلغ\u00A0)دولار(']],
  ['كل حملة (\u2068America/Denver, UTC\u2069)', true, ['(', 'America/Denver, UTC', 'كل\u00A0حملة\u00A0)']],
  ['+16035550179', true, ['+16035550179']],
  ['رقم EIN: \u206600-5550121\u2069', true, ['00-5550121', '\u00A0:', 'EIN', 'رقم\u00A0']],
  ['قبل 12 يومًا', true, ['\u00A0يومًا', '12', 'قبل\u00A0']],
] as const)('draws the stretches of %s in order', (text, isRtl, drawn) => expect(runsOf(text, isRtl)).toEqual(drawn));

test.each([
  ['Harbor Coffee', true, true],
  ['متجر Oak Street في دبي', false, true],
  ['(3) متجر', false, true],
  ['Book club – نادي الكتاب', false, false],
  ['$2.50', false, false],
] as const)('a name reads as its first letter does: %s', (text, isRtlPage, fromRight) =>
  expect(readsFromRight(text, isRtlPage)).toBe(fromRight),
);

test('breaks lines between words, and within a word that is too wide', () => {
  const lines = wrapped('one two three aaaaaaaaaaaaaaaa b', 7, (text) => text.length);
  expect(lines).toEqual(['one two', 'three', 'aaaaaaa', 'aaaaaaa', 'aa b']);
  expect(wrapped('', 7, (text) => text.length)).toEqual(['']);
});
