/**
 * Adds records of intent, who looked for which keyword where and when: `npm run import-intent -- records.csv [--max-rejected=10]`.
 * The first line names the columns: keyword, searched_at, one of email, email_sha256, email_md5 and phone, and, where they are known, zip and
 * state; others are ignored. People must be in the identity graph before. A file is imported as a whole or not at all, and may be imported
 * again: a record that is there already is not added twice. Lines that cannot be used, and those about people whom the graph does not know, are
 * written to `records.csv.rejected.csv` with the reason; too many of the former end the import before anything is changed.
 */
import { derivedKey } from '../config/default.ts';
import { PERSON_KEY } from '../plugins/lead-intake/capture/identity/person.ts';
import { importCommand } from './import/command.ts';
import { count } from './import/csv.ts';
import { importIntent } from './import-intent/import.ts';

await importCommand('import-intent', 'records.csv', async (input, options, config) => {
  const { read, added, known, unknown, rejected } = await importIntent(input, { ...options, key: derivedKey(config, PERSON_KEY) });
  return `Done: ${count(read)} lines = ${count(added)} new records + ${count(known)} known + ${count(unknown)} about unknown people + ${count(rejected)} rejected.`;
});
