import type { Knex } from 'knex';

/** What campaigns owe, when it is billed, and the bills. Amounts are cents; days are local days of the agency's billing zone. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row for each client that was ever billed: held while its bills change, and its credit is counted here.
    create table billing_client (credit_cents bigint not null default 0 check (credit_cents >= 0));
    select core_tenant_table('billing_client');
    alter table billing_client add primary key (company_id);

    create table billing_terms (
      campaign_id int primary key,
      product text not null,
      term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
      price_version_id int,
      platform_fee_cents bigint not null check (platform_fee_cents >= 0),
      minimum_cents bigint not null check (minimum_cents >= 0),
      -- The same two between agency and root.
      wholesale_fee_cents bigint not null check (wholesale_fee_cents >= 0),
      wholesale_minimum_cents bigint not null check (wholesale_minimum_cents >= 0),
      activated_at timestamptz not null,
      -- Leads from then on are billed by the calendar; null: all. Set when a pack was the term before.
      billed_from timestamptz,
      -- Since when the present term holds.
      term_from timestamptz not null
    );
    select core_tenant_table('billing_terms');
    create index on billing_terms (company_id, term);

    -- When a campaign began and ceased to be active, in whatever order it was told.
    create table billing_moment (
      campaign_id int not null,
      at timestamptz not null,
      active boolean not null,
      primary key (campaign_id, at)
    );
    select core_tenant_table('billing_moment');

    -- The calendar of each client and term: a period is opened with the one before it, or at an activation, and closed once.
    create table billing_period (
      term text not null check (term in ('Weekly', 'Monthly')),
      first date not null,
      last date not null,
      start_at timestamptz not null,
      end_at timestamptz not null,
      due_at timestamptz not null,
      closed_at timestamptz,
      invoice_id uuid
    );
    select core_tenant_table('billing_period');
    alter table billing_period add primary key (company_id, term, first);
    create index billing_period_due on billing_period (agency_id, due_at) where closed_at is null;
    -- One at a time: the next is opened when this one is closed.
    create unique index billing_period_open on billing_period (company_id, term) where closed_at is null;

    create table billing_invoice (
      id uuid primary key default gen_random_uuid(),
      number text not null,
      term text not null check (term in ('Weekly', 'Monthly', 'OneTime', 'Prepaid')),
      period_first date not null,
      period_last date not null,
      total_cents bigint not null check (total_cents > 0),
      credit_cents bigint not null check (credit_cents between 0 and total_cents),
      fee_cents bigint not null check (fee_cents >= 0),
      -- What payments have brought and not taken back, and the root's part of it.
      paid_cents bigint not null default 0,
      paid_fee_cents bigint not null default 0,
      state text not null check (state in ('open', 'paying', 'failed', 'paid', 'external', 'written_off')),
      -- Raised when a payment goes back, so that the bill can be paid anew.
      round int not null default 1,
      operation_id uuid,
      -- When an open bill is tried next by itself.
      try_at timestamptz,
      note text not null default '',
      issued_at timestamptz not null,
      paid_at timestamptz
    );
    select core_tenant_table('billing_invoice');
    create unique index billing_invoice_number on billing_invoice (agency_id, number);
    create index on billing_invoice (company_id, issued_at);
    create index on billing_invoice (agency_id, issued_at);
    create index billing_invoice_try on billing_invoice (agency_id, try_at) where try_at is not null;

    create table billing_line (
      id bigint generated always as identity primary key,
      -- Null: waits for the next bill.
      invoice_id uuid references billing_invoice (id),
      campaign_id int,
      kind text not null check (kind in ('leads', 'platform_fee', 'minimum', 'pack', 'credit')),
      text text not null,
      quantity int not null check (quantity >= 0),
      unit_cents bigint not null,
      amount_cents bigint not null,
      price_version_id int,
      -- Of each lead, what the agency paid or owes the root, and what of it is owed; of a fee or minimum the root's part.
      wholesale_cents bigint not null default 0,
      owed_cents bigint not null default 0,
      -- The calendar period that it belongs to.
      period_first date,
      -- Fees and minimums wait for the ledger; leads post themselves.
      posted boolean not null default true,
      made_at timestamptz not null
    );
    select core_tenant_table('billing_line');
    create index on billing_line (company_id, invoice_id);
    create index on billing_line (campaign_id, kind);
    create index billing_line_unposted on billing_line (agency_id) where not posted;
    -- The set-up fee of a campaign is charged once, whatever its terms become.
    create unique index billing_line_fee_once on billing_line (campaign_id) where kind = 'platform_fee';

    create table billing_credit (
      id uuid primary key default gen_random_uuid(),
      key text not null,
      number text not null,
      campaign_id int,
      cents bigint not null check (cents > 0),
      fee_cents bigint not null check (fee_cents >= 0),
      reason text not null,
      made_at timestamptz not null
    );
    select core_tenant_table('billing_credit');
    create unique index billing_credit_key on billing_credit (company_id, key);
    create unique index billing_credit_number on billing_credit (agency_id, number);
    select core_append_only_table('billing_credit');

    -- The last number given in a series of an agency and a year; taken in the transaction that uses it, so none is ever missing.
    create table billing_counter (series text not null, year int not null, last int not null);
    select core_tenant_table('billing_counter');
    create unique index billing_counter_key on billing_counter (company_id, series, year);

    -- A client that buys a pack issues its own bill, but does not see its agency's counter.
    create function billing_next_number(agency int, wanted text, of_year int) returns int language sql volatile security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ insert into billing_counter (company_id, series, year, last)
         select t.id, wanted, of_year, 1 from core_tenant t where t.id = agency and t.kind = 'agency'
         on conflict (company_id, series, year) do update set last = billing_counter.last + 1 returning last $$;
  `);
}
