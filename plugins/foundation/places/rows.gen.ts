// Written from the migrated database by `npm run rows`; tests/architecture/rows.test.ts compares.

/** A row of `places_place`. */
export interface PlaceRow {
  id: number;
  kind: 'state' | 'city' | 'zip';
  name: string;
  key: string;
  state: string;
  city_id: number | null;
  zips: number;
  latitude: number | null;
  longitude: number | null;
}
