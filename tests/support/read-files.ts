import { strFromU8, unzipSync } from 'fflate';
import { getDocumentProxy } from 'unpdf';

/** The rows of a workbook's first sheet, as text. */
export function sheetOf(bytes: Uint8Array): string[][] {
  const files = unzipSync(bytes);
  const xml = (name: string): string => (files[name] ? strFromU8(files[name]) : '');
  const shared = [...xml('xl/sharedStrings.xml').matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(([, text]) => text!);
  return [...xml('xl/worksheets/sheet1.xml').matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: string[] = [];
    for (const [, attributes, content = ''] of row!.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const value = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? '';
      // Empty cells are left out: each says its column, such as A or AB.
      const letters = /r="([A-Z]+)\d+"/.exec(attributes!)![1]!;
      const column = Array.from(letters).reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0) - 1;
      cells[column] = /t="s"/.test(attributes!) ? shared[Number(value)]! : value;
    }
    return cells;
  });
}

/** The lines of a PDF as they stand on paper, each as its texts from left to right. */
export async function linesOfPdf(bytes: Uint8Array): Promise<string[][]> {
  const pdf = await getDocumentProxy(bytes);
  const lines: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const byHeight = new Map<number, { x: number; text: string }[]>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [x, y] = [Number(item.transform[4]), Math.round(Number(item.transform[5]))];
      byHeight.set(y, [...(byHeight.get(y) ?? []), { x, text: item.str.trim() }]);
    }
    for (const [, texts] of [...byHeight].toSorted(([a], [b]) => b - a))
      lines.push(texts.toSorted((a, b) => a.x - b.x).map(({ text }) => text));
  }
  return lines;
}

const centsOf = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);
const AMOUNT = /^-?\$[\d,]+\.\d\d$/;

/** The lines of a report on paper that begin with a day: their amounts of money in cents, and their other figures. */
export const daysOnPaper = (lines: readonly string[][]): { day: string; cents: number[]; counts: number[] }[] =>
  lines
    .filter(([first]) => /^\d{4}-\d\d-\d\d$/.test(first ?? ''))
    .map(([day, ...cells]) => ({
      day: day!,
      cents: cells.filter((cell) => AMOUNT.test(cell)).map(centsOf),
      counts: cells.filter((cell) => /^[\d,]+$/.test(cell)).map((cell) => Number(cell.replaceAll(',', ''))),
    }));
