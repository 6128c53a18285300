import type { Knex } from 'knex';

const TABLES = {
  fake_campaign: 'id int primary key, rules jsonb not null, cap int not null, used int not null default 0',
  fake_excluded: 'email text primary key',
  fake_wallet: 'cents bigint not null check (cents >= 0)',
  fake_queue:
    'source text not null, ref text not null, campaign_id int not null, at timestamptz not null, person text, is_torn boolean not null default false, outcome text, lead_id uuid, lease_until timestamptz, primary key (source, ref)',
  fake_charge: 'lead_id uuid primary key, wholesale int not null, retail int not null',
};

/** What the stand-ins of neighbours.ts keep, and the queues of sources.ts. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(TABLES)) {
    await knex.raw(`create table ${name} (${columns})`);
    await knex.raw('select core_tenant_table(?)', [name]);
  }
}
