import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Imports and exports of files of our own; of types alone nothing remains when the code runs. */
const IMPORTED = /(?:^|\n)\s*(?:import|export)\s(?!type\b)[^'";]*['"](\.[^'"]+)['"]/g;

/**
 * Names what the template database is made of: every migration, what makes the database run them, all that either imports, and the versions of
 * the packages. Two checkouts of the same key have the same template, but for the rights that plugins ask for on their tables.
 */
export function templateKey(root = resolve(import.meta.dirname, '../..')): string {
  const migrations = globSync(['migrations/*.ts', 'plugins/*/*/migrations/*.ts'], { cwd: root });
  const files = withImports([...migrations, 'core/boot/database.ts', 'core/data/embedded-postgres.ts'].map((name) => join(root, name)));
  const hash = createHash('sha256');
  for (const file of [...files, join(root, 'package-lock.json')].toSorted()) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function withImports(files: readonly string[]): Set<string> {
  const found = new Set(files);
  // A set goes on to what is added meanwhile.
  for (const file of found) {
    if (!file.endsWith('.ts')) continue;
    for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORTED)) {
      const imported = join(dirname(file), path!);
      if (existsSync(imported)) found.add(imported);
    }
  }
  return found;
}
