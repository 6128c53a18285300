import type { Knex } from 'knex';

/** What the root charges agencies for, and the months of their minimum spend. Amounts are US cents. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row an agency, locked by whoever bills it, so that two of them never see the same debt.
    create table agency_billing_agency (
      -- Months of minimum spend are counted from here: the earlier of the two below.
      clock_at timestamptz,
      standard_at timestamptz,
      developer_at timestamptz,
      -- Since when developer mode is off again; null while it is on.
      developer_until timestamptz,
      developer_max_cents bigint not null default 0,
      developer_list_cents jsonb not null default '[]',
      -- The month that is closed next, counted from 1.
      next_month int not null default 1,
      -- The local day for which the wholesale cost was last looked at.
      billed_on date
    );
    select core_tenant_table('agency_billing_agency');
    alter table agency_billing_agency add primary key (company_id);

    create table agency_billing_charge (
      id uuid primary key default gen_random_uuid(),
      key text not null,
      kind text not null check (kind in ('wholesale', 'onboarding', 'developer_fee', 'minimum_spend')),
      description text not null,
      -- Before the coupon, and what is to be paid.
      price_cents bigint not null check (price_cents >= 0),
      cents bigint not null check (cents >= 0),
      coupon text,
      -- What it is made of, e.g. the minimum, and what was spent.
      detail jsonb not null default '{}',
      state text not null check (state in ('paying', 'paid', 'failed', 'settled', 'withdrawn')),
      reason text,
      -- The payment under way, or the last one.
      operation_id uuid,
      -- Tries that failed one after another, since when, and when the next one is due by itself.
      attempts int not null default 0,
      failed_at timestamptz,
      retry_at timestamptz,
      -- How often the bank took the money back: each time a payment of its own begins.
      round int not null default 0,
      -- The switch of manual bill that took this one's debt over, until it is known what becomes of it.
      folded_into uuid,
      created_at timestamptz not null,
      finished_at timestamptz
    );
    select core_tenant_table('agency_billing_charge');
    create unique index on agency_billing_charge (company_id, key);
    create index on agency_billing_charge (company_id, created_at desc);
    create index agency_billing_charge_failed on agency_billing_charge (company_id) where state in ('paying', 'failed');

    -- Manual bill on its way off: it goes with the payment of what is owed to date, or not at all.
    create table agency_billing_switch (
      id uuid primary key default gen_random_uuid(),
      charge_id uuid not null,
      operation_id uuid not null,
      state text not null default 'charging' check (state in ('charging', 'done', 'reverted')),
      actor_id int not null,
      created_at timestamptz not null,
      finished_at timestamptz
    );
    select core_tenant_table('agency_billing_switch');
    create unique index agency_billing_switch_open on agency_billing_switch (company_id) where state = 'charging';
    create index on agency_billing_switch (charge_id);

    create table agency_billing_month (
      number int not null,
      first date not null,
      last date not null,
      -- Which of the two ramps said the minimum; none where neither counted.
      basis text not null check (basis in ('standard', 'developer', 'none')),
      minimum_cents bigint not null,
      spent_cents bigint not null,
      -- What was charged of the difference, and why nothing was.
      charged_cents bigint not null default 0,
      waived text check (waived in ('excluded', 'small')),
      charge_id uuid,
      noticed_at timestamptz,
      closed_at timestamptz
    );
    select core_tenant_table('agency_billing_month');
    create unique index on agency_billing_month (company_id, first);
  `);
}
