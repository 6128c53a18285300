import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, ROOT, testFault } from '../support/proofs.ts';

/** Requirements of ASVS 5.0.0 of the levels 1 and 2, by chapter and section. */
const REQUIREMENTS = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, numbers] = section.split(':') as [string, string];
    return numbers.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number) as [number, number?];
      return Array.from({ length: last - first + 1 }, (_, n) => `${name}.${first + n}`);
    });
  });

const source = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
/** Rows of the tables whose last column says what holds them. */
const rows = source
  .slice(source.indexOf('## Promises'), source.indexOf('## What is sealed'))
  .split('\n')
  .map(cellsOf)
  .filter((cells) => cells.length > 0 && !/^-+$/.test(cells[0]!) && cells.at(-1) !== 'held by');
const proofsOf = (cells: readonly string[]): string[] => cells.at(-1)!.split('<br>');

const DOCUMENT = /^(?<file>docs\/\S+\.md) › (?<heading>.+)$/;
const REASON = /^(?:none|otherwise): \S.+$/;

/** What is wrong with one proof, or null. */
function faultOf(proof: string): string | null {
  const { file, heading } = DOCUMENT.exec(proof)?.groups ?? {};
  if (file && heading) {
    const path = join(ROOT, file);
    const isThere =
      existsSync(path) &&
      readFileSync(path, 'utf8')
        .split('\n')
        .some((line) => line.replace(/^#+ /, '') === heading && line !== heading);
    return isThere ? null : `${file} has no heading "${heading}"`;
  }
  return REASON.test(proof) ? null : testFault(proof);
}

test('every promise and requirement names a test or a document that exists, or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(80);
  expect(rows.flatMap(proofsOf).map(faultOf).filter(Boolean)).toEqual([]);
});

test('every requirement of ASVS up to level 2 stands there once', () => {
  const named = rows
    .flatMap(
      ([first]) =>
        /^(?:\d+\.\d+\.\d+(?:, )?)+/
          .exec(first!)?.[0]
          .split(', ')
          .map((id) => id.trim()) ?? [],
    )
    .filter(Boolean);
  expect(named.filter((id, at) => named.indexOf(id) !== at)).toEqual([]);
  expect(REQUIREMENTS).toHaveLength(253);
  expect({ missing: REQUIREMENTS.filter((id) => !named.includes(id)), unknown: named.filter((id) => !REQUIREMENTS.includes(id)) }).toEqual({
    missing: [],
    unknown: [],
  });
});
