import type { Client } from 'pg';
import { ownerByName, prefixOf } from '../../core/data/tables.ts';

/** What the driver answers for a type of PostgreSQL, as `core/data/knex.ts` sets it up. */
const TYPES: Record<string, string> = {
  bigint: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  integer: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  'double precision': 'number',
  real: 'number',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Date',
  uuid: 'string',
  xid8: 'string',
};
const HEADER = '// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.\n';

interface Column {
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  /** Constraints of this column alone, as PostgreSQL writes them. */
  checks: string[];
}

/** The row types of each plugin with tables, as the text of its `rows.gen.ts`. */
export async function rowTypes(db: Client, plugins: readonly string[]): Promise<Map<string, string>> {
  const { rows: columns } = await db.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] order by 1) as checks
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname, a.attnum`);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const files = Map.groupBy(tables, ([table]) => ownerByName(table, plugins));
  return new Map(
    plugins.flatMap((plugin) => {
      const own = files.get(plugin);
      return own ? [[plugin, [HEADER, ...own.map(([table, of]) => interfaceOf(plugin, table, of))].join('\n')]] : [];
    }),
  );
}

function interfaceOf(plugin: string, table: string, columns: readonly Column[]): string {
  const words = table.slice(prefixOf(plugin).length).split('_');
  const name = `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Row`;
  const lines = columns.map(
    (column) => `  ${column.name}: ${typeOf(column)}${column.nullable && typeOf(column) !== 'unknown' ? ' | null' : ''};\n`,
  );
  return `/** A row of \`${table}\`. */\nexport interface ${name} {\n${lines.join('')}}\n`;
}

function typeOf({ table, name, type, checks }: Column): string {
  const element = type.replace(/\[\]$/, '');
  const plain = TYPES[element];
  if (!plain) throw new Error(`${table}.${name}: no type for ${type}`);
  const values = checks.map((check) => valuesIn(check, name)).find((list) => list !== null) ?? plain;
  return element === type ? values : `${values.includes(' ') ? `(${values})` : values}[]`;
}

/** A check of nothing but a list, `x in ('a', 'b')` or, of an array, `x <@ array['a', 'b']`, as a union. */
function valuesIn(check: string, column: string): string | null {
  const list = new RegExp(`^CHECK \\(\\(+(?:\\(${column} IS NULL\\) OR \\()?${column} (?:= ANY \\(|<@ )ARRAY\\[(.+?)\\]\\)+$`).exec(
    check,
  )?.[1];
  const values = list?.split(', ').map((value) => /^(?:('[^']*')::text|(\d+))$/.exec(value)?.slice(1).join(''));
  return values?.every((value) => value !== undefined) ? values.join(' | ') : null;
}
