import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '../..');

/** A table's cells; `\|` is a bar that belongs to the text. */
export const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

const TEST = /^(?<file>\S+\.test\.tsx?) › (?<title>.+)$/;

/** The source of a test file without the escapes of its quotes; null when there is no such file. */
const files = new Map<string, string | null>();
function sourceOf(file: string): string | null {
  if (!files.has(file)) {
    const path = join(ROOT, file);
    files.set(file, existsSync(path) ? readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1') : null);
  }
  return files.get(file)!;
}
const isTitleIn = (text: string, title: string): boolean => [`'`, `"`, '`'].some((quote) => text.includes(quote + title + quote));

/** What is wrong with `file › title of a test` as a proof, or null. */
export function testFault(proof: string): string | null {
  const { file, title } = TEST.exec(proof)?.groups ?? {};
  if (!file || !title) return `"${proof}" is no proof`;
  const text = sourceOf(file);
  if (text === null) return `there is no file ${file}`;
  // A title such as "%s" is named together with its group: "who may enter which page › %s".
  const missing = title.split(' › ').find((part) => !isTitleIn(text, part));
  return missing === undefined ? null : `${file} has no test "${missing}"`;
}
