import { type Ctx, dollarsOf, shownCount, shownMoney } from '../../../../core/contract.ts';
import { clockTime } from '../clock-time.ts';

/** What stands in a cell: money in cents, times as instants, days as `yyyy-MM-dd`. */
export type Cell = string | number | Date | null;

export interface ReportColumn {
  /** In the reader's language. */
  title: string;
  /** `amounts`: a text that says what something comes to in currencies of its own. */
  as: 'text' | 'number' | 'money' | 'amounts' | 'percent' | 'day' | 'time';
  /** Stands in files that are as wide as a sheet of paper. */
  onPaper?: true;
}
export interface Fact {
  label: string;
  value: string;
}

/** A report as every file and mail of it is written from: what it says is worked out once. */
export interface Report {
  title: string;
  /** Of which days, in which time zone, narrowed by what, and when it was made. */
  facts: readonly Fact[];
  /** What it comes to. Names nobody: mails say it to everybody who is sent the report. */
  figures: readonly Fact[];
  columns: readonly ReportColumn[];
  rows: readonly (readonly Cell[])[];
  totals?: readonly Cell[];
  /** Zone of the clock that times are written by. */
  timezone: string;
}

/** A cell as plain files write it: `1234`, `12.05`, `33.3`. */
export function plainText(cell: Cell, as: ReportColumn['as'], timezone: string): string {
  if (cell === null) return '';
  if (cell instanceof Date) return clockTime(cell, timezone);
  if (typeof cell === 'string') return cell;
  return as === 'money' ? dollarsOf(cell) : as === 'percent' ? cell.toFixed(1) : String(cell);
}

/** The same for people: `1,234`, `$12.05`, `33.3%`. */
export function shownText(cell: Cell, as: ReportColumn['as'], timezone: string): string {
  if (typeof cell !== 'number') return plainText(cell, as, timezone);
  return as === 'money' ? shownMoney(cell) : as === 'percent' ? `${cell.toFixed(1)}%` : shownCount(cell);
}

/** Sums of the columns of numbers and money, behind a word in the first. */
export const totalsOf = (ctx: Ctx, columns: readonly ReportColumn[], rows: readonly (readonly Cell[])[]): Cell[] =>
  columns.map(({ as }, n) => {
    if (n === 0) return ctx.t('reports.file.total');
    return as === 'number' || as === 'money' ? rows.reduce((sum, row) => sum + ((row[n] as number | null) ?? 0), 0) : null;
  });
