import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import ts from 'typescript';

const FOLDERS = ['config', 'core', 'migrations', 'plugins', 'scripts', 'tests', 'ui'];
const CODE = /\.(?:ts|tsx|cjs)$/;

/** The files of the repository below `root` that hold code, and whom each of them names. */
export interface Imports {
  files: readonly string[];
  /** Those that import the file, types included, directly or through others; and those that name it, to run it or to read it. */
  dependentsOf(file: string): Set<string>;
}

export function readImports(root: string): Imports {
  const files = FOLDERS.flatMap((folder) => filesBelow(root, folder));
  const importers = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    texts.set(file, text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!fileName.startsWith('.')) continue;
      const target = normalize(join(dirname(file), fileName));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  // A program that a test starts and a file that it reads stand there as a text.
  const namers = (file: string): string[] => (/^(?:scripts|tests)\//.test(file) ? files.filter((f) => names(f, texts.get(f)!, file)) : []);
  return {
    files,
    dependentsOf(file) {
      const found = new Set<string>();
      const open = [file];
      for (let at = open.pop(); at !== undefined; at = open.pop())
        for (const next of [...(importers.get(at) ?? []), ...namers(at)])
          if (!found.has(next)) {
            found.add(next);
            open.push(next);
          }
      found.delete(file);
      return found;
    },
  };
}

const names = (by: string, text: string, file: string): boolean =>
  text.includes(`${basename(dirname(file))}/${basename(file)}`) || (dirname(by) === dirname(file) && text.includes(basename(file)));

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
