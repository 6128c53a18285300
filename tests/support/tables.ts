import type { Knex } from 'knex';
import { Client } from 'pg';

/** Every table whose rows belong to a company, in the order of their names. */
export async function tenantTables(db: Knex): Promise<string[]> {
  const { rows } = (await db.raw(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
    order by 1`)) as { rows: { name: string }[] };
  return rows.map((r) => r.name);
}

/** Table -> hash of all its rows of an agency and of everything below it. */
export type Fingerprint = Record<string, string>;

/** Takes the fingerprints of the given agencies in one statement; `close` ends its connection. */
export async function fingerprints(db: Knex, url: string, agencies: readonly number[]): Promise<{ take(): Promise<Fingerprint[]>; close(): Promise<void> }> {
  const tables = [...(await tenantTables(db)), 'core_tenant'];
  const parts = tables.map((t) => `select '${t}' as name, agency_id, md5(string_agg(x::text, '|' order by x::text)) as hash from ${t} x where agency_id = any($1) group by agency_id`);
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    async take() {
      const { rows } = await client.query<{ name: string; agency_id: number; hash: string }>({ name: 'fingerprints', text: parts.join(' union all '), values: [agencies] });
      return agencies.map((id) => Object.fromEntries(tables.map((t) => [t, rows.find((r) => r.name === t && r.agency_id === id)?.hash ?? ''])));
    },
    close: () => client.end(),
  };
}

/** Names of the tables that differ between two fingerprints. */
export const changedTables = (before: Fingerprint, after: Fingerprint): string[] => Object.keys(after).filter((t) => before[t] !== after[t]);
