import type { Knex } from 'knex';

/** The spreadsheets of campaigns, every lead's row in them, and what happened to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table connector_google_sheets_sheet (
      id int generated always as identity primary key,
      campaign_id int not null,
      account_id int not null references connector_google_sheets_account(id) on delete cascade,
      -- As the account stands, for readers who do not see it: a client whose agency's account it is.
      account_state text not null check (account_state in ('ok', 'reauthorise', 'revoked')),
      -- What the spreadsheet is called when it is made.
      name text not null,
      -- Which of the spreadsheets made for the campaign, one after the other, and where it is once it was made.
      edition int not null default 1,
      spreadsheet_id text,
      url text not null default '',
      -- The tab that is written to, by its number at Google, and whether it has its headings yet.
      tab int not null default 1,
      ready boolean not null default false,
      -- Field and heading of each column.
      columns jsonb not null,
      state text not null default 'ok' check (state in ('ok', 'missing', 'columns', 'denied', 'refused')),
      note text not null default '',
      written int not null default 0,
      -- The last batch that stands in the spreadsheet, and the one that was begun and of which nobody knows yet.
      mark int not null default 0,
      trying int,
      shared jsonb not null default '[]',
      share_due boolean not null default true,
      -- When rows are compared next, and when there is anything to do next.
      look_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      -- One worker at a time writes to a spreadsheet.
      claim uuid,
      lease_until timestamptz,
      served_at timestamptz,
      last_at timestamptz,
      told_at timestamptz,
      expiry_told_at timestamptz,
      created_by int references core_account(id) on delete set null,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('connector_google_sheets_sheet');
    create unique index on connector_google_sheets_sheet (company_id, id);
    create unique index on connector_google_sheets_sheet (company_id, campaign_id);
    create index on connector_google_sheets_sheet (campaign_id);
    create index on connector_google_sheets_sheet (account_id);
    create index on connector_google_sheets_sheet (due_at) where state = 'ok' and account_state = 'ok';
    create index on connector_google_sheets_sheet (agency_id) where state <> 'ok' or account_state <> 'ok';

    create table connector_google_sheets_row (
      sheet_id int not null,
      lead_id uuid not null,
      -- gone: the lead was erased before it was written. expired: it waited for 30 days.
      state text not null default 'pending' check (state in ('pending', 'written', 'expired', 'gone')),
      -- The batch in which it was sent.
      batch int,
      queued_at timestamptz not null default now(),
      primary key (sheet_id, lead_id)
    );
    select core_tenant_table('connector_google_sheets_row');
    alter table connector_google_sheets_row add foreign key (company_id, sheet_id)
      references connector_google_sheets_sheet (company_id, id) on delete cascade;
    create index on connector_google_sheets_row (company_id);
    create index on connector_google_sheets_row (sheet_id, lead_id) where state = 'pending';

    create table connector_google_sheets_event (
      id bigint generated always as identity primary key,
      sheet_id int not null,
      at timestamptz not null default now(),
      kind text not null check (kind in ('created', 'written', 'checked', 'repaired', 'reset', 'shared', 'not-shared', 'stopped', 'resumed', 'link-sent', 'expired')),
      count int not null default 0,
      note text not null default ''
    );
    select core_tenant_table('connector_google_sheets_event');
    alter table connector_google_sheets_event add foreign key (company_id, sheet_id)
      references connector_google_sheets_sheet (company_id, id) on delete cascade;
    create index on connector_google_sheets_event (company_id, sheet_id, id desc);

    -- The account in whose name a client's spreadsheet is made: the client's own, or else its agency's, which the client does not see.
    create function connector_google_sheets_account_for(client int) returns table (id int, state text) language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select a.id, a.state from core_tenant t
      join connector_google_sheets_account a on a.company_id in (t.id, t.agency_id) and a.state <> 'revoked'
      where t.id = client order by a.company_id <> t.id limit 1
    $$;
    -- Clients with a spreadsheet that takes leads.
    create function connector_google_sheets_served(clients int[]) returns setof int language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as $$
      select distinct s.company_id from connector_google_sheets_sheet s
      where s.company_id = any(clients) and s.state = 'ok' and s.account_state = 'ok'
    $$;
  `);
}
