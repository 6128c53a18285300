import type { Knex } from 'knex';
import type { ErasureRule } from '../contract.ts';
import type { Registry } from '../boot/registry.ts';
import { CORE_ERASURE } from '../builtin/core.tables.ts';
import { prefixOf } from './tables.ts';

interface TenantTable {
  name: string;
  appendOnly: boolean;
  /** Tables that point at it, whose rows go first. */
  pointedAtBy: string[];
}

/** Every table whose rows belong to a company, whichever plugin made it and whether that is still installed. */
async function tenantTables(db: Knex): Promise<TenantTable[]> {
  const { rows } = (await db.raw(`
    select c.relname as name, exists (select from core_append_only a where a.relation = c.oid) as "appendOnly",
      (select coalesce(array_agg(distinct f.conrelid::regclass::text), '{}') from pg_constraint f
       where f.contype = 'f' and f.confrelid = c.oid and f.conrelid <> c.oid) as "pointedAtBy"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
    order by 1`)) as { rows: TenantTable[] };
  return rows;
}

/**
 * What becomes of a table's rows. A plugin that is installed decides for its tables; of one that is not, everything is deleted but what
 * the database itself refuses to. Throws for a table of an installed plugin about which nothing was decided.
 */
export function ruleOf(registry: Registry, table: Pick<TenantTable, 'name' | 'appendOnly'>): ErasureRule {
  const decided = CORE_ERASURE[table.name] ?? registry.erasure.get(table.name);
  if (decided) return decided;
  if (registry.plugins.some(({ manifest }) => table.name.startsWith(prefixOf(manifest.id))))
    throw new Error(`no plugin decides what becomes of ${table.name} when its company is erased`);
  return table.appendOnly ? { keep: 'append-only' } : 'delete';
}

/** Deletes a company's rows from every table that may lose them, rows that point at others first. */
export async function eraseRows(db: Knex, registry: Registry, companyId: number): Promise<void> {
  const tables = await tenantTables(db);
  const doomed = new Map(tables.filter((table) => ruleOf(registry, table) === 'delete').map((table) => [table.name, table]));
  const done = new Set<string>();
  const erase = async ({ name, pointedAtBy }: TenantTable): Promise<void> => {
    if (done.has(name)) return;
    done.add(name);
    for (const other of pointedAtBy) if (doomed.has(other)) await erase(doomed.get(other)!);
    await db(name).where({ company_id: companyId }).delete();
  };
  for (const table of doomed.values()) await erase(table);
}
