import type { Knex } from 'knex';

/** Wrong passwords of a shared file are counted for each reader's network: a stranger's guesses keep nobody else out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agreements_file_try (
      file_id uuid not null references agreements_file(id) on delete cascade,
      reader bytea not null,
      tries int not null,
      window_began timestamptz not null default now(),
      primary key (file_id, reader)
    );
    select core_tenant_table('agreements_file_try');
    create index on agreements_file_try (window_began);

    drop function agreements_try_file(uuid, int);
    alter table agreements_file drop column tries, drop column window_began;

    -- Counts a try of one reader and answers what the password must fit; without a hash the file is unknown or the tries are used up.
    create function agreements_try_file(file uuid, by_reader bytea, most int) returns table (known boolean, password_hash text, wait int)
      language plpgsql volatile security definer set search_path = pg_catalog, public as $$
    declare
      caller text := core_scope();
      owner int;
      began timestamptz;
      hash text;
      count int;
    begin
      perform set_config('app.scope', 'platform', true);
      select f.company_id, f.password_hash into owner, hash from agreements_file f
        where f.id = file and f.removed_at is null
          and f.root_id = (select t.root_id from core_tenant t where t.id = core_tenant_id());
      if owner is not null then
        delete from agreements_file_try t where t.file_id = file and t.window_began < now() - interval '15 minutes';
        insert into agreements_file_try as t (file_id, reader, tries, company_id) values (file, by_reader, 1, owner)
          on conflict (file_id, reader) do update set tries = least(t.tries + 1, most + 1)
          returning t.tries, t.window_began into count, began;
      end if;
      perform set_config('app.scope', caller, true);
      return query select hash is not null, case when count <= most then hash end,
        greatest(1, ceil(extract(epoch from began + interval '15 minutes' - now())))::int;
    end $$;
  `);
}
