import { harmless, type Locale } from '../../../../core/contract.ts';
import { clockTime } from '../clock-time.ts';
import type { Cell, Report, ReportColumn } from './report.ts';

const FORMATS: Partial<Record<ReportColumn['as'], string>> = {
  number: '#,##0',
  money: '$#,##0.00',
  percent: '0.0"%"',
  day: 'yyyy-mm-dd',
  time: 'yyyy-mm-dd hh:mm',
};
/** Characters that a column of the kind takes. */
const WIDTHS: Record<ReportColumn['as'], number> = { text: 24, number: 12, money: 14, amounts: 20, percent: 12, day: 12, time: 18 };
/** Spreadsheets refuse longer texts in a cell, and longer names of a sheet. */
const [LONGEST, LONGEST_NAME] = [32_767, 31];

/** A workbook: the rows, as numbers, amounts and dates that can be added up and sorted, and a sheet that says what they are. */
export async function excelOf({ title, facts, columns, rows, totals, timezone }: Report, locale: Locale): Promise<Uint8Array> {
  const { default: write } = await import('write-excel-file/node');
  const heading = (text: string) => ({ value: harmless(text), type: String, fontWeight: 'bold' as const, wrap: true });
  const cells = (row: readonly Cell[], bold?: true) => row.map((cell, n) => cellOf(cell, columns[n]!.as, timezone, bold));
  const rightToLeft = locale === 'ar';
  return write([
    {
      sheet: sheetName(title),
      data: [columns.map((column) => heading(column.title)), ...rows.map((row) => cells(row)), ...(totals ? [cells(totals, true)] : [])],
      columns: columns.map(({ as }) => ({ width: WIDTHS[as] })),
      stickyRowsCount: 1,
      rightToLeft,
    },
    {
      sheet: sheetName(facts[0]?.label ?? title, '2'),
      data: facts.map(({ label, value }) => [heading(label), { value: harmless(value), type: String }]),
      columns: [{ width: 24 }, { width: 60 }],
      rightToLeft,
    },
  ]).toBuffer();
}

function cellOf(cell: Cell, as: ReportColumn['as'], timezone: string, bold?: true) {
  if (cell === null || cell === '') return null;
  const look = bold && { fontWeight: 'bold' as const };
  const format = FORMATS[as];
  // A time stands as the clock of the zone showed it: spreadsheets know no zones.
  if (cell instanceof Date) return { value: wallClock(clockTime(cell, timezone)), type: Date, format: format!, ...look };
  if (typeof cell === 'number') return { value: as === 'money' ? cell / 100 : cell, type: Number, ...(format && { format }), ...look };
  if (as === 'day' && /^\d{4}-\d{2}-\d{2}$/.test(cell)) return { value: wallClock(cell), type: Date, format: format!, ...look };
  return { value: harmless(cell).slice(0, LONGEST), type: String, ...look };
}

const wallClock = (text: string): Date => new Date(`${text.replace(' ', 'T')}${text.includes(' ') ? ':00' : 'T00:00:00'}Z`);

/** Some characters and long names are refused. */
const sheetName = (text: string, otherwise = ''): string =>
  text
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, LONGEST_NAME - 1)
    .trim() || `Sheet${otherwise}`;
