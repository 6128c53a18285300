import type { Ctx } from '../../../core/contract.ts';
import { MOST_MILES, MOST_SUGGESTIONS, type NamedPlaces, PLACE_KINDS, type PlacesApi, SUGGEST_FROM } from './contract.ts';
import { cityOf, keyOf, stateId, stateOf, statesBeginning, zipId } from './names.ts';
import { citiesNamed, placeOf, placesBeginning, placesById, zipsAround } from './places.store.ts';

export const placesOf = (ctx: Ctx): PlacesApi => ({
  async find({ states = [], cities = [], zips = [] }) {
    const unknown: Record<keyof NamedPlaces, string[]> = { states: [], cities: [], zips: [] };
    const codes = states.map((typed) => ({ typed, code: stateOf(typed) }));
    unknown.states = codes.filter(({ code }) => code === null).map(({ typed }) => typed);
    const isZip = (zip: string): boolean => /^\d{5}$/.test(zip);
    const byId = await placesById(ctx.db, [
      ...codes.flatMap(({ code }) => (code && stateId(code)) || []),
      ...zips.filter(isZip).map(zipId),
    ]);
    const found = new Set(byId.map(({ id }) => id));
    unknown.zips = zips.filter((zip) => !isZip(zip) || !found.has(zipId(zip)));
    const named = cities.map((typed) => ({ typed, ...cityOf(typed) }));
    const byName = await citiesNamed(ctx.db, named);
    unknown.cities = named
      .filter(({ key, state }) => !byName.some((city) => city.key === key && (state === null || city.state === state)))
      .map(({ typed }) => typed);
    return { places: [...byId, ...byName].map(placeOf), unknown };
  },

  async around(center, miles) {
    if (!(miles >= 0 && miles <= MOST_MILES)) throw new RangeError(`miles are from 0 to ${MOST_MILES}`);
    const id = 'zip' in center ? (/^\d{5}$/.test(center.zip) ? zipId(center.zip) : null) : await onlyCity(ctx, center.city);
    return id === null ? null : ((await zipsAround(ctx.db, id, miles))?.map(placeOf) ?? null);
  },

  async suggest(typed, kinds = PLACE_KINDS) {
    if (typed.trim().length < SUGGEST_FROM) return [];
    // `Chicago, I` is on its way to a city with its state.
    const [, city = typed, state] = /^(.*),([^,]*)$/.exec(typed) ?? [];
    const key = keyOf(city);
    if (key === '') return [];
    const states = state === undefined ? null : statesBeginning(state);
    return (await placesBeginning(ctx.db, { key, states, kinds, most: MOST_SUGGESTIONS })).map(placeOf);
  },
});

/** The city of the name, or null where there is none or where several states have one. */
async function onlyCity(ctx: Ctx, typed: string): Promise<number | null> {
  const [city, another] = await citiesNamed(ctx.db, [cityOf(typed)]);
  return city && !another ? city.id : null;
}
