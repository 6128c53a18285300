import type { Knex } from 'knex';

/** What the stand-ins of neighbours.fake.ts keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table fake_campaign (id int primary key, rules jsonb not null, cap int not null, used int not null default 0);
    select core_tenant_table('fake_campaign');
    create table fake_excluded (email text primary key);
    create table fake_wallet (agency_id int primary key, cents bigint not null check (cents >= 0));
    create table fake_charge (lead_id uuid primary key, agency_id int not null, wholesale int not null, retail int not null);
  `);
}
