import type { Knex } from 'knex';

/** What browsers refused of the product's pages: one row for each day and kind. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table core_policy_report (
      day date not null default current_date,
      directive text not null,
      blocked text not null,
      page text not null,
      count int not null,
      last_at timestamptz not null default now(),
      primary key (day, directive, blocked, page)
    );
    select core_platform_table('core_policy_report', false);
  `);
}
