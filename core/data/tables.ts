import type { Knex } from 'knex';
import type { ErasureRule, Plugin, TableRight } from '../contract.ts';
import { CORE_ERASURE, CORE_TABLES } from '../builtin/core.tables.ts';

/** A table or view as the database has it. */
export interface Table {
  name: string;
  isView: boolean;
  /** A part of a partitioned table: only ever used through the whole. */
  isPart: boolean;
  /** Its rows name the company that they belong to. */
  ofCompany: boolean;
  appendOnly: boolean;
  /** Row-level security is on, and forced on the owner too. Of a view: it asks that of its tables for whoever reads it. */
  secured: boolean;
  /** Type by name, as PostgreSQL writes it. */
  columns: Record<string, string>;
  /** Each policy as a text that says all of it. */
  policies: string[];
  /** What the serving role may do. */
  granted: TableRight[];
}

/** A table that a plugin (or the kernel) says is its own. */
export interface RegisteredTable {
  plugin: string;
  name: string;
  /** What becomes of a removed company's rows; only tables of companies say so. */
  erasure?: ErasureRule;
  rights: readonly TableRight[];
}

/** What the names of a plugin's tables and functions begin with. */
export const prefixOf = (plugin: string): string => `${plugin.replaceAll('-', '_')}_`;

/** Whose a table or function is by its name: the plugin's with the longest prefix. */
export function ownerByName(name: string, plugins: Iterable<string>): string | undefined {
  return [...plugins].filter((id) => name.startsWith(prefixOf(id))).toSorted((a, b) => b.length - a.length)[0];
}

const ALL: readonly TableRight[] = ['select', 'insert', 'update', 'delete'];

/** All tables that the kernel and the plugins declare. What is kept of a removed company is not deleted otherwise either. */
export function registeredTables(plugins: readonly Pick<Plugin, 'manifest' | 'erasure' | 'tables'>[]): RegisteredTable[] {
  return [{ manifest: { id: 'core' }, erasure: CORE_ERASURE, tables: CORE_TABLES }, ...plugins].flatMap(
    ({ manifest, erasure = {}, tables = {} }) => [
      ...Object.entries(erasure).map(([name, rule]) => ({
        plugin: manifest.id,
        name,
        erasure: rule,
        rights: tables[name] ?? (rule === 'delete' ? ALL : ALL.filter((right) => right !== 'delete')),
      })),
      ...Object.entries(tables)
        .filter(([name]) => !(name in erasure))
        .map(([name, rights]) => ({ plugin: manifest.id, name, rights })),
    ],
  );
}

/** Every table and view of the schema, and what `role` may do with it. */
export async function readTables(db: Knex, role: string): Promise<Table[]> {
  const { rows } = (await db.raw(
    `select c.relname as name, c.relkind in ('v', 'm') as "isView", c.relispartition as "isPart",
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) as "ofCompany",
       exists (select from core_append_only o where o.relation = c.oid) as "appendOnly",
       case c.relkind when 'v' then coalesce(c.reloptions::text ~ 'security_invoker=(true|on)', false) else c.relrowsecurity and c.relforcerowsecurity end as secured,
       (select coalesce(json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       array(select concat_ws(' ', p.polname, p.polcmd, p.polpermissive, p.polroles::text, pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
             from pg_policy p where p.polrelid = c.oid order by 1) as policies,
       array(select lower(g.privilege_type) from aclexplode(c.relacl) g join pg_roles r on r.oid = g.grantee where r.rolname = ? order by 1) as granted
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`,
    [role],
  )) as { rows: Table[] };
  return rows;
}

export async function tableNames(db: Knex): Promise<string[]> {
  const { rows } = (await db.raw(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition`,
  )) as { rows: { name: string }[] };
  return rows.map(({ name }) => name);
}
