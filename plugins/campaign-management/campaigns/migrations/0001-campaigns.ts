import type { Knex } from 'knex';

/** Campaigns, what happened to them, and how much of their caps is used. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table campaigns_campaign (
      id int generated always as identity primary key,
      product text not null,
      name text not null,
      status text not null default 'draft' check (status in ('draft', 'scheduled', 'active', 'paused', 'ended', 'stopped', 'archived', 'removed')),
      pause_reason text,
      timezone text not null,
      -- Typed local dates decide; the instants follow from them and the zone.
      start_date date,
      end_date date,
      starts_at timestamptz,
      ends_at timestamptz,
      retail_cents bigint not null default 0 check (retail_cents >= 0),
      -- The price in force since activation; from retail_from on it is retail_cents.
      active_retail_cents bigint,
      retail_from timestamptz,
      lead_limit int not null default 0 check (lead_limit >= 0),
      limit_frequency text not null default 'day' check (limit_frequency in ('day', 'week', 'month', 'total')),
      limit_start date,
      limit_end date,
      cost_limit_cents bigint not null default 0 check (cost_limit_cents >= 0),
      -- A cap is used up; nothing is collected before this instant.
      full_until timestamptz,
      reidentification text not null default 'never',
      whole_client boolean not null default false,
      require_email boolean not null default true,
      require_phone boolean not null default false,
      require_address boolean not null default false,
      nationwide boolean not null default true,
      states text[] not null default '{}',
      zips text[] not null default '{}',
      cities text[] not null default '{}',
      report_sent_to text[] not null default '{}',
      notify_every int not null default 0,
      extra jsonb not null default '{}',
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      check ((status = 'paused') = (pause_reason is not null))
    );
    select core_tenant_table('campaigns_campaign');
    create index on campaigns_campaign (company_id, id desc);
    create index on campaigns_campaign (agency_id, id desc);
    create index campaigns_running on campaigns_campaign (agency_id, company_id) where status = 'active';
    create index campaigns_due on campaigns_campaign (status) where status in ('scheduled', 'active', 'paused');

    create table campaigns_move (
      id bigint generated always as identity primary key,
      campaign_id int not null references campaigns_campaign(id),
      from_status text not null,
      to_status text not null,
      reason text,
      actor_id int not null,
      viewed_by int,
      at timestamptz not null default now()
    );
    select core_tenant_table('campaigns_move');
    select core_append_only_table('campaigns_move');
    create index on campaigns_move (campaign_id, id);

    -- What was taken in each window that a cap can have, so that a cap set or changed in the middle of one counts what came before.
    -- A window is named by the local date it begins on: a change of zone or of daylight-saving time opens no second one.
    create table campaigns_window (
      campaign_id int not null references campaigns_campaign(id),
      kind text not null check (kind in ('day', 'week', 'month', 'total', 'cents')),
      starts_on date not null,
      used bigint not null default 0,
      primary key (campaign_id, kind, starts_on)
    );
    select core_tenant_table('campaigns_window');
  `);
}
