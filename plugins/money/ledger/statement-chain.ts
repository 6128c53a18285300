import { createHash } from 'node:crypto';

/**
 * Lines of a statement, each with a hash as its last cell: SHA-256 in hex over the hash of the line before, a line feed and the line's
 * other cells as a JSON array; before the first line stand 64 zeros. The last line says `end` and how many lines stand before it, so
 * its hash, the head, vouches for the whole. `cells` must be as they stand in the file.
 */
export function chained(lines: readonly (readonly string[])[]): string[][] {
  let hash = START;
  return lines.map((cells) => [...cells, (hash = linkOf(hash, cells))]);
}

/** The line that ends a statement of `count` lines. */
export const endLine = (count: number, ...cells: string[]): string[] => [END, String(count), ...cells];

/** What is wrong with the lines of a statement; `line` counts from 1. The head is that of a sound one. */
export function checkChain(lines: readonly (readonly string[])[]): { line: number; fault: string } | { head: string } {
  let hash = START;
  for (const [index, line] of lines.entries()) {
    hash = linkOf(hash, line.slice(0, -1));
    if (line.at(-1) !== hash) return { line: index + 1, fault: 'does not follow from the line before it, or was changed' };
    if (line[0] === END && index < lines.length - 1) return { line: index + 2, fault: 'stands behind the end' };
  }
  const last = lines.at(-1);
  if (last?.[0] !== END || last[1] !== String(lines.length - 1)) return { line: lines.length, fault: 'is not the end: lines are missing' };
  return { head: hash };
}

const START = '0'.repeat(64);
const END = 'end';
const linkOf = (before: string, cells: readonly string[]): string =>
  createHash('sha256')
    .update(`${before}\n${JSON.stringify(cells)}`)
    .digest('hex');
