import type { Knex } from 'knex';

/** Campaigns whose next notice of new leads is due say so: with each lead, only they are looked for. */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    alter table campaigns_campaign add column notice_due boolean not null default false;
    update campaigns_campaign c set notice_due = true from campaigns_window w
      where w.campaign_id = c.id and w.kind = 'total' and c.notify_every > 0 and w.used - c.noticed_leads >= c.notify_every;
    create index campaigns_notices_due on campaigns_campaign (agency_id, id) where notice_due;
    drop index campaigns_notices`);
