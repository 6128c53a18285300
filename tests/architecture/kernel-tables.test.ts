import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What migrations of plugins call; docs/plugins.md says what each does. */
const HELPERS = ['core_tenant_table', 'core_append_only_table', 'core_platform_table', 'core_tenant_id', 'core_scope', 'core_host_free_at'];
/** Plugins that write a table of the kernel: until there are ports for it they name it, and read it where they lock it. */
const WRITERS: Record<string, { tables: readonly string[]; why: string }> = {
  accounts: {
    tables: ['core_account', 'core_account_email', 'core_session'],
    why: 'makes, changes and removes accounts, and ends their sessions; tells by the index that an address is taken',
  },
  companies: { tables: ['core_tenant'], why: 'makes, renames and removes companies' },
  people: { tables: ['core_account'], why: 'lists what the subject Account names, which accounts declares' },
  roles: { tables: ['core_account'], why: 'sets the rights of accounts, one change at a time' },
  'view-mode': { tables: ['core_account'], why: 'sets what operators may do when they look through an account' },
  'white-label': { tables: ['core_host'], why: 'gives and takes hosts' },
};

const files = globSync('plugins/**/*.ts').filter((file) => !/\.(test|fake)\.ts$|\/fakes\/|\/migrations\//.test(file));

test('plugins read the kernel by its published views', () => {
  const named = files.flatMap((file) => {
    const plugin = file.split('/')[1]!;
    const allowed = [...HELPERS, ...(WRITERS[plugin]?.tables ?? [])];
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) =>
        [...line.matchAll(/\bcore_[a-z_]+/g)]
          .filter(([name]) => !name.startsWith('core_public_') && !allowed.includes(name))
          .map(([name]) => `${file}:${n + 1} ${name}`),
      );
  });
  expect(named).toEqual([]);
});

test('who writes a table of the kernel still does', () => {
  for (const [plugin, { tables }] of Object.entries(WRITERS))
    for (const table of tables)
      expect(
        files.some((file) => file.startsWith(`plugins/${plugin}/`) && new RegExp(`\\b${table}\\b`).test(readFileSync(file, 'utf8'))),
        `${plugin} ${table}`,
      ).toBe(true);
});
