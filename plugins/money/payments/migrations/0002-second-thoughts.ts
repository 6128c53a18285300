import type { Knex } from 'knex';

/** A chargeback can be won, and a payment that was given up can turn out to have been made. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- won_back: the money of a chargeback is here again.
    alter table payments_refund drop constraint payments_refund_state_check,
      add constraint payments_refund_state_check check (state in ('created', 'succeeded', 'failed', 'won_back'));

    -- It was given up and its subject tried anew when the provider told that it had succeeded: money beyond what was asked for.
    alter table payments_operation add column surplus boolean not null default false;
    drop index payments_operation_once;
    -- Failed ones that their card's holder may confirm; infinity: there is nothing to ask about.
    create index payments_operation_confirmable on payments_operation (check_at) where state = 'failed' and client_secret is not null;
    create unique index payments_operation_once on payments_operation (company_id, kind, subject) where state <> 'failed' and not surplus;
  `);
}
