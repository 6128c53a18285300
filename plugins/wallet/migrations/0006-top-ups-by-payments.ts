import type { Knex } from 'knex';

/**
 * Top-ups are paid through the payments plugin: a top-up's id is its payment's, and what is known of card and provider stands there.
 * What the sandbox inside this plugin still had under way is over; it never moved money.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update wallet_operation set state = 'failed', reason = 'not_charged', finished_at = now() where state in ('created', 'submitted', 'unknown');
    drop index wallet_operation_open;
    alter table wallet_operation
      drop constraint wallet_operation_state_check,
      drop column card, drop column gateway, drop column payment_id, drop column check_at,
      alter column id drop default,
      alter column state set default 'open',
      add constraint wallet_operation_state_check check (state in ('open', 'succeeded', 'failed'));
    create unique index wallet_operation_open on wallet_operation (company_id) where state = 'open';
    drop table wallet_sandbox_charge;
    alter table wallet_balance drop column card;

    -- A client learns whether its agency bills it outside the system, since it needs no card then, and nothing else of how that pays.
    create function wallet_bills_outside(agency int) returns boolean language sql stable security definer
      set search_path = pg_catalog, public set app.scope = 'platform' as
      $$ select coalesce((select manual_bill from wallet_balance where company_id = agency), false) $$;
  `);
}
