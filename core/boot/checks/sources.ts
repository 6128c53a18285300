import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Code that never serves anybody. */
const TEST_CODE = /\.(?:test|fake)\.[jt]s$|(?:^|\/)fakes\//;

/** What runs on the server: TypeScript, or JavaScript of a package; neither declarations of types nor what a package brought along. */
export const isCode = (file: string): boolean => /(?<!\.d)\.[jt]s$/.test(file) && !TEST_CODE.test(file) && !file.includes('node_modules');

export interface Found {
  match: RegExpMatchArray;
  /** The file within the plugin. */
  name: string;
  /** `file:line`; lines are counted when somebody asks. */
  readonly file: string;
}

/** Where a pattern is found in a plugin's code. */
export function foundInCode(folder: URL, pattern: RegExp): Found[] {
  const root = fileURLToPath(folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isCode);
  return files.flatMap((name) => {
    const path = join(root, name);
    const text = readFileSync(path, 'utf8');
    return [...text.matchAll(pattern)].map((match) => ({
      match,
      name,
      get file() {
        return `${relative(process.cwd(), path)}:${text.slice(0, match.index).split('\n').length}`;
      },
    }));
  });
}
