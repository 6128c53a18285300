import type { Mark } from './outline.ts';

/** Pixels that a place may differ by: fonts are laid out a little otherwise by each release of a browser. */
const SLACK = 3;

/** The pictures of one entry, by how it is seen. */
export type Pictures = Record<string, Mark[]>;

const lineOf = ({ box, look }: Mark): string => `${box.join(' ')} | ${look}`;

/** One file for each entry, which a person can read and git can compare. */
export const written = (pictures: Pictures): string =>
  Object.entries(pictures)
    .map(([name, marks]) => `== ${name}\n${marks.map((mark) => `${lineOf(mark)}\n`).join('')}`)
    .join('\n');

export function readPictures(text: string): Pictures {
  const pictures: Pictures = {};
  let marks: Mark[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('== ')) pictures[line.slice(3)] = marks = [];
    else if (line) {
      const bar = line.indexOf(' | ');
      marks.push({ box: line.slice(0, bar).split(' ').map(Number) as Mark['box'], look: line.slice(bar + 3) });
    }
  }
  return pictures;
}

const isAlike = (a: Mark, b: Mark): boolean => a.look === b.look && a.box.every((side, n) => Math.abs(side - b.box[n]!) <= SLACK);

/** What differs, a line each: `-` for what is no longer seen so, `+` for what is seen now. Nothing where both look the same. */
export function differences(before: readonly Mark[], now: readonly Mark[]): string[] {
  let [first, lastBefore, lastNow] = [0, before.length, now.length];
  while (first < Math.min(lastBefore, lastNow) && isAlike(before[first]!, now[first]!)) first += 1;
  while (lastBefore > first && lastNow > first && isAlike(before[lastBefore - 1]!, now[lastNow - 1]!)) {
    lastBefore -= 1;
    lastNow -= 1;
  }
  if (lastBefore - first === lastNow - first) {
    const pairs = before.slice(first, lastBefore).map((mark, n) => [mark, now[first + n]!] as const);
    return pairs.filter(([a, b]) => !isAlike(a, b)).flatMap(([a, b]) => [`- ${lineOf(a)}`, `+ ${lineOf(b)}`]);
  }
  return [
    ...before.slice(first, lastBefore).map((mark) => `- ${lineOf(mark)}`),
    ...now.slice(first, lastNow).map((mark) => `+ ${lineOf(mark)}`),
  ];
}

/** In the dark only colours differ: each look once, without its place. */
export function looksAlone(marks: readonly Mark[]): Mark[] {
  const seen = new Set<string>();
  return marks.flatMap(({ look }) => {
    const own = look.replace(/"(?:[^"\\]|\\.)*" /, '');
    if (seen.has(own)) return [];
    seen.add(own);
    return [{ box: [0, 0, 0, 0], look: own } satisfies Mark];
  });
}
