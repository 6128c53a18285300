import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('create table faulty_thing (text text not null)');
}
