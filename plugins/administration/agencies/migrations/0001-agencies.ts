import type { Knex } from 'knex';

/** What is known of an agency beside its place in the tree, and the few doors to the platform's table of hosts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table agencies_profile (
      phone text not null default '',
      phone_country_code text not null default 'US',
      phone_country_calling_code text not null default '+1',
      sales_rep_id int references core_account(id),
      sales_ae_id int references core_account(id),
      sales_ref_id int references core_account(id),
      -- Fields that operators added to the forms.
      extra jsonb not null default '{}',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('agencies_profile');
    alter table agencies_profile add primary key (company_id);
    create index on agencies_profile (root_id, company_id desc);

    -- Every agency has a profile from its first moment, whoever creates it, so that no list can miss one.
    create function agencies_open_profile() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into agencies_profile (company_id) values (new.id);
      return null;
    end $$;
    create trigger agencies_profile after insert on core_tenant for each row when (new.kind = 'agency') execute function agencies_open_profile();
    insert into agencies_profile (company_id) select id from core_tenant where kind = 'agency';

  `);
}
