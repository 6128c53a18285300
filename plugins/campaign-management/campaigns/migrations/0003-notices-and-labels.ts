import type { Knex } from 'knex';

/** Who is told of how many new leads, as what reports are made, and what else callers keep with a campaign. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table campaigns_campaign
      add column report_type text not null default 'CSV' check (report_type in ('CSV', 'PDF', 'Excel', 'GoogleSheet')),
      -- Accounts of the agency; who of them is written to is decided when a mail goes out.
      add column admin_notify_to int[] not null default '{}',
      -- How many of the campaign's leads the notices have told of.
      add column noticed_leads bigint not null default 0,
      add column has_minimum_leads boolean not null default false,
      add column minimum_leads int not null default 0 check (minimum_leads >= 0),
      add column client_campaign_id text not null default '';
    -- What came before this is no news.
    update campaigns_campaign c set noticed_leads = w.used
      from campaigns_window w where w.campaign_id = c.id and w.kind = 'total' and c.notify_every > 0;
    create index campaigns_notices on campaigns_campaign (id) where notify_every > 0;
  `);
}
