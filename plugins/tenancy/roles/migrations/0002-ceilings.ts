import type { Knex } from 'knex';

/** Who gave a person their rights, and the most they could give. Without a ceiling nothing but type, role and restriction counts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table roles_person add column ceiling jsonb;
    alter table roles_person add column given_by int references core_account(id) on delete set null;
    create index on roles_person (given_by) where given_by is not null;
  `);
}
