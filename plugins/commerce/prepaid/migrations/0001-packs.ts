import type { Knex } from 'knex';

/** Leads that are paid before they are delivered: how a campaign buys them, and what it bought. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table prepaid_plan (
      campaign_id int not null,
      top_up text not null default 'onetime' check (top_up in ('onetime', 'continual')),
      duration text not null default 'weekly' check (duration in ('weekly', 'monthly')),
      -- Leads of the next pack that is bought without being asked for.
      leads_buy int not null default 0 check (leads_buy between 0 and 1000000),
      -- Why no further pack is bought by itself.
      stopped text check (stopped in ('person', 'failures')),
      failures int not null default 0,
      retry_at timestamptz,
      -- Something happened that may ask for a purchase, a pause, an end or a credit.
      look boolean not null default false
    );
    select core_tenant_table('prepaid_plan');
    alter table prepaid_plan add primary key (company_id, campaign_id);
    create index on prepaid_plan (campaign_id);
    create index on prepaid_plan (agency_id) where look;
    create index on prepaid_plan (retry_at) where retry_at is not null;

    create table prepaid_pack (
      id bigint generated always as identity primary key,
      campaign_id int not null,
      number int not null,
      kind text not null check (kind in ('onetime', 'prepaid', 'continual')),
      state text not null default 'awaiting' check (state in ('awaiting', 'paid', 'used_up', 'cancelled')),
      leads int not null check (leads > 0),
      remaining int not null default 0 check (remaining >= 0),
      -- Credited or taken back instead of being delivered.
      withdrawn int not null default 0 check (withdrawn >= 0),
      -- Of these, those whose payment went back; they come again when it is made anew.
      reversed int not null default 0 check (reversed between 0 and withdrawn),
      unit_cents bigint not null check (unit_cents >= 0),
      -- What the agency owes the root for one of them.
      unit_fee_cents bigint not null check (unit_fee_cents >= 0),
      platform_fee_cents bigint not null default 0 check (platform_fee_cents >= 0),
      price_version_id bigint,
      -- What the delivered leads stand at in the books; differs from unit_cents after a change of price, until that is settled.
      charged_cents bigint not null default 0,
      settled boolean not null default false,
      invoice_id text,
      -- The agency settles it with its client outside of the system.
      external boolean not null default false,
      -- Bought by the plan, not by a person.
      automatic boolean not null default false,
      asked_key text,
      -- The company whose person wants the campaign to begin as soon as the pack is paid.
      activate_as int,
      bought_by int not null,
      bought_at timestamptz not null,
      paid_at timestamptz,
      check (remaining + withdrawn <= leads),
      check (state <> 'awaiting' or remaining = 0)
    );
    select core_tenant_table('prepaid_pack');
    create unique index on prepaid_pack (company_id, campaign_id, number);
    create index on prepaid_pack (campaign_id, id);
    create unique index on prepaid_pack (company_id, invoice_id) where invoice_id is not null;
    create unique index prepaid_one_open on prepaid_pack (company_id, campaign_id) where state = 'awaiting';
    create unique index on prepaid_pack (company_id, asked_key) where asked_key is not null;
    create index on prepaid_pack (activate_as) where activate_as is not null;
  `);
}
