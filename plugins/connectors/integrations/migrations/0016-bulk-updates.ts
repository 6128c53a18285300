import type { Knex } from 'knex';

/** What a connection holds is sent, discarded or held further in steps, however much it is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table integrations_bulk_update (
      connection_id int not null,
      kind text not null check (kind in ('hold', 'send-held', 'discard-held', 'send-rejected')),
      -- What is held or rejected since then is not meant. The clock, read while the connection is locked: whoever had the lock before may have begun later.
      asked_at timestamptz not null default clock_timestamp(),
      -- Of several that go on, the one that waited longest has the next step.
      stepped_at timestamptz not null default clock_timestamp(),
      primary key (connection_id, kind)
    );
    select core_tenant_table('integrations_bulk_update');
    alter table integrations_bulk_update
      add foreign key (company_id, connection_id) references integrations_connection (company_id, id) on delete cascade;

    -- What waits for a person, of one connection: counted on every page of connections, and taken a step at a time.
    drop index integrations_delivery_held;
    create index integrations_delivery_stopped on integrations_delivery (connection_id, state, held_at, id) where state in ('held', 'rejected');
    create index integrations_delivery_unfinished_steps on integrations_delivery (connection_id) where state <> 'delivered' and steps <> '{}';
  `);
}
