import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../../config/default.ts';
import { openDatabase } from '../../core/boot/database.ts';
import type { ImportOptions } from './csv.ts';
import { RejectedFile } from './rejected.ts';

/**
 * The command of an importer, `npm run <name> -- <file.csv> [--max-rejected=10]`: opens file and database, says how it goes, and tells where
 * rejected lines are. `work` answers the last sentence. Ends the process with 1 when nothing was imported.
 */
export async function importCommand(
  name: string,
  example: string,
  work: (input: Readable, options: Required<ImportOptions>, config: Config, file: string) => Promise<string>,
): Promise<void> {
  await run(name, example, work).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  });
}

async function run(name: string, example: string, work: Parameters<typeof importCommand>[2]): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'max-rejected': { type: 'string', default: '10' } } });
  const file = await readable(positionals, `npm run ${name} -- ${example}`);
  const percent = Number(values['max-rejected'].replace(/%$/, ''));
  if (!(percent >= 0 && percent <= 100)) throw new Error('--max-rejected is a number of percent from 0 to 100.');
  const say = (line: string): void => console.log(line);
  const config = loadConfig();
  const database = await openDatabase(config, say);
  const rejected = new RejectedFile(`${file}.rejected.csv`);
  try {
    say(await work(createReadStream(file), { url: database.url, say, rejected, mostRejected: percent / 100 }, config, file));
  } finally {
    await database.stop();
    const written = await rejected.close();
    if (written) say(`Rejected lines and their reasons are in ${written}.`);
  }
}

/** The one file that was named. Throws a sentence when it cannot be read. */
async function readable(named: readonly string[], usage: string): Promise<string> {
  const [file] = named;
  if (!file || named.length > 1) throw new Error(`Name one file: ${usage}`);
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`);
  });
  if (!found.isFile()) throw new Error(`${file} is not a file.`);
  if (found.size === 0) throw new Error(`${file} is empty.`);
  return file;
}
