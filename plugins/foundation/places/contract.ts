import { definePort } from '../../../core/contract.ts';

export const PLACE_KINDS = ['state', 'city', 'zip'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export interface Place {
  /** Stays the same for ever, through updates of the data as well. */
  id: number;
  kind: PlaceKind;
  /** `Illinois`, `Chicago`, `60601`. */
  name: string;
  /** Two letters. */
  state: string;
  /** The places that it lies in: of a zip code its city and state, of a city its state. */
  within: readonly number[];
}

/** Places as people name them. Cities may name their state (`Springfield, IL`); one without is every city of the name. */
export interface NamedPlaces {
  /** By code or name. */
  states?: readonly string[];
  cities?: readonly string[];
  zips?: readonly string[];
}

/** Of suggestions: characters before anything is looked for, and how many there are. */
export const SUGGEST_FROM = 3;
export const MOST_SUGGESTIONS = 10;
/** Miles around a place. */
export const MOST_MILES = 100;
/** Zip codes in one request. */
export const MOST_ZIPS = 2_000;

export interface PlacesApi {
  /** What is named, each place once and in the order of the data; `unknown` is what names nothing, as it was typed. */
  find(named: NamedPlaces): Promise<{ places: Place[]; unknown: Required<NamedPlaces> }>;
  /**
   * Zip codes that lie within so many miles of a zip code, a city or both, the nearest first, itself included. Null: there is no such
   * place, nobody knows where it lies, or a city is named that several states have.
   */
  around(center: { zip: string } | { city: string }, miles: number): Promise<Place[] | null>;
  /** What somebody may mean who typed this: states, then cities, the largest first, or zip codes. Nothing for fewer than `SUGGEST_FROM` characters. */
  suggest(typed: string, kinds?: readonly PlaceKind[]): Promise<Place[]>;
}
/** States, cities and zip codes of the United States: look-ups by name, by distance and while somebody types. */
export const Places = definePort<PlacesApi>('places.places.v1');
