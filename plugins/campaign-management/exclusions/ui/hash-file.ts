import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parse } from 'csv-parse/browser/esm';

/** Records read before others may go on, so that the page stays responsive. */
const AT_ONCE = 250;
/** Bytes given to the reader at a time. */
const PORTION = 16_384;
/** Beyond this the server refuses the file, whatever else it holds. */
export const MOST_RECORDS = 10_001;
/** Stands for a row without an address or hash: its text stays in the browser. */
const NOT_SENT = 'not sent';

const EMAIL = /^[^\s@,;"\p{C}]{1,64}@[^\s@,;"\p{C}]{1,185}\.[^\s@.,;"\p{C}]{2,63}$/u;
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;

/** What is sent of a cell: the MD5 hash of an address, and a hash as it is; null for anything else. As the server reads cells (`address.ts`). */
function hashedCell(cell: string): string | null {
  const value = cell.trim().toLowerCase();
  if (HASH.test(value)) return value;
  return value.length <= 254 && EMAIL.test(value) ? bytesToHex(md5(utf8ToBytes(value))) : null;
}

/**
 * The same CSV file with hashes alone, each on the line on which its row ends, so that what the server says of lines holds for the chosen file. It is read as the
 * server reads it. Throws what the reader says where it is no CSV.
 */
export async function hashedFile(file: File, onProgress: (rows: number) => void): Promise<File> {
  const lines: string[] = [];
  let rows = 0;
  const bytes = file.stream().getReader();
  // Signs of several bytes may lie across two portions.
  const decoder = new TextDecoder();
  const records: { cells: string[]; line: number }[] = [];
  const csv = parse({
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: 20_000,
    on_record: (cells: string[], { lines: line }) => void records.push({ cells, line }),
  });
  // The browser's build reads by a stream that has no `destroy`, and asks for it at the end.
  Object.assign(csv, { destroy: () => undefined });
  let failed: unknown = null;
  csv.on('error', (error: unknown) => (failed = error));
  const ended = new Promise<void>(
    (resolve) =>
      void csv
        .on('end', resolve)
        .on('error', () => resolve())
        .resume(),
  );
  const work = async (): Promise<void> => {
    for (const { cells, line } of records.splice(0)) {
      while (lines.length < line - 1) lines.push('');
      lines.push(firstIn(cells) ?? NOT_SENT);
      rows += 1;
      if (rows % AT_ONCE === 0) {
        onProgress(rows);
        await pause();
      }
    }
  };
  for (let isOver = false; !isOver;) {
    const { done, value } = await bytes.read();
    if (done) break;
    for (let from = 0; from < value.length && !isOver; from += PORTION) {
      csv.write(decoder.decode(value.subarray(from, from + PORTION), { stream: true }));
      await pause();
      await work();
      isOver = failed !== null || rows > MOST_RECORDS;
    }
  }
  await bytes.cancel();
  csv.end();
  await ended;
  if (failed) throw failed;
  await work();
  onProgress(rows);
  return new File([`${lines.join('\n')}\n`], file.name, { type: 'text/csv' });
}

function firstIn(cells: readonly string[]): string | null {
  for (const cell of cells) {
    const hashed = hashedCell(cell);
    if (hashed) return hashed;
  }
  return null;
}

/** Lets whatever waits in the browser happen. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
