import { BYTE_ORDER_MARK, csvLines, dollarsOf, withoutMarks } from '../../../../core/contract.ts';
import type { Document } from './document.ts';

/** The document as a table for a spreadsheet: its sides, its facts, its lines, its totals, and what became of it. */
export function csvOf({ parties, facts, headings, lines, totals, history }: Document): string {
  return (
    BYTE_ORDER_MARK +
    csvLines([
      ...parties.map(({ heading, lines: side }) => [heading, side.map(withoutMarks).join(', ')]),
      ...facts.map(({ label, value }) => [label, value]),
      [...headings],
      ...lines.map((line) => [line.text, line.kind, String(line.quantity), dollarsOf(line.unitCents), dollarsOf(line.amountCents)]),
      ...totals.map(({ label, cents }) => ['', '', '', label, dollarsOf(cents)]),
      ...(history?.rows ?? []).map(({ day, text, cents }) => [day, text, '', '', dollarsOf(cents)]),
    ])
  );
}
