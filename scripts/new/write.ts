import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CORE_VERSION } from '../../core/boot/order.ts';
import { AS_PACKAGE, type Imports, inside } from './imports.ts';
import type { Files, Names } from './names.ts';
import { packageFiles } from './package.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a template makes of names for a place. */
type Template = (names: Names, from: Imports) => Files;

/** Writes a plugin into a layer of `plugins/` and its line in config/plugins.ts; answers what to do next. */
export async function writeInside(names: Names, template: Template, layer: string): Promise<string[]> {
  await write(join(ROOT, 'plugins', layer, names.id), template(names, inside(layer)));
  const list = join(ROOT, 'config', 'plugins.ts');
  await writeFile(list, (await readFile(list, 'utf8')).replace(/,?\s*\];/, `,\n  '${names.id}',\n];`));
  return [
    `plugins/${layer}/${names.id} is written, and installed in config/plugins.ts.`,
    `Test it:     npx vitest run plugins/${layer}/${names.id}`,
    `Look at it:  npm run dev -- ${names.id}`,
  ];
}

/** Writes a package of its own with the plugin; answers what to do next. */
export async function writePackage(names: Names, template: Template, folder: string): Promise<string[]> {
  const root = resolve(folder);
  const product = relative(root, ROOT);
  if (product === '' || !product.startsWith('..')) throw new Error('The folder of a package lies outside of the product.');
  await write(root, { ...template(names, AS_PACKAGE), ...packageFiles(root, product, CORE_VERSION) });
  const shown = relative(process.cwd(), root);
  return [
    `${shown} is written.`,
    `Test it:     cd ${shown}, npm install, npm test`,
    `Install it:  npm pack there, npm install the file here, and start with PLUGINS=${basename(root)}`,
  ];
}

/** The files, laid out as `npm run format` does. */
async function write(folder: string, files: Files): Promise<void> {
  if (existsSync(folder)) throw new Error(`${relative(process.cwd(), folder)} is there already.`);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const paths = Object.keys(files).filter((file) => /\.(?:ts|json|md)$/.test(file));
  spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/oxfmt/bin/oxfmt'), '--config', join(ROOT, '.oxfmtrc.json'), ...paths.map((file) => join(folder, file))],
    { stdio: 'inherit' },
  );
}
