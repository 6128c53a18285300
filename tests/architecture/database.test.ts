import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client } from 'pg';
import { prepareDatabase } from '../../core/boot/database.ts';
import { APP_ROLE, appUrl, ensureAppRole } from '../../core/data/roles.ts';
import { openPool } from '../../core/data/knex.ts';
import { CORE_UNSECURED } from '../../core/builtin/core.tables.ts';
import { startTestApp, type TestApp } from '../../core/testing/app.ts';
import { seedRows } from '../support/seed-rows.ts';
import { tenantTables } from '../support/tables.ts';

/** Unique indexes over tenant data that name no owner, and why they tell nobody anything. */
const GLOBAL_UNIQUE: Record<string, string> = {
  capture_pixel_pkey: 'the id of a campaign, made by the database',
  capture_pixel_seen_pkey: 'the id of a campaign',
  capture_pixel_key_key: 'a random key, made by us',
  capture_episode_campaign_id_idx: 'the id of a campaign',
  capture_newcomer_pkey: 'the id of a campaign, and keyed hashes',
  capture_refused_host_pkey: 'the id of a campaign, and a host that nobody reserves by it',
  capture_visit: 'a time and a hash that the campaign is part of; partitions too',
  b2b_id_campaign_pkey: 'the id of a campaign',
  b2b_id_look_pkey: 'the id of a campaign',
  b2b_id_page_pkey: 'the id of a company that visited, made by the database',
  b2b_id_record_pkey: 'the id of a company that visited, made by the database',
  b2b_id_site_pkey: 'the id of a company that visited, made by the database',
  b2b_id_target_pkey: 'the ids of a campaign and of a company that visited',
  ledger_sum_pkey: 'the id of an account, made by the database, a time and a code of a plugin',
  enhance_id_campaign_pkey: 'the id of a campaign',
  enhance_id_look_pkey: 'the id of a campaign',
  enhance_id_person_pkey: 'the id of a campaign, and a person',
  search_id_campaign_pkey: 'the id of a campaign',
  search_id_reading_pkey: 'the id of a campaign',
  search_id_record_pkey: 'the id of a campaign, and the number of a record',
  search_id_run_open: 'the id of a campaign',
  journey_day_pkey: 'the id of a campaign, and a day',
  journey_origin_pkey: 'the id of a campaign, a day, and where its leads came from',
  journey_page_campaign_id_visitor_event_event_id_idx: 'the id of a campaign, and a keyed hash of a visitor',
  leads_claim_pkey: 'the scope names a campaign or client by its id',
  leads_day_pkey: 'the id of a campaign, a day and an outcome',
  leads_state_day_pkey: 'the id of a campaign, a day and a state',
  leads_total_pkey: 'the id of a campaign',
  billing_line_fee_once: 'the id of a campaign',
  billing_moment_pkey: 'the id of a campaign, and a moment',
  billing_terms_pkey: 'the id of a campaign',
  deletion_lists_row_pkey: 'the id of a list, made by the database, and a line of it',
  deletion_lists_match_pkey: 'the id of a list, made by the database, a line of it, and a record',
  payments_account_id: "the payment provider's own number of an account",
  payments_event_pkey: "the payment provider's own number of an event",
  payments_operation_paid: "the payment provider's own number of a payment",
  payments_refund_refund_id_key: "the payment provider's own number of a refund",
  payments_sandbox_pkey: 'a number made by the sandbox provider',
};
const isListed = (index: string): boolean => index in GLOBAL_UNIQUE || (index.startsWith('capture_visit_') && index.endsWith('_pkey'));

/** Keys from one plugin's table to another's, and why; all else keeps an id without a key. */
const KEYS_ACROSS: Record<string, string> = {
  'site_id_campaign -> campaigns_campaign': 'what campaigns of the product have of their own',
  'site_id_check -> campaigns_campaign': 'a kind of campaign, which cannot be installed without campaigns',
};

/** What keeps the owners of a table's rows true, each alone. An entry of the ledger has the owners of its account and never changes. */
const HOLD_OWNERS = [['core_fill_owner'], ['core_check_owners', 'core_refuse_move'], ['ledger_entries_hold', 'core_refuse_change']];

let app: TestApp;
let admin: Client;
let serving: Client;
const ask = async <R extends object>(sql: string, values: unknown[] = []): Promise<R[]> => (await admin.query<R>(sql, values)).rows;

beforeAll(async () => {
  app = await startTestApp();
  const owner = openPool({ url: app.databaseUrl, max: 1, name: 'owner' });
  await ensureAppRole(owner, app.kernel.config); // a copied database does not carry the rights on the database itself
  await owner.destroy();
  admin = new Client({ connectionString: app.databaseUrl });
  serving = new Client({ connectionString: appUrl(app.kernel.config) });
  await Promise.all([admin.connect(), serving.connect()]);
  await seedRows(app.kernel.platform, [{ id: app.fixtures.a.tenant.id, word: 'aardvark' }]);
  await serving.query(`set app.scope = 'platform'`); // the most that the serving role can say of itself
});
afterAll(async () => {
  await Promise.all([admin.end(), serving.end()]);
  await app.close();
});

describe('isolation', () => {
  test('every table has row-level security, forced on its owner too, and a policy', async () => {
    const open = await ask<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_%' and c.relkind in ('r', 'p')
        and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid)) order by 1`);
    expect(open.map((t) => t.name).filter((name) => !(name in CORE_UNSECURED))).toEqual([]);
  });

  test('no table without an RLS policy belongs to a company', async () => {
    const tables = await tenantTables(app.kernel.platform);
    expect(tables.filter((t) => t in CORE_UNSECURED)).toEqual([]);
  });

  test('views ask the RLS policies of their caller, and no data is kept twice without one', async () => {
    const loose = await ask(`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
        and (c.relkind = 'm' or c.relkind = 'v' and not coalesce(c.reloptions::text ~ 'security_invoker=(true|on)', false))`);
    expect(loose).toEqual([]);
  });

  test('tenant rows name all three owners: filled in from the company, or looked up once a statement', async () => {
    const weak: string[] = [];
    for (const table of await tenantTables(app.kernel.platform)) {
      const [found] = await ask<{ triggers: string[]; required: string }>(
        `select (select array_agg(p.proname::text order by p.proname) from pg_trigger t join pg_proc p on p.oid = t.tgfoid
             where t.tgrelid = $1::regclass and t.tgenabled = 'O' and p.proname = any($2)) as triggers,
           (select count(*) from pg_attribute a where a.attrelid = $1::regclass and a.attname in ('company_id', 'agency_id', 'root_id') and a.attnotnull) as required`,
        [table, HOLD_OWNERS.flat()],
      );
      const held = HOLD_OWNERS.some((names) => names.every((name) => found!.triggers?.includes(name)));
      if (!held || found!.required !== '3') weak.push(table);
    }
    expect(weak).toEqual([]);
  });

  test('what hangs on a row is found by an index when that is deleted, or looked up by', async () => {
    // Accounts and companies are taken away by jobs, table by table.
    const unfound = await ask<{ key: string }>(`
      select c.conrelid::regclass || ' ' || string_agg(a.attname, ', ' order by a.attname) as key
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.conparentid = 0 and c.confrelid not in ('core_account'::regclass, 'core_tenant'::regclass)
        and not exists (
          select from pg_index i join pg_attribute first on first.attrelid = i.indrelid and first.attnum = i.indkey[0]
          where i.indrelid = c.conrelid and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', first.attname))
            and (first.attnum = any(c.conkey) and first.attname not in ('company_id', 'agency_id', 'root_id')
              or (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey))
      group by c.oid, c.conrelid order by 1`);
    expect(unfound.map(({ key }) => key)).toEqual([]);
  });

  test("no plugin holds another plugin's rows by a key, since the other could then neither delete nor be removed", async () => {
    const crossing = await ask<{ key: string }>(`
      select c.conrelid::regclass || ' -> ' || c.confrelid::regclass as key from pg_constraint c
      where c.contype = 'f' and c.confrelid <> 'core_tenant'::regclass
        and split_part(c.conrelid::regclass::text, '_', 1) <> split_part(c.confrelid::regclass::text, '_', 1)
        and c.confrelid::regclass::text not like 'core\\_%'`);
    expect(crossing.map((c) => c.key).filter((key) => !(key in KEYS_ACROSS))).toEqual([]);
  });
});

describe('uniqueness', () => {
  test('a value that people choose is unique within a company, an agency or a root, never beyond', async () => {
    // A made-up id, a key taken over from such a row, or a hash of something random cannot collide by choice.
    const suspects = await ask<{ name: string }>(`
      select i.indexrelid::regclass::text as name from pg_index i
      where i.indisunique and exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attname = 'company_id' and not a.attisdropped)
        and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey) and (
             a.attname in ('company_id', 'agency_id', 'root_id') or a.attidentity <> '' or a.atttypid = 'uuid'::regtype or a.attname like '%hash'
             or exists (select from pg_constraint c where c.contype = 'f' and c.conrelid = i.indrelid and a.attnum = any(c.conkey) and c.confrelid <> 'core_tenant'::regclass)))
      order by 1`);
    expect(suspects.map((s) => s.name).filter((name) => !isListed(name))).toEqual([]);
  });
});

describe('the serving role', () => {
  test('has no power over the database', async () => {
    const [role] = await ask('select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles where rolname = $1', [
      APP_ROLE,
    ]);
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false });
    const [memberships] = await ask('select count(*) from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = $1', [
      APP_ROLE,
    ]);
    expect(memberships).toEqual({ count: '0' });
  });

  test('owns nothing and can make nothing', async () => {
    const [owned] = await ask(`select count(*) from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = $1`, [APP_ROLE]);
    expect(owned).toEqual({ count: '0' });
    await expect(serving.query('create table public.mine (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(serving.query('create temporary table core_tenant (id int)')).rejects.toMatchObject({ code: '42501' });
    await expect(serving.query('alter table core_account disable row level security')).rejects.toMatchObject({ code: '42501' });
  });

  test('reads no file and starts no program', async () => {
    await expect(serving.query(`select pg_read_file('/etc/passwd')`)).rejects.toMatchObject({ code: '42501' });
    await expect(serving.query(`copy core_account to program 'cat'`)).rejects.toMatchObject({ code: '42501' });
  });

  test('has no right to what is only for the owner or for functions', async () => {
    for (const table of ['core_migration', 'core_migration_lock', 'capture_person', 'capture_identity', 'intent_record'])
      await expect(serving.query(`select from ${table}`), table).rejects.toMatchObject({ code: '42501' });
  });

  test('may use a table that nobody registered for nothing, whatever right it had', async () => {
    await admin.query(`create table loose_note (text text); grant all on loose_note to ${APP_ROLE}`);
    const plugins = app.kernel.registry.plugins.filter(({ manifest }) => manifest.id !== 'core');
    await prepareDatabase(app.kernel.config, app.databaseUrl, plugins);
    for (const sql of [
      'select from loose_note',
      'insert into loose_note default values',
      'update loose_note set text = null',
      'delete from loose_note',
    ])
      await expect(serving.query(sql), sql).rejects.toMatchObject({ code: '42501' });
  });

  test('keeps its rights on tables of plugins that this release does not have: others may be serving them', async () => {
    await admin.query(`create table gone_note (text text); select core_tenant_table('gone_note'); grant select on gone_note to ${APP_ROLE};
      insert into core_migration (name, batch, migration_time) values ('gone/0001-note.ts', 1, now())`);
    const plugins = app.kernel.registry.plugins.filter(({ manifest }) => manifest.id !== 'core');
    await prepareDatabase(app.kernel.config, app.databaseUrl, plugins);
    await expect(serving.query('select from gone_note')).resolves.toMatchObject({ rows: [] });
  });

  test('deletes nothing from what is kept, and changes nothing that is append-only', async () => {
    const granted = await ask<{ name: string; rights: string[] }>(
      `select table_name as name, array_agg(lower(privilege_type) order by privilege_type) as rights from information_schema.role_table_grants
       where grantee = $1 group by 1`,
      [APP_ROLE],
    );
    const rights = new Map(granted.map((table) => [table.name, table.rights]));
    expect(rights.get('warranty_case')).toEqual(['insert', 'select', 'update']);
    expect(rights.get('ledger_entry')).toEqual(['insert', 'select']);
    expect(rights.get('core_config_version')).toEqual(['select']);
  });

  test('cannot rewrite which migrations ran', async () => {
    await expect(serving.query('delete from core_migration')).rejects.toMatchObject({ code: '42501' });
    await expect(serving.query('update core_migration_lock set is_locked = 1')).rejects.toMatchObject({ code: '42501' });
  });
});

describe('append-only tables', () => {
  test('refuse every change, from the serving role and from the owner', async () => {
    const tables = (await ask<{ name: string }>('select relation::text as name from core_append_only order by 1')).map((t) => t.name);
    expect(tables).toContain('core_audit');
    for (const table of tables) {
      for (const sql of [`update ${table} set company_id = company_id`, `delete from ${table}`, `truncate ${table} cascade`]) {
        await expect(serving.query(sql), `${sql}, by the serving role`).rejects.toMatchObject({ code: '42501' });
      }
    }
    // The owner is held by triggers: before each changed row, and before the whole table is emptied.
    const held = await ask<{ name: string }>(`
      select r.relation::text as name from core_append_only r join pg_trigger t on t.tgrelid = r.relation and t.tgenabled = 'O' and not t.tgisinternal
      where t.tgfoid = 'core_refuse_change'::regproc group by 1
      having bool_or(t.tgtype & 1 = 1 and t.tgtype & 2 = 2 and t.tgtype & 8 = 8 and t.tgtype & 16 = 16) and bool_or(t.tgtype & 32 = 32) order by 1`);
    expect(held.map((t) => t.name)).toEqual(tables);
    for (const sql of ['update core_audit set action = action', 'delete from core_audit', 'truncate core_audit']) {
      await expect(admin.query(sql), `${sql}, by the owner`).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('functions', () => {
  test("that run with their owner's rights look names up nowhere else", async () => {
    const loose = await ask<{ name: string }>(`
      select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and p.prosecdef and not exists (select from unnest(p.proconfig) s where s ~ '^search_path=pg_catalog, public(, pg_temp)?$')`);
    expect(loose).toEqual([]);
  });
});
