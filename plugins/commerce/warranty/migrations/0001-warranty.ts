import type { Knex } from 'knex';

/** Leads under warranty, and those that were given back or found wanting. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Billed leads of the last days, to be checked when they are due: at once, whenever something is told of them, and every day.
    create table warranty_lead (
      lead_id uuid not null,
      due boolean not null default true,
      -- The campaign's places are asked for once, when the lead is new: they may change afterwards.
      is_new boolean not null default true,
      -- What another system said of the lead.
      told jsonb,
      created_at timestamptz not null
    );
    select core_tenant_table('warranty_lead');
    alter table warranty_lead add primary key (company_id, lead_id);
    create index warranty_watch_due on warranty_lead (agency_id) where due;
    create index on warranty_lead (agency_id, created_at);

    -- One case for a lead, for ever: it is credited once or not at all.
    create table warranty_case (
      id int generated always as identity primary key,
      lead_id uuid not null,
      campaign_id int not null,
      cause text not null check (cause in ('returned', 'invalid', 'excluded', 'duplicate', 'out_of_area')),
      -- Why the client gives it back; empty for what was found without them.
      reason text not null default '',
      note text not null default '' check (length(note) <= 500),
      evidence jsonb not null default '{}',
      state text not null check (state in ('open', 'credited', 'declined')),
      -- What the client was billed, and what the root gives the agency back.
      retail_cents bigint not null check (retail_cents > 0),
      fee_cents bigint not null default 0 check (fee_cents >= 0),
      asked_by int not null default 0,
      asked_at timestamptz not null,
      answer text not null default '' check (length(answer) <= 500),
      answered_by int not null default 0,
      answered_at timestamptz,
      -- Whether the agency was told of a return.
      told boolean not null default false,
      check ((state = 'open') = (answered_at is null))
    );
    select core_tenant_table('warranty_case');
    create unique index warranty_case_once on warranty_case (company_id, lead_id);
    create index on warranty_case (agency_id, state, id);
    create index on warranty_case (company_id, state, id);
    create index warranty_case_untold on warranty_case (agency_id) where state = 'open' and not told;
  `);
}
