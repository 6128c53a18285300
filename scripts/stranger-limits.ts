/** Draws what anybody may call, and what bounds it, into docs/operations.md (`npm run limits`). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openToAll, tableOf } from './stranger-limits/table.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'operations.md');
const open = await openToAll();
const drawn = `<!-- limits -->\n\n${tableOf(open)}\n\n<!-- /limits -->`;
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(/<!-- limits -->.*<!-- \/limits -->/s, () => drawn),
);
execFileSync(join(root, 'node_modules', '.bin', 'oxfmt'), [file]);
console.log(`${open.routes.length} public routes, ${open.raw.length} raw ones`);
process.exit(0);
