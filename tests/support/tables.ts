import type { Knex } from 'knex';

/** Every table whose rows belong to a company, in the order of their names; parts of a table count with the whole. */
export async function tenantTables(db: Knex): Promise<string[]> {
  const { rows } = (await db.raw(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
    order by 1`)) as { rows: { name: string }[] };
  return rows.map((r) => r.name);
}
