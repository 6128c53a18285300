import type { Readable } from 'node:stream';
import { type ListType, readHash } from '../../plugins/campaign-management/deletion-lists/hashes.ts';
import { type CsvKind, type ImportOptions, stageCsv } from '../import/csv.ts';
import { Staging } from '../import/staging.ts';

const LONGEST_ID = 200;

/** `read` = `taken` + `rejected`. */
export interface ImportedList {
  id: number;
  read: number;
  taken: number;
  rejected: number;
}

/** Reads a deletion list and keeps it for the root, as a whole or not at all. Throws a sentence where it cannot be one. */
export async function importDeletionList(
  input: Readable,
  { filename, type, ...options }: ImportOptions & { filename: string; type: ListType },
): Promise<ImportedList> {
  const staging = await Staging.open(options.url, 'import-deletion-list', 'position int, work_item text, hash bytea');
  try {
    const { read, staged, rejected } = await stageCsv(input, LINES, staging, options);
    if (staged === 0) throw new Error('The list is empty: there is nothing to delete and nothing to answer.');
    const { rows } = await staging.client.query<{ id: number }>(
      `with root as (select id from core_tenant where kind = 'root' and removed_at is null order by id limit 1),
         list as (insert into deletion_lists_list (company_id, filename, type, total_rows)
           select root.id, $1, $2, (select count(*) from import_row) from root returning id, company_id),
         taken as (insert into deletion_lists_row (list_id, position, work_item, hash, company_id, agency_id, root_id)
           select list.id, r.position, r.work_item, r.hash, t.id, t.agency_id, t.root_id
           from import_row r cross join list join core_tenant t on t.id = list.company_id)
       select id from list`,
      [filename, type],
    );
    return { id: rows[0]!.id, read, taken: staged, rejected };
  } finally {
    await staging.close();
  }
}

const LINES: CsvKind = {
  heading: 'The first line must name the columns: ID and Hash.',
  hasHeading: (names) => names.includes('id') && names.includes('hash'),
  lineOf(row, line) {
    const id = row['id']!.trim();
    const hash = readHash(row['hash']!);
    if (!/^[\w.:-]+$/.test(id) || id.length > LONGEST_ID) return { why: 'the ID is missing or has signs that an ID has not' };
    if (!hash) return { why: 'the Hash is not SHA-256 in Base64 (44 characters)' };
    return [line, id, `\\\\x${hash.toString('hex')}`].join('\t');
  },
};
