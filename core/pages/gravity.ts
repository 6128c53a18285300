import type { Tone } from '../contract.ts';

const ORDER: readonly Tone[] = ['bad', 'warn', 'info', 'good', 'neutral'];
const rank = ({ tone }: { tone: Tone }): number => ORDER.indexOf(tone);

/** What people are told at one place, the gravest first; those of one tone keep their order. */
export const byGravity = <N extends { tone: Tone }>(notices: readonly N[]): N[] => notices.toSorted((a, b) => rank(a) - rank(b));

/** Blocks in which notices that stand next to each other stand by gravity. */
export function noticesByGravity<B extends { as: string }>(blocks: readonly B[]): B[] {
  const isNotice = (block: B): block is B & { tone: Tone } => block.as === 'notice';
  const sorted: B[] = [];
  let notices: (B & { tone: Tone })[] = [];
  for (const block of blocks) {
    if (isNotice(block)) {
      notices.push(block);
      continue;
    }
    sorted.push(...byGravity(notices), block);
    notices = [];
  }
  return [...sorted, ...byGravity(notices)];
}
