import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keywordOf, keywordsOf } from './keywords.ts';

test('a keyword is lower case with single spaces, and has 2 to 120 characters', () => {
  expect(keywordOf('  Running\t SHOES\u0000 ')).toBe('running shoes');
  expect(keywordOf('ﬁtness')).toBe('fitness');
  for (const none of ['', ' ', 'x', '--', '!?', 'x'.repeat(121)]) expect(keywordOf(none), none).toBeNull();
  expect(keywordOf('x'.repeat(120))).toHaveLength(120);
  expect(keywordOf('أحذية')).toBe('أحذية');
});

test('a list ignores blank entries and repeats, and says which are no keywords', () => {
  expect(keywordsOf('Shoes, boots\n\n SHOES,,x')).toEqual({ keywords: ['shoes', 'boots'], wrong: ['x'] });
  expect(keywordsOf([' shoes ', '', '-'])).toEqual({ keywords: ['shoes'], wrong: ['-'] });
});

test('whatever is typed, a keyword stays what it is when it is typed again', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (text) => {
      const keyword = keywordOf(text);
      if (keyword === null) return;
      expect(keywordOf(keyword)).toBe(keyword);
      expect(keyword).not.toMatch(/\p{Cc}|\s{2}|^\s|\s$/u);
    }),
    { numRuns: 1_000 },
  ));
