import type { Knex } from 'knex';

/** What an accountant asks of an invoice: who sells to whom, taxes, due dates, and what became of the payment. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- How a company stands on invoices, as seller or as buyer. The last two are a seller's.
    create table billing_details (
      legal_name text not null,
      line1 text not null,
      line2 text not null,
      city text not null,
      region text not null,
      postal_code text not null,
      country text not null check (country ~ '^[A-Z]{2}$'),
      tax_id_kind text not null,
      tax_id text not null,
      invoice_email text not null,
      payment_days int not null default 0 check (payment_days between 0 and 365),
      footer text not null default ''
    );
    select core_tenant_table('billing_details');
    alter table billing_details add primary key (company_id);

    -- A seller's taxes. A rate never changes, so that what it was called on is beyond doubt; it is archived and another one made.
    create table billing_tax_rate (
      id int generated always as identity primary key,
      name text not null,
      -- Parts per million, since taxes of a state and a city together have three decimals of a percent: 8.875% is 88750.
      ppm int not null check (ppm between 1 and 1000000),
      -- Prices hold it already.
      inclusive boolean not null,
      -- Whom it is charged to: every client, those of a place, or those it was chosen for.
      applies_to text not null check (applies_to in ('all', 'place', 'chosen')),
      country text not null,
      region text not null,
      made_at timestamptz not null,
      archived_at timestamptz
    );
    select core_tenant_table('billing_tax_rate');
    create index on billing_tax_rate (company_id, id);

    -- What an agency agreed with a client besides its prices.
    create table billing_client_terms (
      tax text not null check (tax in ('automatic', 'exempt', 'chosen')),
      tax_rate_id int,
      exemption text not null,
      -- Null: as the agency has it.
      payment_days int check (payment_days between 0 and 365),
      check ((tax = 'chosen') = (tax_rate_id is not null))
    );
    select core_tenant_table('billing_client_terms');
    alter table billing_client_terms add primary key (company_id);

    -- What stands on an invoice or credit note besides its lines, as it was when it was issued.
    create table billing_paper (
      document_id uuid primary key,
      seller jsonb not null,
      buyer jsonb not null,
      footer text not null,
      payment_days int not null,
      exemption text not null
    );
    select core_tenant_table('billing_paper');
    select core_append_only_table('billing_paper');

    create table billing_tax_line (
      id bigint generated always as identity primary key,
      -- An invoice or a credit note.
      document_id uuid not null,
      tax_rate_id int not null,
      name text not null,
      ppm int not null,
      inclusive boolean not null,
      net_cents bigint not null,
      tax_cents bigint not null,
      -- Waits for the ledger, as fees do.
      posted boolean not null,
      voided boolean not null default false
    );
    select core_tenant_table('billing_tax_line');
    create index on billing_tax_line (company_id, document_id);
    create index billing_tax_line_unposted on billing_tax_line (agency_id) where not posted;

    alter table billing_invoice add column tax_cents bigint not null default 0 check (tax_cents between 0 and total_cents),
      add column due_on date,
      -- Of what was paid for it: what went back on purpose, and what was too much and became credit.
      add column refunded_cents bigint not null default 0 check (refunded_cents >= 0),
      add column over_cents bigint not null default 0 check (over_cents >= 0);

    alter table billing_credit add column invoice_id uuid references billing_invoice (id),
      add column tax_cents bigint not null default 0 check (tax_cents between 0 and cents);
    create index on billing_credit (company_id, invoice_id);

    -- Money that moved for an invoice, with the card.
    create table billing_transaction (
      id bigint generated always as identity primary key,
      invoice_id uuid not null references billing_invoice (id),
      operation_id uuid not null,
      kind text not null check (kind in ('payment', 'refund', 'chargeback', 'won_back')),
      -- The provider's id of what went back, which tells several of a payment apart; empty for the payment.
      reversal text not null,
      cents bigint not null check (cents > 0),
      card_brand text not null,
      card_last4 text not null,
      made_at timestamptz not null
    );
    select core_tenant_table('billing_transaction');
    create unique index billing_transaction_once on billing_transaction (company_id, operation_id, kind, reversal);
    create index on billing_transaction (company_id, invoice_id);
    select core_append_only_table('billing_transaction');

    -- A client that buys a pack issues its own invoice, but does not see its agency's rows.
    create function billing_seller_of(agency int) returns setof billing_details language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select d.* from billing_details d where d.company_id = agency
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
    create function billing_seller_name(agency int) returns text language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select t.name from core_tenant t where t.id = agency
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
    create function billing_tax_rates_of(agency int) returns setof billing_tax_rate language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select r.* from billing_tax_rate r where r.company_id = agency and r.archived_at is null
           and exists (select 1 from core_tenant own where own.id = core_tenant_id() and own.agency_id = agency) $$;
  `);
}
