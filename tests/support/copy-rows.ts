import type { Knex } from 'knex';
import type { Client } from 'pg';
import { tenantTables } from './tables.ts';

interface Column {
  name: string;
  type: string;
  /** Part of a key, so that copies must differ in it. */
  unique: boolean;
}
const COMPANIES = '(select id as company_id, agency_id, root_id from core_tenant)';
/** Columns that say what a row belongs to, and where the ids of those are that its copies are spread over. */
const BELONGS_TO: Record<string, { table: string; id: string }> = {
  company_id: { table: COMPANIES, id: 'company_id' },
  agency_id: { table: COMPANIES, id: 'agency_id' },
  campaign_id: { table: 'campaigns_campaign', id: 'id' },
  lead_id: { table: 'leads_lead', id: 'id' },
};
/** Copied first, since other rows belong to their copies. */
const FIRST = ['core_account', 'campaigns_campaign', 'leads_lead'];
/** Texts of which only some are allowed, also where they are part of a key. */
const A_CHOICE = /^(covers|kind|locale|outcome|product|source|state|status|term|type|format|frequency)$/;
/** One row for all of an installation, or what a process keeps of itself. */
const NOT_COPIED = /^(agenda|core_(audit|config|host|job|outbox|process|session|switch|tenant)|ledger_checked|leads_summed)/;

interface Copied {
  /** The company whose row is copied. */
  origin: number;
  /** Which companies, campaigns and leads its copies are spread over: a condition on their `t`. */
  among: string;
}

/**
 * Copies one row of each table of the root, of one of its agencies and of one of that agency's clients until each has `times` more of them; then once
 * more for as many new clients and agencies. Copies belong to different campaigns and leads. Keys, references and triggers are not asked: these are
 * rows to be read. `owner` may do anything; `db` is asked for the tables.
 */
export async function copyRows(
  owner: Client,
  db: Knex,
  { root, agency, client, times }: Record<'root' | 'agency' | 'client' | 'times', number>,
): Promise<void> {
  await owner.query(`set app.scope = 'platform'; set session_replication_role = origin`);
  for (const id of [agency, client])
    await owner.query(
      `insert into core_tenant (kind, name, parent_id) select kind, name || copy_number, parent_id from core_tenant, generate_series(1, $2) copy_number where id = $1`,
      [id, times],
    );
  await owner.query('set session_replication_role = replica');
  const own = [root, agency, client].map((id): Copied => ({ origin: id, among: `t.company_id = ${id}` }));
  const clients = { origin: client, among: `t.agency_id = ${agency} and t.company_id <> t.agency_id` };
  const agencies = { origin: agency, among: `t.root_id = ${root} and t.company_id = t.agency_id and t.company_id <> t.root_id` };
  const tables = (await tenantTables(db)).filter((name) => !NOT_COPIED.test(name) && !FIRST.includes(name));
  for (const table of [...FIRST, ...tables]) {
    const columns = await columnsOf(owner, table);
    for (const copied of [...own, clients, agencies]) await copyOf(owner, { table, columns }, copied, times);
  }
  await owner.query('analyze');
}

async function copyOf(
  owner: Client,
  { table, columns }: { table: string; columns: readonly Column[] },
  { origin, among }: Copied,
  times: number,
): Promise<void> {
  const values = columns.map((column) => valueOf(column, among));
  await owner
    .query(
      `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
       select ${values.join(', ')} from (select * from "${table}" where company_id = ${origin} order by 1 limit 1) r,
         generate_series(1, ${times}) copy_number on conflict do nothing`,
    )
    .catch(ignoreChecks);
}

/** A row that may stand only once, or only as it is, is not copied. */
function ignoreChecks(error: Error & { code?: string }): void {
  if (error.code !== '23514') throw error;
}

function valueOf({ name, type, unique }: Column, among: string): string {
  const own = `r."${name}"`;
  const from = BELONGS_TO[name];
  if (from) {
    const { table, id } = from;
    return `coalesce((select t.${id} from ${table} t where ${among} order by 1 desc offset copy_number - 1 limit 1), ${own})`;
  }
  if (!(unique || name === 'name') || name === 'root_id') return own;
  if (type === 'text') return A_CHOICE.test(name) ? own : /mail/.test(name) ? `copy_number || ${own}` : `${own} || copy_number`;
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type === 'bytea') return `sha256(convert_to(encode(${own}, 'hex') || copy_number, 'UTF8'))`;
  if (type === 'date') return `${own} - copy_number`;
  if (type === 'timestamptz') return `${own} - copy_number * interval '1 minute'`;
  return type.startsWith('int') ? `${own} + copy_number` : own;
}

/** Those that the database does not give by itself. */
async function columnsOf(owner: Client, table: string): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select a.attname as name, t.typname as type,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as "unique"
     from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
       and coalesce(pg_get_expr(d.adbin, d.adrelid), '') !~ 'nextval'`,
    [table],
  );
  return rows;
}
