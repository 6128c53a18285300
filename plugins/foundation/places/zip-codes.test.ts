import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedZips, zipsOf } from './zip-codes.ts';
import { typedZips as typedInBrowser } from './ui/zip-codes.ts';

test('the server cleans what is typed as the browser does', () =>
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('0', '1', '23', ' ', ',', '\n', '\t', '-', 'ab', 'ç', '\u00a0'), maxLength: 60 }),
      (text) => {
        expect(typedZips(text)).toBe(typedInBrowser(text));
      },
    ),
    { numRuns: 500 },
  ));

test('codes have five digits, or nine of which the first five count, each once', () => {
  expect(zipsOf('60601, 60602-1234\n60601 abc 1234')).toEqual({ zips: ['60601', '60602'], wrong: ['1234'] });
  expect(zipsOf(['60601', ' 60602,60603 '])).toEqual({ zips: ['60601', '60602', '60603'], wrong: [] });
  expect(zipsOf('\n , ')).toEqual({ zips: [], wrong: [] });
});
