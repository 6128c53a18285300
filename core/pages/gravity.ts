import type { Severity } from '../contract.ts';

const ORDER: readonly Severity[] = ['bad', 'warn', 'info', 'good', 'neutral'];
const rank = ({ severity }: { severity: Severity }): number => ORDER.indexOf(severity);

/** What people are told at one place, the gravest first; those of one severity keep their order. */
export const byGravity = <N extends { severity: Severity }>(notices: readonly N[]): N[] => notices.toSorted((a, b) => rank(a) - rank(b));

/** Blocks in which notices that stand next to each other stand by gravity. */
export function noticesByGravity<B extends { as: string }>(blocks: readonly B[]): B[] {
  const isNotice = (block: B): block is B & { severity: Severity } => block.as === 'notice';
  const sorted: B[] = [];
  let notices: (B & { severity: Severity })[] = [];
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
