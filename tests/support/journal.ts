import type { Knex } from 'knex';
import { Client } from 'pg';
import { tenantTables } from './tables.ts';

/** Notes every committed change of a tenant's row, by the agency it belongs to. */
export interface Journal {
  /** Agency -> tables in which its rows changed since the last look. */
  take(): Promise<Map<number, string[]>>;
  close(): Promise<void>;
}

/** Puts a trigger on every tenant table of a database under test. What is rolled back leaves no note. */
export async function openJournal(platform: Knex, ownerUrl: string): Promise<Journal> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const tables = [...(await tenantTables(platform)), 'core_tenant'];
  await owner.query(`
    create table if not exists test_journal (name text, agency_id int);
    create or replace function test_note() returns trigger language plpgsql security definer set search_path = pg_catalog, public as $$
    begin
      if tg_op <> 'INSERT' then insert into test_journal values (tg_table_name, old.agency_id); end if;
      if tg_op <> 'DELETE' then insert into test_journal values (tg_table_name, new.agency_id); end if;
      return null;
    end $$;
    ${tables.map((t) => `create or replace trigger test_journal after insert or update or delete on ${t} for each row execute function test_note();`).join('\n')}`);
  return {
    async take() {
      const { rows } = await owner.query<{ name: string; agency_id: number }>('delete from test_journal returning name, agency_id');
      const noted = new Map<number, string[]>();
      for (const { name, agency_id } of rows) noted.set(agency_id, [...new Set([...(noted.get(agency_id) ?? []), name])]);
      return noted;
    },
    close: () => owner.end(),
  };
}
