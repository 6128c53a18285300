import { US_STATES } from './us-states.ts';

/** Words that are written short or long; the long one is the name that is looked up. */
const LONG: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/** A name as it is looked up: lower case, without dots and accents, `St.` like `Saint`. */
export const keyOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9&/]+/g, ' ')
    .trim()
    .replace(/^\w+(?= )/, (first) => LONG[first] ?? first);

const CODES = new Map(US_STATES.flatMap(({ code, name }) => [code.toLowerCase(), keyOf(name)].map((key) => [key, code] as const)));

/** The code of a state that is named by it or by its name; null: there is no such state. */
export const stateOf = (typed: string): string | null => CODES.get(keyOf(typed)) ?? null;

/** The codes of the states whose code or name begins so. */
export const statesBeginning = (typed: string): string[] => [
  ...new Set([...CODES].filter(([key]) => key.startsWith(keyOf(typed))).map(([, code]) => code)),
];

/** A city as people type it, `Chicago`, `Chicago, IL` or `Chicago, Illinois`: its key, and the state where one is named. */
export function cityOf(typed: string): { key: string; state: string | null } {
  const [, city = typed, state = ''] = /^(.*),([^,]*)$/.exec(typed) ?? [];
  const code = stateOf(state);
  return code ? { key: keyOf(city), state: code } : { key: keyOf(typed), state: null };
}

/** Numbers of states lie above all zip codes, those of cities above the states. */
const FIRST_STATE = 100_000;
export const FIRST_CITY = 200_000;
const A = 'A'.charCodeAt(0);

/** The number of a state follows from its code, that of a zip code is the code. */
export const stateId = (code: string): number => FIRST_STATE + (code.charCodeAt(0) - A) * 26 + code.charCodeAt(1) - A;
export const zipId = (zip: string): number => Number(zip);
