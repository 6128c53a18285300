/**
 * Loads people into the identity graph: `npm run import-identities -- people.csv [--max-rejected=10]`.
 * The first line names the columns: first_name, last_name, email, phone, address, city, state, zip, company and, if known, ip; others
 * are ignored. A file is imported as a whole or not at all, and may be imported again: a person who is there already is completed. Lines
 * that cannot be used are written to `people.csv.rejected.csv` with the reason; too many of them end the import before anything is changed.
 */
import { derivedKey } from '../config/default.ts';
import { PERSON_KEY } from '../plugins/lead-intake/capture/identity/person.ts';
import { importCommand } from './import/command.ts';
import { count } from './import/csv.ts';
import { importIdentities } from './import-identities/import.ts';

await importCommand('import-identities', 'people.csv', async (input, options, config) => {
  const { read, added, known, rejected } = await importIdentities(input, { ...options, key: derivedKey(config, PERSON_KEY) });
  return `Done: ${count(read)} lines = ${count(added)} new people + ${count(known)} known + ${count(rejected)} rejected.`;
});
