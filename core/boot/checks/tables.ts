import { ownerByName, registeredTables, type RegisteredTable, type Table } from '../../data/tables.ts';
import type { Plugin } from '../../contract.ts';
import { CORE_UNSECURED } from '../../builtin/core.tables.ts';
import { type Fault, near } from '../fault.ts';

/** The kernel's tables whose policies are those that every table has: of companies, of the platform, of the platform but read by all. */
const PATTERNS = { company: 'core_setting', platform: 'core_rate', readable: 'core_host' };

/**
 * Compares the database with what is registered. `current`: whose migrations all ran, and nobody else's under their name. Of others, such
 * as removed plugins or those of a newer release, there may be tables more or less.
 */
export function tableFaults(tables: readonly Table[], plugins: readonly Plugin[], current: ReadonlySet<string>): Fault[] {
  const faults: Fault[] = [];
  const existing = new Map(tables.map((table) => [table.name, table]));
  const policiesOf = (name: string): string => String(existing.get(name)?.policies);
  const add = (plugin: string, table: string, code: string, found: string, more: Partial<Fault> = {}): void =>
    void faults.push({ code, plugin, definition: `table "${table}"`, found, ...more });

  const registered = registeredTables(plugins);
  const names = new Set(registered.map(({ name }) => name));
  for (const { plugin, name, erasure } of registered) {
    const table = existing.get(name);
    if (!table) {
      const unregistered = [...existing.keys()].filter((other) => !names.has(other));
      if (current.has(plugin)) add(plugin, name, 'no-table', 'is registered and does not exist', near(name, unregistered));
      continue;
    }
    if (name in CORE_UNSECURED || name === 'core_tenant') continue; // core_tenant: tests/architecture/database.test.ts
    if (!table.isView && table.ofCompany !== (erasure !== undefined))
      add(
        plugin,
        name,
        'table-erasure',
        table.ofCompany
          ? 'has rows of companies and no erasure that says what becomes of them'
          : 'belongs to no company, so nothing of it is erased',
        { remedy: table.ofCompany ? 'name it in `erasure`' : "call core_tenant_table('…') in the migration, or name it in `tables`" },
      );
    const allowed = table.ofCompany ? [PATTERNS.company] : [PATTERNS.platform, PATTERNS.readable];
    if (
      !table.isView &&
      !(table.secured && allowed.some((pattern) => table.policies.length > 0 && policiesOf(pattern) === String(table.policies)))
    )
      add(plugin, name, 'no-row-level-security', table.secured ? 'has other policies than the kernel’s' : 'has no row-level security', {
        remedy: `call core_tenant_table('${name}') or core_platform_table('${name}', …) in its migration, and write no policy`,
      });
    if (table.isView && !table.secured)
      add(plugin, name, 'no-row-level-security', 'is a view that asks nobody’s row-level security', {
        remedy: 'create it with (security_invoker = true)',
      });
  }
  for (const { manifest, columns = {} } of plugins) {
    for (const [name, relied] of Object.entries(columns)) {
      const table = existing.get(name);
      if (table && current.has(manifest.id)) columnFaults(table, relied).forEach((found) => add(manifest.id, name, 'column', found));
    }
  }
  for (const table of tables) {
    const owner = ownerByName(table.name, [...current, 'agenda']);
    if (!table.isPart && owner && !names.has(table.name))
      add(owner === 'agenda' ? 'core' : owner, table.name, 'unregistered-table', 'exists and is not registered', {
        remedy: table.ofCompany ? 'name it in `erasure`' : 'name it in `tables`',
        ...near(
          table.name,
          [...names].filter((name) => !existing.has(name)),
        ),
      });
  }
  return faults;
}

/** What a table lacks of the columns that definitions rely on. */
const columnFaults = ({ columns }: Table, relied: Readonly<Record<string, string>>): string[] =>
  Object.entries(relied).flatMap(([column, type]) => {
    if (columns[column] === type) return [];
    return [columns[column] ? `has the column "${column}" as ${columns[column]}, not ${type}` : `has no column "${column}"`];
  });

/** The tables that the serving role may use, and for what: registered ones without a fault, and never to change what is append-only. */
export function rightsOf(
  tables: readonly Table[],
  plugins: readonly Plugin[],
  faults: readonly Fault[],
): Map<string, RegisteredTable['rights']> {
  const faulty = new Set(faults.map(({ definition }) => definition));
  const existing = new Map(tables.map((table) => [table.name, table]));
  return new Map(
    registeredTables(plugins)
      .filter(({ name }) => existing.has(name) && !faulty.has(`table "${name}"`))
      .map(({ name, rights }) => [
        name,
        existing.get(name)!.appendOnly ? rights.filter((right) => right === 'select' || right === 'insert') : rights,
      ]),
  );
}
