import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Code that never serves anybody. */
const TEST_CODE = /\.(?:test|fake)\.ts$|(?:^|\/)fakes\//;

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
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !TEST_CODE.test(file));
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
