import type { Knex } from 'knex';

/** What a key is called and good for. Those made before could sign people in and nothing else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table developer_key
      add column name text not null default '',
      add column scopes text[] not null default '{users:sign-in}',
      add column sandbox boolean not null default false;
    alter table developer_key alter column scopes drop default;
  `);
}
