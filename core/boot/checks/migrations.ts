import { readdirSync } from 'node:fs';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';
import { isCode } from './sources.ts';

/** `0001-what-it-does.ts`, or the same compiled; other files of the folder are never run. */
export const MIGRATION_FILE = /^\d{4}-[a-z0-9-]+\.[jt]s$/;

export function migrationFaults(all: Collection): Fault[] {
  return all.plugins.flatMap(({ manifest, migrations }) => {
    if (!migrations) return [];
    const fault = (definition: string, found: string, remedy: string): Fault[] => [
      { code: 'migration-name', plugin: manifest.id, definition, found, remedy },
    ];
    let files: string[];
    try {
      files = readdirSync(migrations);
    } catch {
      return fault('', `the folder of migrations ${migrations.pathname} cannot be read`, 'name an existing folder');
    }
    const code = files.filter(isCode);
    return [
      ...code
        .filter((file) => !MIGRATION_FILE.test(file))
        .flatMap((file) => fault(`migration "${file}"`, 'would never run', 'name it like 0001-what-it-does.ts')),
      ...code
        .filter((file) => file.endsWith('.js') && code.includes(file.replace(/js$/, 'ts')))
        .flatMap((file) => fault(`migration "${file}"`, 'stands beside its source', 'keep compiled files in a folder of their own')),
    ];
  });
}
