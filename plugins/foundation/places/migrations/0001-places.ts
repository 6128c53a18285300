import type { Knex } from 'knex';
import { loadPlaces } from '../data-set.ts';

/** States, cities and zip codes of the United States. They belong to nobody and everybody reads them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table places_place (
      id int primary key,
      kind text not null check (kind in ('state', 'city', 'zip')),
      name text not null,
      -- The name as it is looked up.
      key text not null,
      state text not null,
      -- Of zip codes: the city.
      city_id int,
      -- Of cities: how many zip codes they have.
      zips int not null default 0,
      -- Of a city the middle of its zip codes.
      latitude float8,
      longitude float8
    );
    create sequence places_city_number;
    create unique index places_city on places_place (state, key) where kind = 'city';
    create index places_key on places_place (key text_pattern_ops);
    create index places_inside on places_place (city_id) where kind = 'zip';
    create index places_latitude on places_place (latitude, longitude) where kind = 'zip';
    select core_platform_table('places_place', true);
  `);
  await loadPlaces(knex);
  await knex.raw('analyze places_place');
}
