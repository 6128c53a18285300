import { fc, test as prop } from '@fast-check/vitest';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { chained, endLine } from '../plugins/money/ledger/statement-chain.ts';
import { verifyStatement } from './verify-statement.ts';

const fileOf = (lines: string[][]): string => stringify(lines, { quoted: true, quoted_empty: true });
const lines = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 8 });
const sealed = (body: readonly string[][]): string[][] => {
  const whole = body.map((cells, n) => [`${n}`, ...cells]);
  return chained([...whole, endLine(whole.length, 'closing')]);
};
const isSound = (statement: string[][]): boolean => verifyStatement(fileOf(statement)).sound;

describe('a statement', () => {
  prop.prop([lines])('as it was made is sound, whatever stands in its cells', (body) => {
    expect(verifyStatement(fileOf(sealed(body)))).toMatchObject({ sound: true });
  });

  prop.prop([lines, fc.nat(), fc.nat(), fc.string({ minLength: 1 })])('with any cell changed is not', (body, row, column, more) => {
    const statement = sealed(body);
    const line = statement[row % statement.length]!;
    line[column % line.length] += more;
    expect(isSound(statement)).toBe(false);
  });

  prop.prop([lines, fc.nat()])('with any line left out is not', (body, row) => {
    const statement = sealed(body);
    expect(isSound(statement.toSpliced(row % statement.length, 1))).toBe(false);
  });

  prop.prop([lines, fc.nat(), fc.nat()])('with any two lines exchanged is not', (body, a, b) => {
    const statement = sealed(body);
    const [one, other] = [a % statement.length, b % statement.length];
    fc.pre(one !== other);
    [statement[one], statement[other]] = [statement[other]!, statement[one]!];
    expect(isSound(statement)).toBe(false);
  });

  prop.prop([lines, fc.nat()])('with a line put in or repeated is not', (body, row) => {
    const statement = sealed(body);
    expect(isSound(statement.toSpliced(row % statement.length, 0, statement[row % statement.length]!))).toBe(false);
  });

  test('that was written anew from the first changed line has another head than the one in the log', () => {
    const body = [
      ['0', 'ten'],
      ['1', 'twenty'],
    ];
    const head = chained([...body, endLine(2)])
      .at(-1)!
      .at(-1)!;
    const forged = fileOf(chained([['0', 'nine'], body[1]!, endLine(2)]));
    expect(verifyStatement(forged).sound).toBe(true);
    expect(verifyStatement(forged, head)).toMatchObject({ sound: false, says: expect.stringContaining(head) });
  });

  test('says which line is wrong', () => {
    const statement = sealed([['a'], ['b'], ['c']]);
    statement[1]![1] = 'x';
    expect(verifyStatement(fileOf(statement)).says).toBe('Line 2 does not follow from the line before it, or was changed.');
    expect(verifyStatement('').says).toBe('Line 0 is not the end: lines are missing.');
    expect(verifyStatement('"a').sound).toBe(false);
  });
});
