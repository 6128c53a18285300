import type { Knex } from 'knex';

/** The kernel's own tables: switches, settings, forms, outbox, jobs, audit, mail, secrets, idempotence. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_switch (key text not null, is_on boolean not null, changed_at timestamptz not null default now(), changed_by int);
    select core_tenant_table('core_switch');
    alter table core_switch add primary key (company_id, key);
    -- Counts the changes of what a company has configured. Browsers and processes read anew what concerns them when it moves.
    create table core_config_version (tenant_id int primary key, version bigint not null default 1);
    select core_platform_table('core_config_version', true);
    -- The argument names the column that holds the company. Deferred to the end of the transaction, so that the counter is held briefly.
    create function core_config_changed() returns trigger language plpgsql security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
    declare company int := to_jsonb(coalesce(new, old)) ->> coalesce(tg_argv[0], 'company_id');
    begin
      insert into core_config_version as v (tenant_id) values (company) on conflict (tenant_id) do update set version = v.version + 1;
      perform pg_notify('core_config', company::text);
      return null;
    end $$;
    create constraint trigger config after insert or update or delete on core_switch deferrable initially deferred
      for each row execute function core_config_changed();

    create table core_setting (key text not null, value jsonb not null, changed_at timestamptz not null default now(), changed_by int);
    select core_tenant_table('core_setting');
    alter table core_setting add primary key (company_id, key);
    -- Names and brands are settings: browsers and processes follow a change as they follow a switch.
    create constraint trigger config after insert or update or delete on core_setting deferrable initially deferred
      for each row execute function core_config_changed();

    create table core_form_layer (
      id bigint generated always as identity primary key,
      form_id text not null,
      role text not null default '',
      revision int not null,
      state text not null check (state in ('draft', 'dropped', 'published', 'replaced', 'undone')),
      base_version int not null,
      ops jsonb not null,
      extra jsonb not null default '{}',
      changed_by int,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('core_form_layer');
    create unique index core_form_layer_revision on core_form_layer (company_id, form_id, role, revision);
    create unique index core_form_layer_one on core_form_layer (company_id, form_id, role, state) where state in ('draft', 'published');

    create table core_outbox (
      id bigint generated always as identity primary key,
      event text not null,
      version int not null,
      payload jsonb not null,
      actor_id int not null default 0,
      request_id text not null default '',
      created_at timestamptz not null default now()
    );
    select core_tenant_table('core_outbox');
    create table core_outbox_delivery (
      outbox_id bigint not null references core_outbox(id) on delete cascade,
      subscriber text not null,
      state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'dead')),
      attempts int not null default 0,
      next_at timestamptz not null default now(),
      claim uuid,
      lease_until timestamptz,
      note text,
      primary key (outbox_id, subscriber)
    );
    select core_tenant_table('core_outbox_delivery');
    create index core_outbox_due on core_outbox_delivery (next_at, outbox_id) where state = 'pending';

    create table core_job_run (
      id bigint generated always as identity primary key,
      job text not null,
      run_key text not null,
      payload jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'done', 'skipped', 'dead')),
      attempts int not null default 0,
      run_at timestamptz not null default now(),
      claim uuid,
      lease_until timestamptz,
      note text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    );
    select core_tenant_table('core_job_run');
    alter table core_job_run add unique (company_id, job, run_key);
    create index core_job_due on core_job_run (run_at, id) where state = 'pending';

    create table core_audit (
      id bigint generated always as identity primary key,
      at timestamptz not null default now(),
      action text not null,
      description text not null,
      actor_id int not null,
      actor_name text not null,
      viewed_by int,
      user_type text not null,
      ip text not null,
      request_id text not null,
      target text,
      concerns_kind text,
      concerns_id text,
      check ((concerns_kind is null) = (concerns_id is null)),
      detail jsonb not null default '{}'
    );
    select core_tenant_table('core_audit');
    create index on core_audit (company_id, id desc);
    create index on core_audit (agency_id, id desc);
    select core_append_only_table('core_audit');

    create table core_mail (
      id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
      attempts int not null default 0,
      note text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    select core_tenant_table('core_mail');
    create index on core_mail (id) where state = 'queued';

    create table core_tenant_key (key_id uuid primary key default gen_random_uuid(), wrapped bytea not null, created_at timestamptz not null default now());
    select core_tenant_table('core_tenant_key');
    create unique index core_tenant_key_one on core_tenant_key (company_id);

    create table core_idempotency (
      operation text not null,
      key text not null,
      body_hash bytea not null,
      status int,
      answer jsonb,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('core_idempotency');
    alter table core_idempotency add primary key (company_id, operation, key);

    -- Written by rate-limiter-flexible; the columns are its own.
    create table core_rate (key varchar(255) primary key, points int not null default 0, expire bigint);
    select core_platform_table('core_rate', false);
  `);
}
