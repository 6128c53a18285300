import { type Letterhead, type Locale, PdfPages } from '../../../../core/contract.ts';
import { type Cell, type Report, type ReportColumn, shownText } from './report.ts';

/** How much of the width a column of the kind takes beside the others. */
const WEIGHTS: Record<ReportColumn['as'], number> = { text: 2, number: 1, money: 1.2, percent: 1, day: 1.2, time: 1.6 };
const isNumber = ({ as }: ReportColumn): boolean => as === 'number' || as === 'money' || as === 'percent';

/** The report on paper, across, with headings on every page; from the right in Arabic. */
export async function pdfOf(report: Report, locale: Locale, { name, color }: Pick<Letterhead, 'name' | 'color'>): Promise<Uint8Array> {
  const { title, facts, figures, rows, totals, timezone } = report;
  const shown = report.columns.flatMap((column, n) => (column.onPaper ? [{ column, n }] : []));
  const columns = shown.map(({ column }) => column);
  const whole = columns.reduce((sum, { as }) => sum + WEIGHTS[as], 0);
  const shares = columns.map(({ as }) => WEIGHTS[as] / whole);
  const numbers = columns.map(isNumber);
  const texts = (row: readonly Cell[]): string[] => shown.map(({ column, n }) => shownText(row[n] ?? null, column.as, timezone));

  const pages = await PdfPages.open({ title, locale, layout: 'landscape' });
  pages.row([name], [1], { font: 'bold', size: 11 });
  pages.row([title], [1], { font: 'bold', size: 18, color });
  pages.rule(color);
  for (const { label, value } of facts) pages.row([label, value], [0.2, 0.8], { tight: true });
  pages.y += 6;
  for (const { label, value } of figures) pages.row([label, value], [0.2, 0.8], { font: 'bold', tight: true });
  pages.y += 12;
  const headings = (): void => {
    pages.row(
      columns.map((column) => column.title),
      shares,
      { font: 'bold', size: 8, isNumber: numbers },
    );
    pages.rule('#999999');
  };
  headings();
  pages.onNewPage = headings;
  for (const row of rows) pages.row(texts(row), shares, { size: 8, isNumber: numbers });
  if (!totals) return pages.end();
  pages.rule('#999999');
  pages.row(texts(totals), shares, { font: 'bold', size: 8, isNumber: numbers });
  return pages.end();
}
