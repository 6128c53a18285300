import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { AccountsPort, HostsPort, SessionsPort, TenantsPort, Work } from '../../core/contract.ts';

/** What SQL of plugins calls; docs/plugins.md says what each does. */
const HELPERS = ['core_tenant_table', 'core_append_only_table', 'core_platform_table', 'core_tenant_id', 'core_scope'];
const PORTS = { AccountsPort, HostsPort, SessionsPort, TenantsPort, Work };

const files = globSync('plugins/**/*.ts').filter((file) => !/\.(test|fake)\.ts$|\/fakes\//.test(file));
const isMigration = (file: string): boolean => file.includes('/migrations/');
const pluginOf = (file: string): string => file.split('/')[2]!;

/** Where the lines of files match, by line. */
const linesOf = (of: readonly string[], pattern: RegExp): { at: string; found: string }[] =>
  of.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => [...line.matchAll(pattern)].map(([found]) => ({ at: `${file}:${n + 1} ${found}`, found }))),
  );

test('plugins read the kernel by its published views', () => {
  const named = linesOf(
    files.filter((file) => !isMigration(file)),
    /\bcore_[a-z_]+/g,
  ).filter(({ found }) => !found.startsWith('core_public_') && !HELPERS.includes(found));
  expect(named.map(({ at }) => at)).toEqual([]);
});

test('no function or migration of a plugin writes a table of the kernel or changes one', () => {
  const written = linesOf(
    files.filter(isMigration),
    /\b(insert into|update|delete from|truncate|(alter|drop) table|drop index|create (unique )?index [a-z_ ]*\bon) core_\w+/g,
  );
  expect(written.map(({ at }) => at)).toEqual([]);
});

test('who changes a table of the kernel says so, and nobody says so who does not', async () => {
  const said = (await loadPlugins(INSTALLED)).flatMap(({ plugin }) =>
    (plugin!.manifest.changes ?? []).map((table) => [plugin!.manifest.id, table]),
  );
  const done = Object.entries(PORTS).flatMap(([name, { changes }]) =>
    [...new Set(files.filter((file) => new RegExp(`\\buse\\(${name}\\)`).test(readFileSync(file, 'utf8'))).map(pluginOf))].map((plugin) => [
      plugin,
      changes!,
    ]),
  );
  expect(done.toSorted()).toEqual(said.toSorted());
  expect(said.toSorted()).toEqual([
    ['accounts', 'accounts'],
    ['accounts', 'sessions'],
    ['companies', 'hosts'],
    ['companies', 'tenants'],
    ['developer', 'sessions'],
    ['operations', 'work'],
    ['roles', 'accounts'],
    ['view-mode', 'accounts'],
    ['view-mode', 'sessions'],
    ['white-label', 'hosts'],
  ]);
});
