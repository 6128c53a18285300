import type { Knex } from 'knex';

/** Sessions of programs, which call in the name of an account with credentials of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table core_session
      add column program_id uuid,
      add column program_name text not null default '',
      add column scopes text[] not null default '{}',
      add column sandbox boolean not null default false;
    create index on core_session (program_id) where program_id is not null;
  `);
}
