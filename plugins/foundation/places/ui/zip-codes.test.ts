import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedZips, zipsOf } from './zip-codes.ts';

describe('zip codes', () => {
  it('turn spaces and commas into lines and drop everything else', () => {
    expect(typedZips('60601, 60602 abc\n\n60603')).toBe('60601\n60602\n60603');
    expect(typedZips('60601 ')).toBe('60601\n');
    expect(zipsOf(',60601,,60602\n')).toEqual(['60601', '60602']);
  });
  it('hold only digits and single newlines, whatever is pasted', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const typed = typedZips(text);
        expect(typed).toMatch(/^(\d+\n)*\d*$/);
        expect(typedZips(typed)).toBe(typed);
      }),
    ));
});
