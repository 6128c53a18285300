import type { Knex } from 'knex';

/** Hosts that come, go and stay out of others' hands for a while; mail that knows its language and how it went out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A company's own domain comes before its subdomain in links. A host that was given up sends on to the present one until it leaves.
    alter table core_host add column is_custom boolean not null default false;
    alter table core_host add column leaves_at timestamptz;

    create table core_host_tombstone (
      host text primary key check (host = lower(host)),
      tenant_id int not null,
      until timestamptz not null
    );
    select core_platform_table('core_host_tombstone', false);

    -- When others may have a host: links, cookies and tags still point to one that was just left. A domain of a company's own is free as soon
    -- as it no longer sends on, because the next one must prove it anyway.
    create function core_host_free_at(h core_host) returns timestamptz language sql stable as $$
      select case when h.is_custom and h.leaves_at is not null then h.leaves_at else coalesce(h.leaves_at, now()) + interval '90 days' end $$;
    -- Until then whoever had it last is the only one who may have it again.
    create function core_host_released() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      if old.verified_at is not null then
        insert into core_host_tombstone (host, tenant_id, until)
          values (old.host, old.tenant_id, core_host_free_at(old))
          on conflict (host) do update set tenant_id = excluded.tenant_id, until = excluded.until;
      end if;
      return null;
    end $$;
    create trigger released after delete on core_host for each row execute function core_host_released();
    -- Skips the row, like "on conflict do nothing": whoever asks sees that the host did not become his.
    create function core_host_taken() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    begin
      if exists (select 1 from core_host_tombstone where host = new.host and tenant_id <> new.tenant_id and until > now()) then
        return null;
      end if;
      return new;
    end $$;
    create trigger taken before insert on core_host for each row execute function core_host_taken();
    -- Processes follow a change of hosts as they follow a switch.
    create constraint trigger config after insert or update or delete on core_host deferrable initially deferred
      for each row execute function core_config_changed('tenant_id');

    alter table core_mail add column locale text not null default 'en' check (locale in ('en', 'ar'));
    alter table core_mail add column sent_via text check (sent_via in ('own', 'platform'));
  `);
}
