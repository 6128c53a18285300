import { parse } from 'csv-parse/sync';
import { invalid } from '../../core/contract.ts';
import { type Excluded, readExcluded } from './address.ts';

export const MAX_RECORDS = 10_000;
const SHOWN_LINES = 5;

/** The name as it is stored: lower case, spaces as underscores, other characters removed. */
export const safeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9._-]/g, '')
    .slice(-100) || 'upload.csv';

/**
 * Reads a CSV file of addresses and hashes. The first line may be a heading, empty lines count for nothing, and doubles are merged.
 * In a line with several columns the first address or hash counts. Throws 422 on `file` and accepts nothing when the file is no
 * CSV, too long, or has a line without an address: a list that is half taken over would let people through unnoticed.
 */
export function readFileOfExcluded(file: { name: string; text: string }): Excluded[] {
  if (!/\.csv$/i.test(file.name)) throw invalid('file', 'exclusions.upload.not-csv');
  const lines = linesOf(file.text);
  const found = new Map<string, Excluded>();
  const bad: number[] = [];
  let records = 0;
  for (const [at, { cells, line }] of lines.entries()) {
    const read = firstIn(cells);
    if (!read && at === 0) continue; // the heading
    records += 1;
    if (read) found.set(read.hash.toString('base64'), read);
    else if (bad.length < SHOWN_LINES) bad.push(line);
  }
  if (records > MAX_RECORDS) throw invalid('file', 'exclusions.upload.too-many', { limit: MAX_RECORDS.toLocaleString('en-US') });
  if (bad.length > 0) throw invalid('file', 'exclusions.upload.bad-lines', { lines: bad.join(', ') });
  if (found.size === 0) throw invalid('file', 'exclusions.upload.empty');
  return [...found.values()];
}

interface Line {
  cells: string[];
  /** As an editor numbers it. */
  line: number;
}

/** Records with at least one filled cell; reads just past the limit, so that a longer file is noticed and no more. */
function linesOf(text: string): Line[] {
  if (text.includes('\0')) throw invalid('file', 'exclusions.upload.unreadable');
  try {
    const rows = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 20_000,
      to: MAX_RECORDS + 2,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch {
    throw invalid('file', 'exclusions.upload.unreadable');
  }
}

function firstIn(cells: readonly string[]): Excluded | null {
  for (const cell of cells) {
    const read = readExcluded(cell);
    if (read) return read;
  }
  return null;
}
