import { BYTE_ORDER_MARK, csvLines } from '../../../../core/contract.ts';
import { plainText, type Report } from './report.ts';

/** Headings and rows as CSV; what the report is of stands in its name and its headings, for programs read it too. */
export function csvOf({ columns, rows, timezone }: Report): Uint8Array {
  const lines = rows.map((row) => row.map((cell, n) => plainText(cell, columns[n]!.as, timezone)));
  return Buffer.from(BYTE_ORDER_MARK + csvLines([columns.map(({ title }) => title), ...lines]));
}
