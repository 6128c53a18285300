import { BYTE_ORDER_MARK, csvLines } from '../../../core/contract.ts';
import type { Document } from './document.ts';

/** The document as a table for a spreadsheet: its facts, its lines, its totals. */
export function csvOf(document: Document): string {
  const { facts, headings, lines, totals } = document;
  return (
    BYTE_ORDER_MARK +
    csvLines([
      ...facts.map(({ label, value }) => [label, value]),
      [...headings],
      ...lines.map((line) => [line.text, line.kind, String(line.quantity), decimal(line.unitCents), decimal(line.amountCents)]),
      ...totals.map(({ label, cents }) => ['', '', '', label, decimal(cents)]),
    ])
  );
}

/** A number that every program reads: `-12.05`. */
const decimal = (cents: number): string => (cents / 100).toFixed(2);
