/**
 * Checks a downloaded statement: `npm run verify-statement -- file.csv [head]`. Names the first line that was changed, moved or left
 * out and exits with 1 when there is one. Whoever knows the head (the log of the product keeps it) gives it besides: somebody who
 * changes a file may compute all its hashes anew, but never to the same head.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { checkChain } from '../plugins/money/ledger/statement-chain.ts';

/** Says in a sentence whether the text of a statement is sound. */
export function verifyStatement(text: string, head?: string): { sound: boolean; says: string } {
  let lines: string[][];
  try {
    lines = parse(text, { bom: true, relax_column_count: true });
  } catch (error) {
    return { sound: false, says: `This is no CSV file: ${(error as Error).message}` };
  }
  const found = checkChain(lines);
  if ('fault' in found) return { sound: false, says: `Line ${found.line} ${found.fault}.` };
  if (head !== undefined && head !== found.head) return { sound: false, says: `The head is ${found.head}, not ${head}.` };
  return { sound: true, says: `${lines.length} lines, nothing is broken. Head: ${found.head}` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, head] = process.argv.slice(2);
  if (!file) throw new Error('Say which file: npm run verify-statement -- file.csv [head]');
  const { sound, says } = verifyStatement(await readFile(file, 'utf8'), head);
  (sound ? console.log : console.error)(says);
  process.exitCode = sound ? 0 : 1;
}
