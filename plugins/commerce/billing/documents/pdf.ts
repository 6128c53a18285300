import { PdfPages, shownMoney } from '../../../../core/contract.ts';
import type { Document } from './document.ts';
import { logoOf } from './logo.ts';

/** Shares of the width: what it is for, its kind, quantity, price, amount. */
const COLUMNS = [0.32, 0.2, 0.1, 0.18, 0.2] as const;
const SIDES = [0.5, 0.5] as const;

/** The document as a PDF on A4, with the agency's name, logo and colour. In Arabic it is laid out from the right. */
export async function pdfOf(document: Document): Promise<Buffer> {
  const pages = await PdfPages.open({ title: `${document.title} \u2066${document.number}\u2069`, locale: document.locale });
  await head(pages, document);
  table(pages, document);
  below(pages, document);
  return pages.end();
}

async function head(page: PdfPages, { letterhead, title, stamp, parties, facts }: Document): Promise<void> {
  const logo = letterhead.logo && (await logoOf(letterhead.logo.bytes));
  if (logo) page.picture(logo, 150, 45);
  page.y += logo ? 55 : 0;
  page.row([letterhead.name], [1], { font: 'bold', size: 12 });
  page.y += 10;
  page.row([title], [1], { font: 'bold', size: 20, color: letterhead.color });
  if (stamp) page.row([stamp], [1], { font: 'bold', size: 32, color: '#cc0000' });
  page.rule(letterhead.color);
  page.row(
    parties.map(({ heading }) => heading),
    SIDES,
    { font: 'bold' },
  );
  const most = Math.max(...parties.map(({ lines }) => lines.length));
  for (let n = 0; n < most; n += 1)
    page.row(
      parties.map(({ lines }) => lines[n] ?? ''),
      SIDES,
      { tight: true },
    );
  page.y += 10;
  for (const { label, value } of facts) page.row([label, value], [0.25, 0.75]);
  page.y += 15;
}

function table(page: PdfPages, document: Document): void {
  const headings = (): void => {
    page.row(document.headings, COLUMNS, { font: 'bold', numbers: 2 });
    page.rule('#999999');
  };
  headings();
  page.onNewPage = headings;
  for (const line of document.lines) {
    const cells = [line.text, line.kind, String(line.quantity), shownMoney(line.unitCents), shownMoney(line.amountCents)];
    page.row(cells, COLUMNS, { numbers: 2 });
  }
  page.onNewPage = null;
  page.rule('#999999');
  for (const [n, total] of document.totals.entries()) {
    const font = n === document.totals.length - 1 ? 'bold' : 'plain';
    page.row(['', total.label, shownMoney(total.cents)], [0.46, 0.3, 0.24], { font, numbers: 1 });
  }
}

/** What became of it, and the seller's own words. */
function below(page: PdfPages, { history, footer }: Document): void {
  if (history) {
    page.y += 15;
    page.room(60); // a heading stays with its first row
    page.row([history.heading], [1], { font: 'bold' });
    page.rule('#999999');
    for (const { day, text, cents } of history.rows) page.row([day, text, shownMoney(cents)], [0.16, 0.6, 0.24], { numbers: 2 });
  }
  if (footer.length === 0) return;
  page.y += 15;
  page.rule('#999999');
  for (const line of footer) page.row([line], [1], { tight: true, color: '#555555' });
}
