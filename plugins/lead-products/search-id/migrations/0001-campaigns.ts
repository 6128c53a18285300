import type { Knex } from 'knex';

/** What campaigns of this product have beside what all campaigns have. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table search_id_campaign (
      campaign_id int primary key,
      keywords text[] not null default '{}',
      -- Records for keywords that hold all words of one of these count too.
      contextual text[] not null default '{}',
      stop_words text[] not null default '{}',
      description text not null default '',
      -- Data that a record's person must have, under the names of calls.
      required text[] not null default '{}',
      place_by text not null default 'places' check (place_by in ('places', 'radius')),
      radius_center text not null default '',
      radius_miles int not null default 25 check (radius_miles between 1 and 100),
      -- How others name the campaign and whose it is; a supplier of intent is told.
      sifi_campaign text not null default '',
      sifi_organization text not null default '',
      external_campaign text not null default '',
      external_organization text not null default ''
    );
    select core_tenant_table('search_id_campaign');
  `);
}
