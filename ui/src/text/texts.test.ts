import { afterEach, expect, it } from 'vitest';
import { hasText, takeTexts, text } from './texts.ts';

afterEach(() => takeTexts({}));

it('fills names, once', () => {
  takeTexts({ 'x.hello': 'Hello {name}, {other}' });
  expect(text('x.hello', { name: '{other}' })).toBe('Hello {other}, {other}');
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
