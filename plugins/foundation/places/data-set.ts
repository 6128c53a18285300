import type { Knex } from 'knex';
import { FIRST_CITY, keyOf, stateId, zipId } from './names.ts';
import { isState, US_STATES } from './us-states.ts';

/** Rows handed to the database at a time. */
const PORTION = 10_000;
/** Where a zip code may lie east of Greenwich; anywhere else the sign of the longitude is missing, and nobody knows what else is wrong. */
const EASTERN = new Set(['AE', 'AP', 'AS', 'GU', 'HI', 'MP']);

interface Zip {
  zip: string;
  city: string;
  state: string;
  latitude: number | null;
  longitude: number | null;
}
interface City {
  name: string;
  key: string;
  state: string;
  zips: number;
  latitude: number | null;
  longitude: number | null;
}

/**
 * Brings the packaged zip codes, their cities and all states into the database. What is there already keeps its number, so it may be repeated
 * after an update of the package; nothing is taken out.
 */
export async function loadPlaces(db: Knex): Promise<void> {
  const zips = await packagedZips();
  const cities = citiesOf(zips);
  await db.raw(
    `insert into places_place (id, kind, name, key, state) select id, 'state', name, key, state
     from unnest(?::int[], ?::text[], ?::text[], ?::text[]) as s (id, name, key, state)
     on conflict (id) do update set name = excluded.name, key = excluded.key`,
    columns(US_STATES, [({ code }) => stateId(code), ({ name }) => name, ({ name }) => keyOf(name), ({ code }) => code]),
  );
  for (const some of portions([...cities.values()]))
    await db.raw(
      `insert into places_place (id, kind, name, key, state, zips, latitude, longitude)
       select ${FIRST_CITY} + nextval('places_city_number'), 'city', name, key, state, zips, latitude, longitude
       from unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::float8[], ?::float8[]) as c (name, key, state, zips, latitude, longitude)
       on conflict (state, key) where kind = 'city'
       do update set name = excluded.name, zips = excluded.zips, latitude = excluded.latitude, longitude = excluded.longitude`,
      columns(some, [(c) => c.name, (c) => c.key, (c) => c.state, (c) => c.zips, (c) => c.latitude, (c) => c.longitude]),
    );
  for (const some of portions(zips))
    await db.raw(
      `insert into places_place (id, kind, name, key, state, city_id, latitude, longitude)
       select z.id, 'zip', z.zip, z.zip, z.state, c.id, z.latitude, z.longitude
       from unnest(?::int[], ?::text[], ?::text[], ?::text[], ?::float8[], ?::float8[]) as z (id, zip, state, city, latitude, longitude)
       join places_place c on c.kind = 'city' and c.state = z.state and c.key = z.city
       on conflict (id)
       do update set state = excluded.state, city_id = excluded.city_id, latitude = excluded.latitude, longitude = excluded.longitude`,
      columns(some, [(z) => zipId(z.zip), (z) => z.zip, (z) => z.state, (z) => keyOf(z.city), (z) => z.latitude, (z) => z.longitude]),
    );
}

/** The zip codes of the United States, of its territories and of its forces; those of independent states that use them are left out. */
export async function packagedZips(): Promise<Zip[]> {
  const { default: packaged } = await import('zipcodes');
  return Object.values(packaged.codes)
    .filter(({ zip, country, state }) => country === 'US' && isState(state) && /^\d{5}$/.test(zip))
    .map(({ zip, city, state, latitude, longitude }) => {
      const isKnown = Boolean(latitude && longitude) && (longitude < 0 || EASTERN.has(state));
      return { zip, city, state, latitude: isKnown ? latitude : null, longitude: isKnown ? longitude : null };
    });
}

/** The cities that zip codes belong to, each in the middle of them. The first spelling counts. */
function citiesOf(zips: readonly Zip[]): Map<string, City> {
  const inside = Map.groupBy(zips, ({ city, state }) => `${state} ${keyOf(city)}`);
  return new Map(
    [...inside].map(([id, all]) => {
      const located = all.filter(({ latitude }) => latitude !== null);
      const middle = (of: 'latitude' | 'longitude'): number | null =>
        located.length === 0 ? null : located.reduce((sum, zip) => sum + zip[of]!, 0) / located.length;
      const { city, state } = all[0]!;
      return [id, { name: city, key: keyOf(city), state, zips: all.length, latitude: middle('latitude'), longitude: middle('longitude') }];
    }),
  );
}

function* portions<R>(rows: readonly R[]): Generator<R[]> {
  for (let from = 0; from < rows.length; from += PORTION) yield rows.slice(from, from + PORTION);
}

/** Arrays for `unnest`, one for each column. */
const columns = <R>(rows: readonly R[], of: readonly ((row: R) => string | number | null)[]): Knex.RawBinding[] =>
  of.map((value) => rows.map(value)) as unknown as Knex.RawBinding[];
