import { createRequire } from 'node:module';
import path from 'node:path';
import type { Locale } from './context.ts';
import { readsFromRight, runsOf, withoutMarks, wrapped } from './text-runs.ts';

const fonts = (): string => path.join(path.dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const MARGIN = 50;
/** Where the foot of a page stands, in points above its end. */
const FOOT = 34;
/** Points of an A4 page that may be written on: as wide as this, down to here. */
const SIZES = { portrait: { width: 595 - 2 * MARGIN, bottom: 780 }, landscape: { width: 842 - 2 * MARGIN, bottom: 535 } } as const;

export interface RowLook {
  font?: 'plain' | 'bold';
  size?: number;
  color?: string;
  /** From the so manieth cell on they stand at the far edge, as numbers do. */
  numbers?: number;
  /** Or just these cells. */
  isNumber?: readonly boolean[];
  tight?: true;
}

/** A4 pages that are written row by row, from the right in Arabic, with fonts that draw both scripts. */
export class PdfPages {
  readonly rtl: boolean;
  readonly width: number;
  /** Where the next row stands. */
  y = MARGIN;
  /** Written at the top of each further page. */
  onNewPage: (() => void) | null = null;
  readonly #title: string;
  readonly #bottom: number;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #done: Promise<Buffer>;

  private constructor(pdf: PDFKit.PDFDocument, title: string, locale: Locale, layout: keyof typeof SIZES) {
    this.#pdf = pdf;
    this.#title = title;
    this.rtl = locale === 'ar';
    this.width = SIZES[layout].width;
    this.#bottom = SIZES[layout].bottom;
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    this.#done = new Promise((resolve, reject) => pdf.on('end', () => resolve(Buffer.concat(chunks))).on('error', reject));
    pdf.registerFont('plain', path.join(fonts(), 'DejaVuSans.ttf')).registerFont('bold', path.join(fonts(), 'DejaVuSans-Bold.ttf'));
  }

  /** Loads what writes PDFs at the first of them: most processes never make one. */
  static async open({ title, locale, layout = 'portrait' }: { title: string; locale: Locale; layout?: keyof typeof SIZES }) {
    const { default: PdfDocument } = await import('pdfkit');
    // Held until the end: only then is it known of how many pages each is one.
    const pdf = new PdfDocument({ size: 'A4', layout, margin: MARGIN, info: { Title: withoutMarks(title) }, bufferPages: true });
    return new PdfPages(pdf, title, locale, layout);
  }

  /** No more rows: answers the file. Of several pages each names the document and its number at the foot. */
  async end(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    const pages = count > 1 ? count : 0;
    for (let page = 0; page < pages; page += 1) this.#foot(page, pages);
    this.#pdf.end();
    return this.#done;
  }

  /** A picture in the corner where reading begins, no larger than so many points. */
  picture(bytes: Buffer, width: number, height: number): void {
    const left = this.rtl ? MARGIN + this.width - width : MARGIN;
    this.#pdf.image(bytes, left, this.y, { fit: [width, height], align: this.rtl ? 'right' : undefined });
  }

  /** Cells beside each other, each with its share of the width. */
  row(cells: readonly string[], shares: readonly number[], look: RowLook = {}): void {
    this.#font(look);
    const step = this.#pdf.currentLineHeight(true);
    const widthOf = (text: string): number => this.#pdf.widthOfString(withoutMarks(text));
    const lines = cells.map((text, n) => wrapped(text, this.width * shares[n]! - 4, widthOf));
    const height = step * Math.max(...lines.map((of) => of.length));
    this.room(height);
    this.#font(look);
    this.#pdf.fillColor(look.color ?? '#222222');
    let at = 0;
    for (const [n, of] of lines.entries()) {
      const width = this.width * shares[n]!;
      const isNumber = look.isNumber?.[n] ?? (look.numbers !== undefined && n >= look.numbers);
      const left = this.rtl ? MARGIN + this.width - at - width : MARGIN + at;
      for (const [m, line] of of.entries())
        this.#line(line, {
          rtl: readsFromRight(cells[n]!, this.rtl),
          left,
          width: width - 4,
          y: this.y + m * step,
          toRight: isNumber !== this.rtl,
        });
      at += width;
    }
    this.y += height + (look.tight ? 1 : 4);
  }

  /** Begins a new page where so many points are not left on this one. */
  room(points: number): void {
    if (this.y + points <= this.#bottom) return;
    this.#pdf.addPage();
    this.y = MARGIN;
    this.onNewPage?.();
  }

  rule(color: string): void {
    this.#pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + this.width, this.y)
      .lineWidth(1)
      .strokeColor(color)
      .stroke();
    this.y += 8;
  }

  #foot(page: number, of: number): void {
    this.#pdf.switchToPage(page);
    // Else what stands in the margin would begin another page.
    this.#pdf.page.margins.bottom = 0;
    this.#font({ size: 8 });
    this.#pdf.fillColor('#555555');
    const at = { rtl: this.rtl, left: MARGIN, width: this.width, y: this.#pdf.page.height - FOOT };
    this.#line(this.#title, { ...at, toRight: this.rtl });
    this.#line(`${page + 1} / ${of}`, { ...at, rtl: false, toRight: !this.rtl });
  }

  #font({ font = 'plain', size = 9 }: RowLook): void {
    this.#pdf.font(font).fontSize(size);
  }

  /** One line, stretch by stretch, at the left or right end of its width. */
  #line(line: string, at: { rtl: boolean; left: number; width: number; y: number; toRight: boolean }): void {
    const runs = runsOf(line, at.rtl);
    const widths = runs.map((run) => this.#pdf.widthOfString(run));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    let x = at.toRight ? at.left + at.width - whole : at.left;
    for (const [n, run] of runs.entries()) {
      this.#pdf.text(run, x, at.y, { lineBreak: false });
      x += widths[n]!;
    }
  }
}
