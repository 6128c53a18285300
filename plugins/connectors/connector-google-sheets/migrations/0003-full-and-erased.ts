import type { Knex } from 'knex';

/** Spreadsheets that are full go on in another one, and rows of people who are erased are taken out. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table connector_google_sheets_sheet
      drop constraint connector_google_sheets_sheet_state_check,
      add constraint connector_google_sheets_sheet_state_check
        check (state in ('ok', 'missing', 'columns', 'denied', 'refused', 'full')),
      -- Spreadsheets that were written before this one, by their ids at Google.
      add column earlier text[] not null default '{}';

    -- earlier: the lead stands in a spreadsheet that became full.
    alter table connector_google_sheets_row
      drop constraint connector_google_sheets_row_state_check,
      add constraint connector_google_sheets_row_state_check check (state in ('pending', 'written', 'earlier', 'expired', 'gone'));

    alter table connector_google_sheets_event
      drop constraint connector_google_sheets_event_kind_check,
      add constraint connector_google_sheets_event_kind_check check (kind in (
        'created', 'written', 'checked', 'repaired', 'reset', 'continued', 'shared', 'not-shared', 'stopped', 'resumed', 'link-sent', 'expired', 'erased'));

    -- Leads whose rows a privacy request has taken out of a spreadsheet. open: somebody has to do it there.
    create table connector_google_sheets_erasure (
      sheet_id int not null,
      lead_id uuid not null,
      request int not null,
      state text not null default 'waiting' check (state in ('waiting', 'done', 'open')),
      asked_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (sheet_id, lead_id)
    );
    select core_tenant_table('connector_google_sheets_erasure');
    alter table connector_google_sheets_erasure add foreign key (company_id, sheet_id)
      references connector_google_sheets_sheet (company_id, id) on delete cascade;
    create index on connector_google_sheets_erasure (company_id);
    create index on connector_google_sheets_erasure (request);
    create index on connector_google_sheets_erasure (sheet_id) where state = 'waiting';
  `);
}
