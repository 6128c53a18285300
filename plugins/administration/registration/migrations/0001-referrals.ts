import type { Knex } from 'knex';

/** Referral codes of agencies (those of sales people stand with them), and who sent the agencies that registered themselves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table registration_code (code text not null check (code ~ '^[A-Za-z0-9-]{3,40}$'), created_at timestamptz not null default now());
    select core_tenant_table('registration_code');
    alter table registration_code add primary key (company_id);
    create unique index on registration_code (root_id, lower(code));

    -- Every agency has a code from its first moment, so that asking for it changes nothing.
    create function registration_open_code() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into registration_code (company_id, code) values (new.id, substr(replace(gen_random_uuid()::text, '-', ''), 1, 10));
      return null;
    end $$;
    create trigger registration_code after insert on core_tenant for each row when (new.kind = 'agency') execute function registration_open_code();
    insert into registration_code (company_id, code)
      select id, substr(replace(gen_random_uuid()::text, '-', ''), 1, 10) from core_tenant where kind = 'agency';

    create table registration_origin (
      code text not null,
      -- A sales person of the root, or else an agency.
      sales_account_id int references core_account(id),
      referrer_id int references core_tenant(id),
      registered_at timestamptz not null default now(),
      check (num_nonnulls(sales_account_id, referrer_id) = 1)
    );
    select core_tenant_table('registration_origin');
    alter table registration_origin add primary key (company_id);
    create index on registration_origin (sales_account_id);
    create index on registration_origin (referrer_id);
  `);
}
