import { fc, test as prop } from '@fast-check/vitest';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { csvLines, harmless } from './csv.ts';

/** The rule as written down: after control characters, blanks, byte order mark and no-break space, no cell begins like a formula. */
const dangerous = (cell: string): boolean => {
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  const bare = cell.replace(/^[\u0000-\u0020\uFEFF\u00A0]+/, '');
  return /^[=+\-@]/.test(bare) && !/^[+-]?\d+(\.\d+)?$/.test(cell);
};
/** Texts that begin dangerously far more often than chance would have it. */
const nasty = fc
  .tuple(
    fc.array(fc.constantFrom(' ', '\t', '\r', '\n', '\0', '\u00A0', '\uFEFF', '"', "'", ',', ';', '\u200B')),
    fc.constantFrom('=', '+', '-', '@', '', '+1', '-2.5'),
    fc.string({ unit: 'binary' }),
  )
  .map(([blank, sign, rest]) => blank.join('') + sign + rest);
const cell = fc.oneof(nasty, fc.string(), fc.string({ unit: 'binary' }));

describe('CSV', () => {
  prop.prop([cell], { numRuns: 5_000 })('no cell that comes out begins like a formula', (text) => {
    expect(dangerous(harmless(text))).toBe(false);
  });

  prop.prop([fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 })], { numRuns: 1_000 })(
    'what is written is read back cell by cell, guarded and otherwise unchanged',
    (rows) => {
      const read: string[][] = parse(csvLines(rows));
      expect(read).toEqual(rows.map((row) => row.map(harmless)));
      expect(read.flat().some(dangerous)).toBe(false);
    },
  );

  test('numbers, also phone numbers, and ordinary texts stay as they are', () => {
    for (const text of ['+13125550100', '-5', '2.50', '', 'a=b', 'Anne-Marie', "O'Neil"]) expect(harmless(text)).toBe(text);
    for (const text of ['=1+1', ' =1', '\t@SUM(A1)', '+1 (312) 555-0100', '-', '\uFEFF=x', '＝1', '\u200B=1'])
      expect(harmless(text)).toBe(`'${text}`);
  });

  test('cells stand in quotes, lines end as RFC 4180 says', () => {
    expect(csvLines([['a;b', '', 'say "x"']])).toBe('"a;b","","say ""x"""\r\n');
    expect(csvLines([])).toBe('');
  });
});
