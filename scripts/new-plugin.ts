import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf } from './new-plugin/template.ts';

/** `npm run new:plugin -- <name>`: a working plugin, to be changed into something useful, and its line in config/plugins.ts. */
const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9-]{1,30}$/.test(name)) fail('Give the plugin a kebab-case name: npm run new:plugin -- my-plugin');
const root = join(import.meta.dirname, '..');
const folder = join(root, 'plugins', name);
if (existsSync(folder)) fail(`plugins/${name} is there already.`);

for (const [file, text] of Object.entries(filesOf(name))) {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}
const list = join(root, 'config', 'plugins.ts');
const before = await readFile(list, 'utf8');
await writeFile(list, before.replace(/,?\s*\];/, `, '${name}',\n];`));
process.stdout.write(`plugins/${name} is written and installed. Try: npx vitest run plugins/${name}\n`);

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
