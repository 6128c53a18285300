import { stringify } from 'csv-stringify/sync';

/** Spreadsheets run a cell that begins with one of these, even behind blanks and invisible characters, which they drop first. */
const FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
const NUMERIC = /^[+-]?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet takes for a formula: an apostrophe in front says "text". Numbers stay numbers. */
export const harmless = (text: string): string => (FORMULA.test(text) && !NUMERIC.test(text) ? `'${text}` : text);

/** Rows as a CSV file (RFC 4180). Every cell is quoted; the mark in front says UTF-8. */
export const csvFile = (rows: readonly (readonly string[])[]): string =>
  stringify(rows.map((row) => row.map(harmless)), { quoted: true, quoted_empty: true, record_delimiter: 'windows', bom: true });
