import type { Knex } from 'knex';
import { weeklyPartitions } from './shared/weekly-partitions.ts';

/** Recognised visits without who it was, in weekly partitions: what back-tests evaluate other settings by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table capture_recognition (
      at timestamptz not null,
      campaign_id int not null,
      -- Hashed under a key of the client, which is stored nowhere: the same person at two clients has nothing in common.
      person bigint not null,
      zip int not null,
      city int not null,
      state text not null check (length(state) in (0, 2)),
      -- Bits: an e-mail address 1, a phone number 2, a home address 4, on an exclusion list 8.
      has smallint not null
    ) partition by range (at);
    select core_tenant_table('capture_recognition');
    select core_owners_stated('capture_recognition');
    create index on capture_recognition (campaign_id, at);
    create table capture_recognition_rest partition of capture_recognition default;
    select core_isolate('capture_recognition_rest', 'company_id', 'agency_id', 'root_id');
    ${weeklyPartitions({
      table: 'capture_recognition',
      column: 'at',
      begins: (week) => `to_timestamp(${week} * 604800.0)`,
    })}
    select capture_recognition_partitions(now(), 31);
  `);
}
