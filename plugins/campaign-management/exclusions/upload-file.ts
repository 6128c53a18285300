import { parse } from 'csv-parse/sync';
import { invalid } from '../../../core/contract.ts';
import { type Excluded, readExcluded } from './address.ts';

export const MAX_RECORDS = 10_000;
/** Of a row that is refused this much is given back. */
const LONGEST_SHOWN = 300;

/** The name as it is stored: lower case, spaces as underscores, other characters removed. */
export const safeName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9._-]/g, '')
    .slice(-100) || 'upload.csv';

/** Why a row is not taken; a message key is made of it. */
type Refusal = 'address' | 'hash' | 'neither';
export interface RefusedRow {
  /** As an editor numbers it. */
  line: number;
  /** The cell that was most likely meant, as it was given. */
  value: string;
  why: Refusal;
}
export interface FileOfExcluded {
  entries: Excluded[];
  refused: RefusedRow[];
  /** Rows that repeat an earlier one. */
  duplicates: number;
}

/**
 * Reads a CSV file of addresses and hashes. The first line may be a heading, empty lines count for nothing, and doubles are merged.
 * In a line with several columns the first address or hash counts; lines without one are answered as refused. Throws 422 on `file` when it is no
 * CSV, too long, or has nothing that can be taken.
 */
export function readFileOfExcluded(file: { name: string; text: string }): FileOfExcluded {
  if (!/\.csv$/i.test(file.name)) throw invalid('file', 'exclusions.upload.not-csv');
  const found = new Map<string, Excluded>();
  const refused: RefusedRow[] = [];
  let records = 0;
  let duplicates = 0;
  let isFirst = true;
  eachRecord(file.text, (cells, line) => {
    const read = firstIn(cells);
    const isHeading = !read && isFirst;
    isFirst = false;
    if (isHeading) return;
    records += 1;
    if (!read) {
      refused.push({ line, ...refusalOf(cells) });
      return;
    }
    const key = read.hash.toString('base64');
    if (found.has(key)) duplicates += 1;
    else found.set(key, read);
  });
  if (records > MAX_RECORDS) throw invalid('file', 'exclusions.upload.too-many', { limit: MAX_RECORDS });
  if (found.size === 0) throw invalid('file', 'exclusions.upload.empty');
  return { entries: [...found.values()], refused, duplicates };
}

/** Hands over one record after the other, so that none is kept; goes just past the limit, so that a longer file is noticed and no more. */
function eachRecord(text: string, take: (cells: string[], line: number) => void): void {
  if (text.includes('\0')) throw invalid('file', 'exclusions.upload.unreadable');
  try {
    parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 20_000,
      to: MAX_RECORDS + 2,
      on_record: (cells: string[], { lines }) => {
        take(cells, lines);
        return null;
      },
    });
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

/** Which cell was meant for an address or a hash, and what is wrong with it. */
function refusalOf(cells: readonly string[]): Pick<RefusedRow, 'value' | 'why'> {
  const given = (value: string, why: Refusal) => ({ value: value.slice(0, LONGEST_SHOWN), why });
  const address = cells.find((cell) => cell.includes('@'));
  if (address !== undefined) return given(address, 'address');
  const hash = cells.find((cell) => /^\s*[0-9a-f]{16,}\s*$/i.test(cell));
  if (hash !== undefined) return given(hash, 'hash');
  return given(cells.find((cell) => cell.trim() !== '') ?? '', 'neither');
}
