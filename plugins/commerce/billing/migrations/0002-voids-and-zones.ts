import type { Knex } from 'knex';

/** Bills can be voided, and what was cut in a zone keeps it when the agency's zone changes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table billing_invoice drop constraint billing_invoice_state_check,
      add constraint billing_invoice_state_check check (state in ('open', 'paying', 'failed', 'paid', 'external', 'written_off', 'void')),
      -- The local day of issued_at; null: from before it was kept.
      add column issued_on date;
    alter table billing_credit add column made_on date;

    -- A line whose posting was taken back, because nothing of it came to be: its campaign's set-up fee can be charged again.
    alter table billing_line add column voided boolean not null default false;
    drop index billing_line_fee_once;
    create unique index billing_line_fee_once on billing_line (campaign_id) where kind = 'platform_fee' and not voided;

    -- The zone in which the period was cut.
    alter table billing_period add column zone text not null default 'America/Chicago';
    update billing_period p set zone = s.zone from (
      select a.id, (
        select z.name from core_setting s join pg_timezone_names z on z.name = s.value #>> '{}'
        where s.key = 'billing.zone' and s.company_id in (a.id, a.root_id) order by s.company_id = a.id desc limit 1
      ) as zone from core_tenant a where a.kind = 'agency'
    ) s where s.id = p.agency_id and s.zone is not null and p.closed_at is null;
  `);
}
