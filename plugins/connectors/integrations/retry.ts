import { randomInt } from 'node:crypto';

/** Seconds before the next try of a lead after n failures: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h, 48 h; then it is held. */
const SCHEDULE = [5, 300, 1_800, 7_200, 18_000, 36_000, 86_400, 172_800];
/** Seconds for which a connection makes no call after n failures in a row. The lead that is tried next is another one. */
const RESTS = [5, 30, 120, 300, 900];
/** So many failures in a row, and the connection counts as failing. */
export const FAILING_AFTER = RESTS.length;
/** So many leads refused one after the other, and it is the connection that is wrong, not the leads. */
export const REFUSED_IN_A_ROW = 5;

/** Seconds to wait after the given number of failures, with a tenth of jitter; null when there is no further try. */
export function retryAfter(failures: number): number | null {
  const base = SCHEDULE[failures - 1];
  return base === undefined ? null : (base * randomInt(900, 1_101)) / 1_000;
}

/** For how long the whole connection rests before its next call. What the other end asked for is obeyed; one that goes on failing rests longer. */
export function restAfter(failures: number, asked = 0): number {
  const own = RESTS[Math.min(failures, RESTS.length) - 1]!;
  return asked > 0 && failures < FAILING_AFTER ? asked : Math.max(own, asked);
}
