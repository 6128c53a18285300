import { createRequire } from 'node:module';
import path from 'node:path';
import PdfDocument from 'pdfkit';
import { shownMoney } from '../../../core/contract.ts';
import type { Document } from './document.ts';
import { runsOf, wrapped } from './direction.ts';
import { logoOf } from './logo.ts';

const FONTS = path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const MARGIN = 50;
const WIDTH = 595 - 2 * MARGIN;
/** Shares of the width: what it is for, its kind, quantity, price, amount. */
const COLUMNS = [0.32, 0.2, 0.1, 0.18, 0.2] as const;
const SIDES = [0.5, 0.5] as const;
const BOTTOM = 780;

/** The document as a PDF on A4, with the agency's name, logo and colour. In Arabic it is laid out from the right. */
export async function pdfOf(document: Document): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: MARGIN, info: { Title: `${document.title} ${document.number}` } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.registerFont('plain', path.join(FONTS, 'DejaVuSans.ttf')).registerFont('bold', path.join(FONTS, 'DejaVuSans-Bold.ttf'));
  const page = new PdfPage(pdf, document.locale === 'ar');
  await head(pdf, page, document);
  table(page, document);
  below(page, document);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

async function head(pdf: PDFKit.PDFDocument, page: PdfPage, { letterhead, title, stamp, parties, facts }: Document): Promise<void> {
  const logo = letterhead.logo && (await logoOf(letterhead.logo.bytes));
  if (logo) pdf.image(logo, page.rtl ? MARGIN + WIDTH - 150 : MARGIN, page.y, { fit: [150, 45], align: page.rtl ? 'right' : undefined });
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

function table(page: PdfPage, document: Document): void {
  page.row(document.headings, COLUMNS, { font: 'bold', numbers: 2 });
  page.rule('#999999');
  for (const line of document.lines) {
    const cells = [line.text, line.kind, String(line.quantity), shownMoney(line.unitCents), shownMoney(line.amountCents)];
    page.row(cells, COLUMNS, { numbers: 2 });
  }
  page.rule('#999999');
  for (const [n, total] of document.totals.entries()) {
    const font = n === document.totals.length - 1 ? 'bold' : 'plain';
    page.row(['', total.label, shownMoney(total.cents)], [0.46, 0.3, 0.24], { font, numbers: 1 });
  }
}

/** What became of it, and the seller's own words. */
function below(page: PdfPage, { history, footer }: Document): void {
  if (history) {
    page.y += 15;
    page.row([history.heading], [1], { font: 'bold' });
    page.rule('#999999');
    for (const { day, text, cents } of history.rows) page.row([day, text, shownMoney(cents)], [0.16, 0.6, 0.24], { numbers: 2 });
  }
  if (footer.length === 0) return;
  page.y += 15;
  page.rule('#999999');
  for (const line of footer) page.row([line], [1], { tight: true, color: '#555555' });
}

/** Rows from the top of a page to its bottom, and on to the next. */
class PdfPage {
  readonly rtl: boolean;
  y = MARGIN;
  readonly #pdf: PDFKit.PDFDocument;
  constructor(pdf: PDFKit.PDFDocument, rtl: boolean) {
    this.#pdf = pdf;
    this.rtl = rtl;
  }

  /** Cells beside each other, each with its share of the width; from the `numbers`th on they stand at the far edge. */
  row(
    cells: readonly string[],
    shares: readonly number[],
    look: { font?: 'plain' | 'bold'; size?: number; color?: string; numbers?: number; tight?: true } = {},
  ): void {
    this.#pdf.font(look.font ?? 'plain').fontSize(look.size ?? 9);
    const step = this.#pdf.currentLineHeight(true);
    const widthOf = (text: string): number => this.#pdf.widthOfString(text);
    const lines = cells.map((text, n) => wrapped(text, WIDTH * shares[n]! - 4, widthOf));
    const height = step * Math.max(...lines.map((of) => of.length));
    if (this.y + height > BOTTOM) {
      this.#pdf.addPage();
      this.y = MARGIN;
    }
    this.#pdf.fillColor(look.color ?? '#222222');
    let at = 0;
    for (const [n, of] of lines.entries()) {
      const width = WIDTH * shares[n]!;
      const isNumber = look.numbers !== undefined && n >= look.numbers;
      const left = this.rtl ? MARGIN + WIDTH - at - width : MARGIN + at;
      for (const [m, line] of of.entries())
        this.#line(line, { left, width: width - 4, y: this.y + m * step, toRight: isNumber !== this.rtl });
      at += width;
    }
    this.y += height + (look.tight ? 1 : 4);
  }

  /** One line, stretch by stretch, at the left or right end of its width. */
  #line(line: string, at: { left: number; width: number; y: number; toRight: boolean }): void {
    const runs = runsOf(line, this.rtl);
    const gap = this.#pdf.widthOfString(' ');
    const widths = runs.map((run) => this.#pdf.widthOfString(run));
    const whole = widths.reduce((sum, width) => sum + width, gap * (runs.length - 1));
    let x = at.toRight ? at.left + at.width - whole : at.left;
    for (const [n, run] of runs.entries()) {
      this.#pdf.text(run, x, at.y, { lineBreak: false });
      x += widths[n]! + gap;
    }
  }

  rule(color: string): void {
    this.#pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .lineWidth(1)
      .strokeColor(color)
      .stroke();
    this.y += 8;
  }
}
