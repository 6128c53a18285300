import { afterEach, expect, it } from 'vitest';
import { hasText, takeTexts, text } from './texts.ts';

afterEach(() => takeTexts({}));

it('fills names, once', () => {
  takeTexts({ 'x.hello': 'Hello {name}, {other}' });
  expect(text('x.hello', { name: '{other}' })).toBe('Hello {other}, {other}');
});
it('writes a count with its thousands in groups, and a year without', () => {
  takeTexts({ 'x.left': '{count} of {all, number} left in {year}' });
  expect(text('x.left', { count: 12_345, all: 23_456, year: 2_027 })).toBe('12,345 of 23,456 left in 2027');
});

it('takes the form that a count has in its language', () => {
  takeTexts({ 'x.left': '{count} left', 'x.left.one': 'One left', 'x.left.two': 'Two left' });
  expect([1, 2].map((count) => text('x.left', { count }))).toEqual(['One left', '2 left']);
  takeTexts({ 'x.left': '{count} left', 'x.left.two': 'Two left' }, 'ar');
  expect([1, 2].map((count) => text('x.left', { count }))).toEqual(['1 left', 'Two left']);
});
it('falls back to the built-in text, then to the key', () => {
  expect(text('ui.retry')).toBe('Retry');
  expect(text('x.unknown')).toBe('x.unknown');
  expect(hasText('constructor')).toBe(false);
});

it('writes days and moments out in the language, a moment in the zone of the browser, and nothing else', () => {
  takeTexts({ 'x.due': '{day} / {at} / {name}' });
  const at = new Date(2027, 2, 8, 15, 30).toISOString();
  expect(text('x.due', { day: '2027-03-08', at, name: '2027-03-08-a' })).toBe('Mar 8, 2027 / Mar 8, 2027, 3:30 PM / 2027-03-08-a');
  takeTexts({ 'x.due': '{day} / {at}' }, 'ar');
  const arabic = new Date(2027, 2, 8).toLocaleDateString('ar-u-nu-latn', { year: 'numeric', month: 'short', day: 'numeric' });
  expect(text('x.due', { day: '2027-03-08', at: '2027-13-45' })).toBe(`${arabic} / 2027-13-45`);
});

it('keeps an amount, and a number in groups, in one piece among words that run from right to left', () => {
  takeTexts({ 'x.ask': '{amount}?' });
  expect(text('x.ask', { amount: '$25.00' })).toBe('$25.00?');
  takeTexts({ 'x.ask': '{amount}؟' }, 'ar');
  expect(text('x.ask', { amount: '$25.00' })).toBe('\u2066$25.00\u2069؟');
  expect(text('x.ask', { amount: '2027-000056' })).toBe('\u20662027-000056\u2069؟');
});
