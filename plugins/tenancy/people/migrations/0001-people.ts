import type { Knex } from 'knex';

/** What is known of people who work for a company beside their account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table people_profile (
      account_id int primary key references core_account(id) on delete cascade,
      default_admin boolean not null default false,
      customer_care boolean not null default false,
      notified boolean not null default false,
      asks_factor boolean not null default false,
      sales_rep boolean not null default false,
      sales_ae boolean not null default false,
      referral_code text check (referral_code ~ '^[A-Za-z0-9-]{3,40}$'),
      phone_country_code text not null default 'US'
    );
    select core_tenant_table('people_profile');
    create index on people_profile (company_id, account_id);
    create unique index people_profile_default on people_profile (company_id) where default_admin;
    create unique index people_profile_referral on people_profile (root_id, lower(referral_code));

    -- Everybody who works for a company has a profile from the first moment, whoever makes the account.
    create function people_open_profile() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      insert into people_profile (account_id, company_id) values (new.id, new.company_id) on conflict (account_id) do nothing;
      return null;
    end $$;
    create trigger people_profile after insert on core_account for each row when (new.user_type <> 'client') execute function people_open_profile();
    insert into people_profile (account_id, company_id) select id, company_id from core_account where user_type <> 'client';

    -- Whoever registers on a host sees nobody of the root, yet may be sent by one of its sales people.
    create function people_by_referral(code text) returns table (id int, name text, email text) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select a.id, a.name, a.email from people_profile p join core_account a on a.id = p.account_id
      where lower(p.referral_code) = lower(code) and a.user_type = 'sales' and a.status = 'active' and a.removed_at is null
        and p.root_id = (select t.root_id from core_tenant t where t.id = core_tenant_id())
    $$;
  `);
}
