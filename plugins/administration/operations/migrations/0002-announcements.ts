import type { Knex } from 'knex';

/** Who closed which announcement. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table operations_dismissal (
      account_id int not null,
      announcement_id uuid not null,
      dismissed_at timestamptz not null default now()
    );
    select core_tenant_table('operations_dismissal');
    alter table operations_dismissal add primary key (company_id, account_id, announcement_id);
    create index on operations_dismissal (announcement_id);
  `);
}
