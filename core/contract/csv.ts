import { stringify } from 'csv-stringify/sync';

/**
 * Spreadsheets run a cell that begins with one of these, even behind blanks and invisible characters that they drop first.
 * The wide forms count too: some input methods and imports narrow them.
 */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
const NUMERIC = /^[+-]?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet takes for a formula: an apostrophe in front says "text". Numbers, among them phone numbers, stay as they are. */
export const harmless = (text: string): string => (FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text);

/**
 * Rows as CSV lines (RFC 4180). Every cell is quoted, so that a spreadsheet with another separator cannot split one in two and find a
 * formula at the new beginning.
 */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((row) => row.map(harmless)),
        { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
      );

/** Tells spreadsheets that the file is UTF-8; stands once, before the headings. */
export const BYTE_ORDER_MARK = '\uFEFF';
