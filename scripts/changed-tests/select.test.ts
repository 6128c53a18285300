import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readImports } from './imports.ts';
import { testsOf } from './select.ts';

const imports = readImports(resolve(import.meta.dirname, '../..'));
const KNOWS = new Map([
  ['clients', ['accounts']],
  ['company-groups', ['campaigns', 'clients']],
]);
const select = (...changed: string[]): readonly string[] => testsOf(changed, imports, KNOWS);
const all = imports.files.filter((file) => /\.test\.tsx?$/.test(file));
const foldersOf = (files: readonly string[]): Set<string> =>
  new Set(
    files.map((file) =>
      file
        .split('/')
        .slice(0, file.startsWith('plugins/') ? 3 : 2)
        .join('/'),
    ),
  );

test('a changed plugin runs its own tests, those of the plugins that know it, and those of the architecture', () => {
  const found = foldersOf(select('plugins/tenancy/clients/clients.pages.ts'));
  for (const folder of ['plugins/tenancy/clients', 'plugins/campaign-management/company-groups', 'tests/architecture'])
    expect(found).toContain(folder);
  expect(found).not.toContain('plugins/commerce/prepaid');
});

test('a text of a plugin is a part of it', () =>
  expect(foldersOf(select('plugins/campaign-management/company-groups/locales/ar.json'))).toEqual(
    new Set(['plugins/campaign-management/company-groups', 'tests/architecture']),
  ));

test('what a test imports through others, and a program that it starts, are told from the files', () => {
  expect(select('tests/support/hostile.ts').length).toBeGreaterThan(0);
  expect(select('tests/support/hostile.ts').length).toBeLessThan(all.length / 2);
  expect(select('scripts/build-pixel.ts')).toContain('scripts/build-pixel.test.ts');
  const starting = select('scripts/import-identities.ts');
  expect(starting).toContain('scripts/import-identities/import.test.ts');
  expect(starting.length).toBeLessThan(all.length / 2);
});

test('a changed test runs alone; one that was removed runs nothing', () => {
  expect(select('plugins/campaign-management/company-groups/groups.test.ts')).toEqual([
    'plugins/campaign-management/company-groups/groups.test.ts',
  ]);
  expect(select('plugins/campaign-management/company-groups/gone.test.ts')).toEqual([]);
});

test('the screens are drawn by the browser files; documents are held by the architecture', () => {
  expect(foldersOf(select('ui/src/blocks/stats.module.css'))).toContain('tests/e2e');
  expect(foldersOf(select('plugins/money/payments/ui/card.tsx'))).toContain('tests/e2e');
  expect(foldersOf(select('docs/plugins.md'))).toEqual(new Set(['tests/architecture']));
});

test.each(['core/invocation/invoke.ts', 'package-lock.json', 'config/plugins.ts', 'core/testing/app.ts', 'of-no-known-kind'])(
  'everything depends on %s',
  (file) => expect(select(file)).toEqual(all),
);

test('nothing changed, nothing to run', () => expect(select()).toEqual([]));
