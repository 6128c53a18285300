/** A name that stands elsewhere than before, and the one that it stands behind now; null at the beginning. */
export interface Moved {
  name: string;
  after: string | null;
}

/** What was moved to come from one order to the other, as few names as explain it. Both hold the same names. */
export function movedIn(before: readonly string[], now: readonly string[]): Moved[] {
  const stayed = longestRise(now.map((name) => before.indexOf(name)));
  return now.flatMap((name, at) => (stayed.has(at) ? [] : [{ name, after: now[at - 1] ?? null }]));
}

/** The places of the most numbers that rise from each to the next. */
function longestRise(numbers: readonly number[]): Set<number> {
  const best: { length: number; from: number }[] = [];
  for (const [at, number] of numbers.entries()) {
    best[at] = { length: 1, from: -1 };
    for (let from = 0; from < at; from += 1)
      if (numbers[from]! < number && best[from]!.length >= best[at].length) best[at] = { length: best[from]!.length + 1, from };
  }
  const places = new Set<number>();
  let at = best.reduce((longest, { length }, n) => (longest < 0 || length > best[longest]!.length ? n : longest), -1);
  while (at >= 0) {
    places.add(at);
    at = best[at]!.from;
  }
  return places;
}
