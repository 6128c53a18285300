import type { Knex } from 'knex';

/** Opens the table again by a policy of its own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table own_policy_note (text text);
    select core_tenant_table('own_policy_note');
    create policy everybody on own_policy_note using (true);
  `);
}
