import type { Knex } from 'knex';
import { ownerByName } from './tables.ts';

/** The kernel's tables that keep something by the name of a plugin, and the column that holds `<plugin>`, `<plugin>.…` or `<plugin>/…`. */
const NAMED_IN: readonly (readonly [table: string, column: string])[] = [
  ['core_setting', 'key'],
  ['core_switch', 'key'],
  ['core_form_layer', 'form_id'],
  ['core_job_run', 'job'],
  ['core_job_state', 'job'],
  ['core_outbox_delivery', 'subscriber'],
  ['core_outbox', 'event'],
  ['core_idempotency', 'operation'],
  ['core_rate', 'key'],
  ['core_migration', 'name'],
];

/** What a plugin has in the database. */
export interface Remains {
  /** Its own tables, and its entries in the kernel's, with their rows. */
  tables: { name: string; rows: number }[];
  entries: { table: string; rows: number }[];
  functions: string[];
  /** What its functions do when others' tables change. */
  triggers: { name: string; table: string }[];
  /** Tables and views of others that need a table of its own. */
  neededBy: string[];
}

/** Finds everything of a plugin by its name; nothing is asked of its code, which may be gone. `known`: the names of all plugins. */
export async function remainsOf(db: Knex, plugin: string, known: readonly string[]): Promise<Remains> {
  const isOwn = ({ name }: { name: string }): boolean => ownerByName(name, known) === plugin;
  const rowsOf = async <Row>(sql: string): Promise<Row[]> => ((await db.raw(sql)) as { rows: Row[] }).rows;
  const tables = (
    await rowsOf<{ name: string }>(`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  ).filter(isOwn);
  const functions = (
    await rowsOf<{ name: string; signature: string }>(`select proname as name, oid::regprocedure::text as signature from pg_proc
      where pronamespace = 'public'::regnamespace order by 2`)
  ).filter(isOwn);
  const triggers = (
    await rowsOf<{
      name: string;
      trigger: string;
      table: string;
    }>(`select p.proname as name, t.tgname as trigger, t.tgrelid::regclass::text as table
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal order by 3, 2`)
  ).filter((t) => isOwn(t) && !isOwn({ name: t.table }));
  const needs = (
    await rowsOf<{ name: string; needed: string }>(`
      select conrelid::regclass::text as name, confrelid::regclass::text as needed from pg_constraint where contype = 'f'
      union select view_name, table_name from information_schema.view_table_usage where view_schema = 'public' order by 1`)
  ).filter((n) => isOwn({ name: n.needed }) && !isOwn(n));
  const remains: Remains = {
    tables: [],
    entries: [],
    functions: functions.map((f) => f.signature),
    triggers: triggers.map((t) => ({ name: t.trigger, table: t.table })),
    neededBy: [...new Set(needs.map((n) => n.name))],
  };
  for (const { name } of tables) remains.tables.push({ name, rows: await count(db(name)) });
  for (const [table, column] of NAMED_IN) {
    const rows = await count(named(db, table, column, plugin));
    if (rows > 0) remains.entries.push({ table, rows });
  }
  return remains;
}

/** Removes it all, or nothing: `db` is a transaction of the schema's owner. */
export async function purge(db: Knex, plugin: string, remains: Remains): Promise<void> {
  for (const { name, table } of remains.triggers) await db.raw('drop trigger ?? on ??', [name, table]);
  for (const { name } of remains.tables) {
    await db.raw('delete from core_append_only where relation = ?::regclass', [name]);
    // Also takes what hangs on it alone, such as functions that answer its rows; others' tables were looked for before.
    await db.raw('drop table ?? cascade', [name]);
  }
  for (const signature of remains.functions) await db.raw(`drop function if exists ${signature}`);
  for (const [table, column] of NAMED_IN) await named(db, table, column, plugin).delete();
}

/** The names of plugins that ever ran a migration here. */
export async function onceInstalled(db: Knex): Promise<string[]> {
  const names = (await db('core_migration').pluck('name')) as string[];
  return [...new Set(names.map((name) => name.split('/')[0]!))];
}

const named = (db: Knex, table: string, column: string, plugin: string): Knex.QueryBuilder =>
  db(table).where((q) => {
    void q.where(column, plugin);
    for (const mark of './:') void q.orWhereRaw('starts_with(??, ?)', [column, plugin + mark]);
  });

const count = async (query: Knex.QueryBuilder): Promise<number> => Number((await query.count({ n: '*' }))[0]!.n);
