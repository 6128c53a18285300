import type { Knex } from 'knex';

/** What is known of a client company beside its place in the tree. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table clients_profile (
      timezone text not null default 'America/Chicago',
      phone text not null default '',
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      -- Fields that operators added to the forms.
      extra jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('clients_profile');
    alter table clients_profile add primary key (company_id);
    create index on clients_profile (agency_id, company_id desc);

    -- Every client has a profile from its first moment, whoever creates it, so that no list can miss one.
    create function clients_open_profile() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into clients_profile (company_id) values (new.id);
      return null;
    end $$;
    create trigger clients_profile after insert on core_tenant for each row when (new.kind = 'client') execute function clients_open_profile();
    insert into clients_profile (company_id) select id from core_tenant where kind = 'client';
  `);
}
