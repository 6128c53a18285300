import { randomInt } from 'node:crypto';

/** Seconds before the next try after n failures: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h, 48 h; then the delivery is dead. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 172_800];
/** Longest rest of a connection: its other leads are not kept waiting for one that always fails. */
const MOST_REST = 300;

/** Seconds to wait after the given number of failures, with a tenth of jitter; null when there is no further try. */
export function retryAfter(failures: number): number | null {
  const base = SCHEDULE[failures - 1];
  return base === undefined ? null : (base * randomInt(900, 1_101)) / 1_000;
}

/** For how long the whole connection rests before its next call. */
export const restAfter = (failures: number): number => Math.min(retryAfter(failures) ?? MOST_REST, MOST_REST);
