/** Draws which plugin knows which into docs/architecture.md (`npm run graph`). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCircles, neighboursOfPlugins, tableOf } from './plugin-graph/graph.ts';
import { layersOfPlugins } from './plugin-graph/layers.ts';

const root = join(import.meta.dirname, '..');
const file = join(root, 'docs', 'architecture.md');
const { found } = await neighboursOfPlugins();
if (inCircles(found).length > 0) throw new Error(`These stand in circles, and no order can be drawn: ${inCircles(found).join(', ')}`);
const drawn = `<!-- graph -->\n\n${tableOf(found, layersOfPlugins())}\n\n<!-- /graph -->`;
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(/<!-- graph -->.*<!-- \/graph -->/s, () => drawn),
);
execFileSync(join(root, 'node_modules', '.bin', 'oxfmt'), [file]);
console.log(`${found.size} plugins`);
