import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scratchDir } from './scratch-dir.ts';
import { templateKey } from './template-key.ts';

let root: string;
const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  appendFileSync(join(root, name), text);
};
beforeAll(() => {
  root = mkdtempSync(join(scratchDir(), 'template-key-'));
  write('package-lock.json', '{}');
  write('core/boot/database.ts', `import { migrate } from '../data/migrate.ts';`);
  write('core/data/migrate.ts', 'export const migrate = 1;');
  write('core/data/embedded-postgres.ts', '');
  write('migrations/0001-core.ts', '');
  write(
    'plugins/foundation/places/migrations/0001-places.ts',
    `import type { Names } from '../names.ts';\nimport { load } from '../load.ts';`,
  );
  write('plugins/foundation/places/load.ts', `import {\n  all,\n} from './data/all.ts';\nexport const load = all;`);
  write('plugins/foundation/places/data/all.ts', 'export const all = 1;');
  write('plugins/foundation/places/names.ts', 'export type Names = string;');
  write('plugins/foundation/places/index.ts', '');
});
afterAll(() => rmSync(root, { recursive: true }));

test.for([
  'package-lock.json',
  'core/data/migrate.ts',
  'migrations/0001-core.ts',
  'plugins/foundation/places/migrations/0001-places.ts',
  'plugins/foundation/places/migrations/0002-more.ts',
  'plugins/foundation/places/data/all.ts',
])('another %s makes another template', (name) => {
  const before = templateKey(root);
  expect(templateKey(root)).toBe(before);
  write(name, '\n// changed');
  expect(templateKey(root)).not.toBe(before);
});

test.for(['plugins/foundation/places/index.ts', 'plugins/foundation/places/names.ts'])('%s may change', (name) => {
  const before = templateKey(root);
  write(name, '\n// changed');
  expect(templateKey(root)).toBe(before);
});
