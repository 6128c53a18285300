import type { Knex } from 'knex';

/** Deletion lists of states: hashes of people who are to be deleted, whom we know of them, and what became of each. They belong to the root. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table deletion_lists_list (
      id int generated always as identity primary key,
      filename text not null,
      type text not null check (type in ('email', 'phone')),
      state text not null default 'suppressing' check (state in ('suppressing', 'matching', 'review', 'deleting', 'done')),
      total_rows int not null,
      -- How far the work of the state is: the position of a row, or behind whom of which kind of records.
      at_position int not null default 0,
      at_kind int not null default 0,
      at_record text,
      matched_rows int not null default 0,
      created_at timestamptz not null default now(),
      delete_by int references core_account(id) on delete set null,
      finished_at timestamptz,
      check ((state = 'done') = (finished_at is not null))
    );
    select core_tenant_table('deletion_lists_list');
    create index on deletion_lists_list (company_id, id);
    create index deletion_lists_due on deletion_lists_list (company_id) where state in ('suppressing', 'matching', 'deleting');

    create table deletion_lists_row (
      list_id int not null references deletion_lists_list(id) on delete cascade,
      position int not null,
      -- What the state calls it; the answer names it by that.
      work_item text not null,
      hash bytea not null check (octet_length(hash) = 32),
      -- 2 exempt, 3 deleted, 4 opted out; null: nobody has it, or it is not done yet.
      code smallint check (code in (2, 3, 4)),
      primary key (list_id, position)
    );
    select core_tenant_table('deletion_lists_row');
    select core_owners_stated('deletion_lists_row');
    create index on deletion_lists_row (list_id, hash);

    -- Records of people whom a list names, until they are deleted.
    create table deletion_lists_match (
      list_id int not null,
      position int not null,
      kind text not null,
      record text not null,
      holder_id int,
      email text not null,
      phone text not null,
      person_key text not null,
      -- The privacy request at the holder that erases them.
      request int,
      done_at timestamptz,
      primary key (list_id, position, kind, record),
      foreign key (list_id, position) references deletion_lists_row(list_id, position) on delete cascade
    );
    select core_tenant_table('deletion_lists_match');
    create index on deletion_lists_match (list_id, position) where done_at is null;
  `);
}
