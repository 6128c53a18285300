/**
 * Takes a deletion list of California's DROP: `npm run import-deletion-list -- 20260801_123_Email.csv [--max-rejected=10]`. The name says which list it
 * is, as DROP gave it: Email or Phone; the others are refused. The first line names the columns ID and Hash. A file is taken as a whole or not at all.
 * Everybody on it is opted out within minutes, and whom we know waits on Deletion lists for an operator, who also gets the answer to the list there.
 * Lines that cannot be used are written to `<file>.rejected.csv` with the reason; too many of them end the import before anything is changed.
 */
import { basename } from 'node:path';
import { typeOfFile } from '../plugins/campaign-management/deletion-lists/hashes.ts';
import { importCommand } from './import/command.ts';
import { count } from './import/csv.ts';
import { importDeletionList } from './import-deletion-list/import.ts';

await importCommand('import-deletion-list', '20260801_123_Email.csv', async (input, options, _config, file) => {
  const filename = basename(file);
  const { read, taken, rejected } = await importDeletionList(input, { ...options, filename, type: typeOfFile(filename) });
  return `Done: ${count(read)} lines = ${count(taken)} taken + ${count(rejected)} rejected. Follow it on Deletion lists.`;
});
