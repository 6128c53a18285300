/**
 * Loads people into the identity graph: `npm run import-identities -- people.csv [--max-rejected=10]`.
 * The first line names the columns: first_name, last_name, email, phone, address, city, state, zip, company and, if known, ip; others
 * are ignored. A file is imported as a whole or not at all, and may be imported again: a person who is there already is completed. Lines
 * that cannot be used are written to `people.csv.rejected.csv` with the reason; too many of them end the import before anything is changed.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { derivedKey, loadConfig } from '../config/default.ts';
import { openDatabase } from '../core/boot/database.ts';
import { PERSON_KEY } from '../plugins/capture/identity/person.ts';
import { count, importIdentities } from './import-identities/import.ts';
import { RejectedFile } from './import-identities/rejected.ts';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { 'max-rejected': { type: 'string', default: '10' } } });
  const file = await readable(positionals);
  const percent = Number(values['max-rejected'].replace(/%$/, ''));
  if (!(percent >= 0 && percent <= 100)) throw new Error('--max-rejected is a number of percent from 0 to 100.');
  const say = (line: string): void => console.log(line);
  const config = loadConfig();
  const database = await openDatabase(config, say);
  const rejectedLines = new RejectedFile(`${file}.rejected.csv`);
  try {
    const { read, added, known, rejected } = await importIdentities(createReadStream(file), {
      url: database.url,
      key: derivedKey(config, PERSON_KEY),
      say,
      rejected: rejectedLines,
      mostRejected: percent / 100,
    });
    say(`Done: ${count(read)} lines = ${count(added)} new people + ${count(known)} known + ${count(rejected)} rejected.`);
  } finally {
    await database.stop();
    const written = await rejectedLines.close();
    if (written) say(`Rejected lines and their reasons are in ${written}.`);
  }
}

/** The one file that was named. Throws a sentence when it cannot be read. */
async function readable(named: readonly string[]): Promise<string> {
  const [file] = named;
  if (!file || named.length > 1) throw new Error('Name one file: npm run import-identities -- people.csv');
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`);
  });
  if (!found.isFile()) throw new Error(`${file} is not a file.`);
  if (found.size === 0) throw new Error(`${file} is empty.`);
  return file;
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
