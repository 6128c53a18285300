/** Draws which plugin knows which into docs/architecture.md (`npm run graph`). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCircles, neighboursOfPlugins, tableOf } from './plugin-graph/graph.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'architecture.md');
const { found } = await neighboursOfPlugins();
const drawn = `<!-- graph -->\n\n${tableOf(found)}\n\n<!-- /graph -->`;
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(/<!-- graph -->.*<!-- \/graph -->/s, () => drawn),
);
execFileSync(join(root, 'node_modules', '.bin', 'oxfmt'), [file]);
console.log(`${found.size} plugins, ${inCircles(found).length} of them in circles: ${inCircles(found).join(', ')}`);
