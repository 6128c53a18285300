import type { Knex } from 'knex';

/** Reports that are mailed by themselves, and to whom each of them went. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table reports_schedule (
      id int generated always as identity primary key,
      -- The report of one campaign, whose settings say as what and to whom; null for one that somebody saved.
      campaign_id int,
      report text not null,
      filters jsonb not null default '{}',
      frequency text not null check (frequency in ('never', 'daily', 'weekly', 'monthly')),
      format text not null default 'CSV' check (format in ('CSV', 'PDF', 'Excel')),
      -- Accounts; who of them may still see it is decided when it goes out.
      recipients int[] not null default '{}',
      is_paused boolean not null default false,
      -- When the next one is due; null for never.
      next_at timestamptz,
      created_by int,
      created_at timestamptz not null default now()
    );
    select core_tenant_table('reports_schedule');
    create index on reports_schedule (company_id, id);
    create index on reports_schedule (agency_id, id);
    create unique index reports_schedule_campaign on reports_schedule (company_id, campaign_id) where campaign_id is not null;
    create index reports_schedule_due on reports_schedule (next_at, company_id) where next_at is not null;

    create table reports_delivery (
      id uuid primary key default gen_random_uuid(),
      schedule_id int not null references reports_schedule (id) on delete cascade,
      -- The days that it is of.
      first date not null,
      last date not null,
      recipient text not null,
      account_id int,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'left_out', 'failed')),
      -- What the mail held or led to, or why there was none.
      note text not null default '',
      tries int not null default 0,
      try_at timestamptz not null default now(),
      -- The mail, in core_public_mail.
      mail_ref uuid,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    select core_tenant_table('reports_delivery');
    -- Each period goes to each recipient once.
    create unique index reports_delivery_once on reports_delivery (company_id, schedule_id, first, last, recipient);
    create index on reports_delivery (schedule_id, created_at desc);
    create index reports_delivery_waiting on reports_delivery (agency_id, try_at) where state = 'waiting';
    create index reports_delivery_age on reports_delivery (created_at);

    -- Campaigns that name recipients already have their first report at the end of this week.
    do $$ begin
      if to_regclass('campaigns_campaign') is not null then
        insert into reports_schedule (company_id, campaign_id, report, filters, frequency, next_at)
          select company_id, id, 'leads', jsonb_build_object('campaignId', id), case when report_sent_to = '{}' then 'never' else 'weekly' end,
            case when report_sent_to = '{}' then null
              else (date_trunc('week', now() at time zone timezone) + interval '7 days 7 hours') at time zone timezone end
          from campaigns_campaign where status <> 'removed';
      end if;
    end $$;
  `);
}
