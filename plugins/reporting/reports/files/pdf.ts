import { type Letterhead, type Locale, PdfPages } from '../../../../core/contract.ts';
import { type Cell, type Report, type ReportColumn, shownText } from './report.ts';
import { sharesOf } from './widths.ts';

const isNumber = ({ as }: ReportColumn): boolean => as === 'number' || as === 'money' || as === 'percent' || as === 'amounts';

/** The report on paper, across, with headings on every page; from the right in Arabic. */
export async function pdfOf(report: Report, locale: Locale, { name, color }: Pick<Letterhead, 'name' | 'color'>): Promise<Uint8Array> {
  const { title, facts, figures, rows, totals, timezone } = report;
  const shown = report.columns.flatMap((column, n) => (column.onPaper ? [{ column, n }] : []));
  const columns = shown.map(({ column }) => column);
  const numbers = columns.map(isNumber);
  const texts = (row: readonly Cell[]): string[] => shown.map(({ column, n }) => shownText(row[n] ?? null, column.as, timezone));
  const lines = rows.map(texts);
  const last = totals && texts(totals);
  const titles = columns.map((column) => column.title);
  const shares = sharesOf(titles, last ? [...lines, last] : lines);

  const pages = await PdfPages.open({ title, locale, layout: 'landscape' });
  pages.row([name], [1], { font: 'bold', size: 11 });
  pages.row([title], [1], { font: 'bold', size: 18, color });
  pages.rule(color);
  for (const { label, value } of facts) pages.row([label, value], [0.2, 0.8], { tight: true });
  pages.y += 6;
  for (const { label, value } of figures) pages.row([label, value], [0.2, 0.8], { font: 'bold', tight: true });
  pages.y += 12;
  const headings = (): void => {
    pages.row(titles, shares, { font: 'bold', size: 8, isNumber: numbers });
    pages.rule('#999999');
  };
  headings();
  pages.onNewPage = headings;
  for (const line of lines) pages.row(line, shares, { size: 8, isNumber: numbers });
  if (!last) return pages.end();
  pages.rule('#999999');
  pages.row(last, shares, { font: 'bold', size: 8, isNumber: numbers });
  return pages.end();
}
