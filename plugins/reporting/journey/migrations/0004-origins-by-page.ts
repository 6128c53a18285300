import type { Knex } from 'knex';

/** Leads of one batch come from few pages and sources, so each of these is named once and not for each lead. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function journey_count_origins() returns trigger language plpgsql as $$
    begin
      insert into journey_origin as o (campaign_id, company_id, agency_id, root_id, day, kind, name, leads)
      select l.campaign_id, l.company_id, l.agency_id, l.root_id, l.day, t.kind, t.name, sum(l.leads)
      from (
        select campaign_id, company_id, agency_id, root_id, day, first_touch - 'at' as touch, count(*) as leads from added group by 1, 2, 3, 4, 5, 6
      ) l cross join lateral journey_origins(l.touch) t
      group by 1, 2, 3, 4, 5, 6, 7 order by 1, 5, 6, 7
      on conflict (campaign_id, day, kind, name) do update set leads = o.leads + excluded.leads;
      return null;
    end $$;
  `);
}
