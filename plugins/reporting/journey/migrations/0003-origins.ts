import type { Knex } from 'knex';

/** An address as people name a page: without scheme, query and trailing slash; nothing of one that may name somebody. */
const PAGE = `case when url ~* '@|%40' then '' else left(rtrim(regexp_replace(url, '^https{0,1}://(www[.]){0,1}|[\\x3f#].*$', '', 'g'), '/'), 200) end`;

/** Where leads came from and to, counted as they become known, so that no figure of a dashboard reads the leads themselves. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table journey_origin (
      campaign_id int not null,
      -- The campaign's day on which somebody became a lead.
      day date not null,
      kind text not null check (kind in ('page', 'source')),
      -- Empty: it is not known, or they came directly.
      name text not null,
      leads int not null
    );
    select core_tenant_table('journey_origin');
    select core_owners_stated('journey_origin');
    alter table journey_origin add primary key (campaign_id, day, kind, name);
    create index on journey_origin (company_id, day);
    create index on journey_origin (agency_id, day);

    create function journey_origins(touch jsonb) returns table (kind text, name text) language sql immutable as $$
      select 'page', ${PAGE} from (select coalesce(touch->>'url', '') as url) t
      union all
      select 'source', left(coalesce(nullif(concat_ws(' / ', nullif(touch->'params'->>'utm_source', ''), nullif(touch->'params'->>'utm_medium', '')), ''),
        touch->>'referrer', ''), 200)
    $$;
  `);
  const count = (from: string): string => `
    insert into journey_origin as o (campaign_id, company_id, agency_id, root_id, day, kind, name, leads)
    select l.campaign_id, l.company_id, l.agency_id, l.root_id, l.day, t.kind, t.name, count(*)
    from ${from} l cross join lateral journey_origins(l.first_touch) t
    group by 1, 2, 3, 4, 5, 6, 7 order by 1, 5, 6, 7
    on conflict (campaign_id, day, kind, name) do update set leads = o.leads + excluded.leads`;
  await knex.raw(count('journey_lead'));
  await knex.raw(`
    create function journey_count_origins() returns trigger language plpgsql as $$
    begin
      ${count('added')};
      return null;
    end $$;
    create trigger origins after insert on journey_lead referencing new table as added for each statement execute function journey_count_origins();
  `);
}
