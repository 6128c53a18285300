import type { Knex } from 'knex';

/** Reports sum credits by the day that they were in their campaign's time zone, and by product: both are kept with a case. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table warranty_case add column product text not null default '', add column credited_on date;

    do $$ begin
      if to_regclass('campaigns_campaign') is not null then
        update warranty_case w set product = c.product, credited_on = case when w.state = 'credited' then (w.answered_at at time zone c.timezone)::date end
          from campaigns_campaign c where c.id = w.campaign_id;
      end if;
    end $$;
    update warranty_case set credited_on = (answered_at at time zone 'UTC')::date where state = 'credited' and credited_on is null;

    alter table warranty_case add check ((state = 'credited') = (credited_on is not null));
    create index warranty_case_credits_of_company on warranty_case (company_id, credited_on)
      include (campaign_id, product, retail_cents, fee_cents, agency_id, root_id) where credited_on is not null;
    create index warranty_case_credits_of_agency on warranty_case (agency_id, credited_on)
      include (campaign_id, product, retail_cents, fee_cents, company_id, root_id) where credited_on is not null;
    create index warranty_case_credits_of_root on warranty_case (root_id, credited_on)
      include (campaign_id, product, retail_cents, fee_cents, agency_id, company_id) where credited_on is not null;
  `);
}
