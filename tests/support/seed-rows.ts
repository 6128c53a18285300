import { randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Client } from 'pg';
import type { Registry } from '../../core/boot/registry.ts';
import { type Company, FITTING, NAMED_BY_HABIT } from './seed-parts.ts';
import { tenantTables } from './tables.ts';
import type { Schema } from './valid-values.ts';

interface Column {
  name: string;
  type: string;
  required: boolean;
}
interface ForeignKey {
  columns: string[];
  table: string;
  targets: string[];
}
type Owner = Company & { root_id: number };
interface Table {
  name: string;
  columns: Column[];
  keys: ForeignKey[];
  /** Values that a check constraint allows, by column. */
  choices: Record<string, string>;
}

const OWNER = new Set(['company_id', 'agency_id', 'root_id']);
/** Rows that must be made by their own code, because others decrypt them. */
const NOT_BY_HAND = new Set(['core_tenant_key']);
/** Columns whose text has a form of its own: a made-up one would be a broken row, not a seen word. */
const HAS_A_FORM = /hash|sealed|secret|cipher|token/;

/**
 * Puts one row of every tenant table into each given company, with `word` in every text it may hold, so that a single byte
 * of it in a foreign answer is seen. `known` has values for columns that take no word. Answers the tables that took no row.
 */
export async function seedRows(
  db: Knex,
  companies: readonly { id: number; word: string }[],
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<string[]> {
  const owners: Owner[] = [];
  for (const { id, word } of companies)
    owners.push({ ...(await db('core_tenant').where({ id }).first('id', 'agency_id', 'root_id')), word });
  let open: Table[] = [];
  for (const name of await tenantTables(db)) if (!NOT_BY_HAND.has(name)) open.push(await describe(db, name));
  for (let round = 0; round < 6 && open.length > 0; round += 1) {
    const left: Table[] = [];
    for (const table of open) {
      const done = await Promise.all(owners.map((c) => seedOne(db, table, c, known)));
      if (!done.every(Boolean)) left.push(table);
    }
    open = left;
  }
  return open.map((t) => t.name);
}

async function seedOne(db: Knex, table: Table, company: Owner, known: ReadonlyMap<string, unknown>): Promise<boolean> {
  if (await db(table.name).where({ company_id: company.id }).first()) return true;
  const { id, agency_id, root_id, word } = company;
  const links: Record<string, unknown> = {};
  for (const key of table.keys) {
    const target = (await db(key.table)
      .where(key.table === 'core_tenant' ? { id: company.id } : { company_id: company.id })
      .first()) as Record<string, unknown> | undefined;
    const needed = key.columns.some((c) => table.columns.find((x) => x.name === c)?.required);
    if (!target && needed) return false;
    if (target) key.columns.forEach((c, i) => (links[c] = target[key.targets[i]!]));
  }
  for (const column of table.columns) {
    const target = NAMED_BY_HABIT[`${table.name}.${column.name}`] ?? (column.required ? NAMED_BY_HABIT[column.name] : undefined);
    if (!target || column.name in links) continue;
    const row = (await db(target).where({ company_id: id }).first('id')) as { id: unknown } | undefined;
    if (!row) return false;
    links[column.name] = row.id;
  }
  const fitting = FITTING[table.name]?.(company);
  const owner = { company_id: id, agency_id, root_id }; // most tables fill in the last two themselves
  for (const all of [true, false]) {
    const row: Record<string, unknown> = { ...owner, ...fitting };
    for (const column of table.columns) {
      if (column.name in row) continue;
      if (column.name in links) row[column.name] = links[column.name];
      else if (column.required || (all && /^(text|jsonb|varchar)$/.test(column.type) && !HAS_A_FORM.test(column.name)))
        row[column.name] =
          table.choices[column.name] ??
          known.get(`${table.name.split('_')[0]}.${column.name}`) ??
          valueOf(column, `${word} ${column.name} ${id}`, word);
    }
    try {
      await db(table.name).insert(row);
      return true;
    } catch {
      // a check or a unique index says no: once more with only what must be there
    }
  }
  return false;
}

/** `text` is the company's own, so that it stands twice in no table in which it must be unique. */
function valueOf(column: Column, text: string, word: string): unknown {
  const { type, name } = column;
  if (type === 'text' || type === 'varchar')
    return /e?mail|recipient/.test(name) ? `${word}-${randomUUID().slice(0, 8)}@test.example` : text;
  if (type === 'jsonb' || type === 'json') return JSON.stringify({ note: word });
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return randomBytes(16);
  if (type === 'bool') return false;
  if (type === 'timestamptz' || type === 'date') return new Date();
  if (type === 'inet') return '127.0.0.1';
  return type.startsWith('_') ? '{}' : 1;
}

async function describe(db: Knex, name: string): Promise<Table> {
  const { rows: columns } = (await db.raw(
    `select column_name as name, udt_name as type, is_nullable = 'NO' and column_default is null as required
     from information_schema.columns where table_schema = 'public' and table_name = ? and is_identity = 'NO' and is_generated = 'NEVER'`,
    [name],
  )) as { rows: Column[] };
  const { rows: keys } = (await db.raw(
    `select f.relname as table,
       (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(num, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
       (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(num, n) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as targets
     from pg_constraint c join pg_class f on f.oid = c.confrelid where c.contype = 'f' and c.conrelid = ?::regclass`,
    [name],
  )) as { rows: ForeignKey[] };
  const { rows: checks } = (await db.raw(
    `select pg_get_constraintdef(oid) as text from pg_constraint where contype = 'c' and conrelid = ?::regclass`,
    [name],
  )) as { rows: { text: string }[] };
  const choices: Record<string, string> = {};
  for (const { text } of checks) {
    const match = /\(\(?"?([a-z_]+)"? = (?:ANY \(ARRAY\[)?'([^']*)'/.exec(text);
    if (match) choices[match[1]!] = match[2]!;
  }
  const linked = keys.map((k) => dropOwner(k)).filter((k) => k.columns.length > 0);
  return { name, columns: columns.filter((c) => !OWNER.has(c.name)), keys: linked, choices };
}

/** Owner columns are filled by the table's own trigger. */
function dropOwner(key: ForeignKey): ForeignKey {
  const keep = key.columns.map((c, i) => [c, key.targets[i]!] as const).filter(([c]) => !OWNER.has(c));
  return { ...key, columns: keep.map(([c]) => c), targets: keep.map(([, t]) => t) };
}

/** Gives every table ids of its own range, so that the id of one thing is never by chance that of another. */
export async function spreadIds(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query(`select setval(c.oid, 10000 * row_number() over (order by c.relname)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = 'public'`);
  await owner.end();
}

/** `plugin.column` -> a value, for columns named like a member of the plugin's routes that knows only certain values. */
export function knownValues(registry: Registry): Map<string, unknown> {
  const known = new Map<string, unknown>();
  const visit = (prefix: string, schema: Schema | undefined, name: string): void => {
    const choice = schema?.enum?.[0] ?? schema?.const ?? schema?.anyOf?.find((s) => s.const !== undefined)?.const;
    if (name && choice !== undefined) known.set(`${prefix}.${name}`, choice);
    for (const [member, inner] of Object.entries(schema?.properties ?? {})) visit(prefix, inner, member);
    if (schema?.items) visit(prefix, schema.items, name);
  };
  for (const { plugin, def } of registry.routes.values()) {
    for (const schema of [def.body, def.response]) visit(plugin.split('-')[0]!, schema as Schema | undefined, '');
  }
  return known;
}
