/**
 * Spreadsheets run a cell that begins with one of these, even behind blanks and invisible characters that they drop first.
 * The wide forms count too: some input methods and imports narrow them.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
const NUMERIC = /^[+-]?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet takes for a formula: an apostrophe in front says "text". Numbers, among them phone numbers, stay as they are. */
export const harmless = (text: string): string => (FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text);

/** Begins like most texts: with a letter or a digit, so that it is neither a formula nor looked at any further. */
const isPlain = (first: number): boolean => (first >= 97 && first <= 122) || (first >= 65 && first <= 90) || (first >= 48 && first <= 57);

function cell(text: string): string {
  const safe = text === '' || isPlain(text.charCodeAt(0)) ? text : harmless(text);
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`;
}

/**
 * Rows as CSV lines (RFC 4180). Every cell is quoted, so that a spreadsheet with another separator cannot split one in two and find a
 * formula at the new beginning. Written by hand: a library took seven times as long ([why](../../docs/adr/0043-files-in-parts.md)).
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  let lines = '';
  for (const row of rows) {
    let line = '';
    for (const text of row) line += line === '' ? cell(text) : `,${cell(text)}`;
    lines += `${line}\r\n`;
  }
  return lines;
}

/** So many lines are some tens of kilobytes. */
const LINES = 100;

/** Lines of a long file, made as they are taken. */
export function* csvPieces<Row>(rows: readonly Row[], cells: (row: Row) => readonly string[]): Generator<string> {
  for (let at = 0; at < rows.length; at += LINES) yield csvLines(rows.slice(at, at + LINES).map(cells));
}

/** Tells spreadsheets that the file is UTF-8; stands once, before the headings. */
export const BYTE_ORDER_MARK = '\uFEFF';
