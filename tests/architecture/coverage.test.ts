import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cellsOf, ROOT, testFault } from '../support/proofs.ts';

const SPECS = join(ROOT, '../shared/spec');

interface Row {
  line: number;
  item: string;
  proofs: string[];
}

const source = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8');
const rows: Row[] = source.split('\n').flatMap((text, at) => {
  const [section, item, proof, ...more] = cellsOf(text);
  if (section === undefined || section === '§' || /^-+$/.test(section)) return [];
  // A row with too few or too many cells has no proof that could be read.
  return [{ line: at + 1, item: item ?? '', proofs: more.length ? [] : (proof ?? '').split('<br>').map((p) => p.trim()) }];
});

/** What a later part brings, what is missing, and what a specification names without a rule that uses it. */
const OTHER = /^(?:part D|open|no effect): \S.*$/;
const say = (row: Row, what: string): string => `docs/coverage.md:${row.line} ${row.item}: ${what}`;

/** What is wrong with one proof, or null. */
const faultOf = (proof: string): string | null => (OTHER.test(proof) ? null : testFault(proof));
function faultsOf(row: Row): string[] {
  if (!row.item || !row.proofs.length) return [say(row, 'the row is incomplete')];
  return row.proofs.flatMap((proof) => {
    const fault = faultOf(proof);
    return fault ? [say(row, fault)] : [];
  });
}

/** The texts, calls and routes that a specification names. */
function namedIn(spec: string): string[] {
  const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1]!);
  const texts = all(spec, /(?<!\w)'(.+?)'(?!\w)/g);
  const paths = all(spec, /(?<![\w.}])(\/[\w{][\w{}:|*/-]*)/g);
  const calls = all(spec, /^- (\w*[a-z][A-Z]\w*): /gm);
  // Lists of routes stand without a slash: "profile, profile-setup, profile-setup-v1, ..."
  const lists = all(spec.replaceAll(/ \([^)]*\)/g, ''), /^- ([a-z\d]+(?:-[a-z\d]+)*(?:, [a-z\d]+(?:-[a-z\d]+)*)+)\.$/gm);
  return [...texts, ...paths, ...calls, ...lists.flatMap((list) => list.split(', '))];
}

test('every row has an item and well-formed proofs, and each named test exists', () => {
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.flatMap(faultsOf)).toEqual([]);
});

test('nothing is open', () => {
  const open = rows.flatMap((row) => row.proofs.filter((proof) => proof.startsWith('open:')).map((proof) => say(row, proof)));
  expect(open).toEqual([]);
});

test('every text, call and route of the specifications has a row', ({ skip }) => {
  skip(!existsSync(SPECS), 'the specifications do not lie beside this checkout');
  const items = rows.map((row) => row.item).join('\n');
  const missing = ['platform.md', 'agencies-and-billing.md'].flatMap((name) =>
    namedIn(readFileSync(join(SPECS, name), 'utf8'))
      .filter((named) => !items.includes(named))
      .map((named) => `${name}: ${named}`),
  );
  expect(missing).toEqual([]);
});
