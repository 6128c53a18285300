import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|json|md)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const linesOf = (files: readonly string[], wrong: RegExp): string[] =>
  files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, n) => (wrong.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
const isCode = (file: string): boolean => file.endsWith('.ts') && !/\.(test|fake)\.ts$/.test(file);

/** The intake lies below every source of leads and below whoever pays for them. */
describe('leads', () => {
  const own = filesIn('plugins/lead-intake/leads');

  test('have no word of a source, of who pays or of a product', () => {
    // The README says which plugin funds leads as the product is installed.
    const files = own.filter((file) => isCode(file) || file.endsWith('.json'));
    expect(files.length).toBeGreaterThan(20);
    expect(linesOf(files, /capture|visit|pixel|beacon|page view|wallet|stripe|site-id|site id/i)).toEqual([]);
    expect(linesOf(files, /بكسل|محفظة|زيارة|زار /)).toEqual([]);
  });

  test('import companies, clients, campaigns, exclusions, the launch checklist and what privacy requests ask, and nothing else of another plugin', () => {
    const allowed = /from '(?:\.\.\/)+(?:[a-z-]+\/)?(?:core|companies|campaigns|exclusions|clients|launch|privacy)\/contract\.ts'/;
    const imports = linesOf(own.filter(isCode), /from '(?:\.\.\/)+[a-z-]+\/(?:[a-z-]+\/)?contract\.ts'/);
    expect(imports.filter((line) => !allowed.test(line))).toEqual([]);
    expect(imports.length).toBeGreaterThan(10);
  });

  test('are read and written by nobody else in SQL: other plugins have their ports and their two functions', () => {
    const others = filesIn('plugins').filter((file) => isCode(file) && !file.startsWith('plugins/lead-intake/leads/'));
    expect(linesOf(others, /\bleads_(?:lead|claim|day|total|failure|matches)\b/)).toEqual([]);
  });

  test('list no outcome of a source or of the funding', () =>
    expect(linesOf(own.filter(isCode), /'(?:bot|consent|foreign_site|unproven|limited|review|no_match|share)'/)).toEqual([]));
});
