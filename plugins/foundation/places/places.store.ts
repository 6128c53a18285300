import type { Knex } from 'knex';
import type { Place, PlaceKind } from './contract.ts';
import { stateId } from './names.ts';
import type { PlaceRow } from './rows.gen.ts';

type FoundRow = Pick<PlaceRow, 'id' | 'kind' | 'name' | 'key' | 'state' | 'city_id'>;
const COLUMNS = 'p.id, p.kind, p.name, p.key, p.state, p.city_id';
/** Of a sphere of the earth's size. */
const MILES = `3958.8 * 2 * asin(least(1, sqrt(power(sin(radians(p.latitude - c.latitude) / 2), 2)
  + cos(radians(c.latitude)) * cos(radians(p.latitude)) * power(sin(radians(p.longitude - c.longitude) / 2), 2))))`;
const MILES_PER_DEGREE = 69;

export const placeOf = ({ id, kind, name, state, city_id }: FoundRow): Place => ({
  id,
  kind,
  name,
  state,
  within: [...(city_id === null ? [] : [city_id]), ...(kind === 'state' ? [] : [stateId(state)])],
});

export async function placesById(db: Knex, ids: readonly number[]): Promise<FoundRow[]> {
  return rowsOf(db, `select ${COLUMNS} from places_place p where p.id = any(?::int[]) order by p.id`, [ids]);
}

/** Cities of these names: those of the state where one is named, else those of all states. */
export async function citiesNamed(db: Knex, cities: readonly { key: string; state: string | null }[]): Promise<FoundRow[]> {
  return rowsOf(
    db,
    `select ${COLUMNS} from places_place p
     where p.kind = 'city' and exists (
       select from unnest(?::text[], ?::text[]) as w (key, state) where w.key = p.key and (w.state is null or w.state = p.state))
       and p.key = any(?::text[])
     order by p.id`,
    [cities.map(({ key }) => key), cities.map(({ state }) => state), cities.map(({ key }) => key)],
  );
}

/** Zip codes around a place, the nearest first; null where nobody knows where the place lies. */
export async function zipsAround(db: Knex, center: number, miles: number): Promise<FoundRow[] | null> {
  const rows = await rowsOf(
    db,
    `select ${COLUMNS} from places_place c join places_place p on p.kind = 'zip'
       and p.latitude between c.latitude - :degrees and c.latitude + :degrees
     where c.id = :center and ${MILES} <= :miles
     order by ${MILES}, p.id`,
    { center, miles, degrees: miles / MILES_PER_DEGREE + 0.01 },
  );
  // A zip code lies around itself, and a city's middle is close to one of its zip codes unless the circle is small.
  if (rows.length > 0) return rows;
  return (await db('places_place').where({ id: center }).whereNotNull('latitude').first('id')) ? rows : null;
}

/** Places whose looked-up name begins so, the most known first; `states` narrows them. */
export async function placesBeginning(
  db: Knex,
  { key, states, kinds, most }: { key: string; states: readonly string[] | null; kinds: readonly PlaceKind[]; most: number },
): Promise<FoundRow[]> {
  return rowsOf(
    db,
    `select ${COLUMNS} from places_place p
     where p.key like :begin and p.kind = any(:kinds::text[]) and (:states::text[] is null or p.state = any(:states))
     order by array_position(array['state', 'city', 'zip'], p.kind), p.key = :key desc, p.zips desc, p.key, p.state limit :most`,
    // A key holds no sign that means something to LIKE.
    { key, begin: `${key}%`, kinds, states, most },
  );
}

async function rowsOf(db: Knex, sql: string, values: unknown): Promise<FoundRow[]> {
  return ((await db.raw(sql, values as Knex.RawBinding[])) as { rows: FoundRow[] }).rows;
}
