import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|json|md)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const linesOf = (files: readonly string[], wrong: RegExp): string[] =>
  files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, n) => (wrong.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );

/** The ledger lies below whatever posts to it. */
describe('the ledger', () => {
  test('has no word of those who post to it', () => {
    expect(
      linesOf(filesIn('plugins/money/ledger'), /lead(?!s? to|s? from)|\bcards?\b|card[A-Z_]|wallet|campaign|invoice|product|visit/i),
    ).toEqual([]);
    expect(linesOf(filesIn('plugins/money/ledger'), /محفظة|عميل|حملة|بطاقة/)).toEqual([]);
  });

  test('imports the kernel and nothing of another plugin', () => {
    const code = filesIn('plugins/money/ledger').filter((file) => file.endsWith('.ts'));
    expect(code.length).toBeGreaterThan(10);
    expect(linesOf(code, /from '(?:\.\.\/)+(?!(?:\.\.\/)*core\/)/)).toEqual([]);
    expect(textOf('plugins/money/ledger/index.ts')).not.toContain('requires');
  });

  test('alone writes and reads its tables: other plugins have its ports and its three functions', () => {
    const others = filesIn('plugins').filter((file) => !file.startsWith('plugins/money/ledger/') && !/\.(test|fake)\.ts$|\.md$/.test(file));
    expect(linesOf(others, /\bledger_(?!(cents|low|moved)\b)\w/)).toEqual([]);
  });
});
