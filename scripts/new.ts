/**
 * `npm run new:plugin`, `new:connector` and `new:product`: ask a few questions and write a working plugin with its tests, either below `plugins/` and
 * installed, or as a package of its own. Answers may be given at once: `npm run new:connector -- crm --title "Example CRM" --package ../crm`.
 */
import { createInterface, type Interface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { connectorFiles } from './new/connector.ts';
import { moduleFiles } from './new/module.ts';
import { namesOf } from './new/names.ts';
import { behindProducts } from './new/products.ts';
import { productFiles } from './new/product.ts';
import { writeInside, writePackage } from './new/write.ts';

/** What can be made, and the layer of `plugins/` that it becomes part of. */
const LAYERS: Record<string, string> = { plugin: 'extensions', connector: 'connectors', product: 'lead-products' };
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** Asks for what was not given; where nobody can answer, the usual answer stands. */
function asker(lines: Interface | null) {
  return async (question: string, given: string | undefined, usual: string): Promise<string> => {
    if (given !== undefined) return given.trim();
    const answer = lines ? (await lines.question(`${question}${usual ? ` (${usual})` : ''}: `)).trim() : '';
    return answer || usual;
  };
}

async function main([kind = '', ...args]: string[]): Promise<void> {
  const layer = LAYERS[kind];
  if (!layer) throw new Error(`Say what is to be made: ${Object.keys(LAYERS).join(', ')}.`);
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { title: { type: 'string' }, arabic: { type: 'string' }, host: { type: 'string' }, package: { type: 'string' } },
  });
  const lines = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null;
  try {
    const ask = asker(lines);
    const id = await ask('Its name in code, such as call-list', positionals[0], '');
    const usual = namesOf(id);
    const title = plain(await ask('What people read', values.title, usual.title));
    const arabic = plain(await ask('The same in Arabic', values.arabic, title));
    const names = namesOf(id, title, arabic);
    const host = kind === 'connector' ? await ask('The host of the other system', values.host, 'api.crm.example') : '';
    if (kind === 'connector' && !HOST.test(host)) throw new Error(`"${host}" is no name of a host, such as api.crm.example.`);
    const folder = await ask('The folder of a package of its own, or nothing for plugins/', values.package, '');

    const files = {
      plugin: () => moduleFiles,
      connector: () => connectorFiles(host),
      product: async () => productFiles(await behindProducts()),
    };
    const template = await files[kind as keyof typeof files]();
    const next = folder ? await writePackage(names, template, folder) : await writeInside(names, template, layer);
    if (arabic === title)
      next.push(`In Arabic it is called "${title}", too: no other name was given (--arabic). Change it in locales/ar.json.`);
    process.stdout.write(`${next.join('\n')}\n`);
  } finally {
    lines?.close();
  }
}

/** Texts stand between quotes in what is written. */
function plain(text: string): string {
  if (/['"`\\$<>{}\n]/.test(text))
    throw new Error(`"${text}" holds a sign that cannot stand in a name: quotes, braces, brackets, $ and \\.`);
  return text;
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
