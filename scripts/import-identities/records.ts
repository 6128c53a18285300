import { parse } from 'csv-parse/sync';

/** Characters of one line, and lines of one record (a quoted cell may break lines), beyond which it is no record of a person. */
const LONGEST_LINE = 20_000;
const MOST_LINES = 20;

/** A line or record as it stands in the file; `why` says what is wrong with it, `text` how it begins. */
export type RecordRead = { line: number; text: string } & ({ cells: string[] } | { why: string });

interface Line {
  number: number;
  text: string;
}

/**
 * Cuts CSV text into records. A quote that is never closed costs its own line only: the lines behind it are read again without it.
 * Blank lines are no records. Memory stays flat, however long a line is.
 */
export class Records {
  readonly #delimiter: string;
  readonly #columns: number;
  #open: Line[] = [];

  constructor(delimiter: string, columns: number) {
    this.#delimiter = delimiter;
    this.#columns = columns;
  }

  push(line: Line): RecordRead[] {
    if (this.#open.length === 0) {
      if (line.text.trim() === '') return [];
      if (!line.text.includes('"') && line.text.length <= LONGEST_LINE) return [this.#checked(line, line.text.split(this.#delimiter))];
    }
    this.#open.push(line);
    return this.#settle(false);
  }

  end(): RecordRead[] {
    return this.#settle(true);
  }

  #settle(isEnd: boolean): RecordRead[] {
    const out: RecordRead[] = [];
    while (this.#open.length > 0) {
      const [first] = this.#open as [Line];
      if (first.text.trim() === '') {
        this.#open.shift();
        continue;
      }
      const refuse = (why: string): void => {
        this.#open.shift();
        out.push({ line: first.number, text: first.text.slice(0, 1_000), why });
      };
      if (first.text.length > LONGEST_LINE) {
        refuse('the line is too long');
        continue;
      }
      const lines = this.#closed();
      if (!lines) {
        if (!isEnd && this.#open.length < MOST_LINES) return out;
        refuse('a quote is not closed');
        continue;
      }
      const cells = this.#cellsOf(lines.map((line) => line.text).join('\n'));
      if (!cells || (lines.length > 1 && cells.length !== this.#columns)) refuse('a quote stands where none belongs, or is not closed');
      else {
        this.#open.splice(0, lines.length);
        out.push(this.#checked(first, cells));
      }
    }
    return out;
  }

  /** The first of the open lines with an even number of quotes together, or null. */
  #closed(): Line[] | null {
    let quotes = 0;
    for (const [at, { text }] of this.#open.entries()) {
      for (let n = text.indexOf('"'); n !== -1; n = text.indexOf('"', n + 1)) quotes += 1;
      if (quotes % 2 === 0) return this.#open.slice(0, at + 1);
    }
    return null;
  }

  #cellsOf(text: string): string[] | null {
    try {
      return parse(text, { delimiter: this.#delimiter, relax_column_count: true })[0] ?? [];
    } catch {
      return null;
    }
  }

  /** More cells than columns mean that a delimiter stands within a value, so that nothing behind it is where it belongs. */
  #checked({ number, text }: Line, cells: string[]): RecordRead {
    const extra = cells.slice(this.#columns).some((cell) => cell.trim() !== '');
    return extra
      ? { line: number, text: text.slice(0, 1_000), why: `${cells.length} values for ${this.#columns} columns` }
      : { line: number, text, cells };
  }
}

/** Cuts text into lines. Of a line that is too long only the beginning is kept. */
export class Lines {
  #rest = '';
  #number = 0;

  push(text: string): Line[] {
    const parts = text.split('\n');
    parts[0] = this.#rest + parts[0]!;
    const last = parts.pop()!;
    this.#rest = last.length > LONGEST_LINE ? last.slice(0, LONGEST_LINE + 1) : last;
    return parts.map((part) => this.#line(part));
  }

  end(): Line[] {
    return this.#rest === '' ? [] : [this.#line(this.#rest)];
  }

  #line(text: string): Line {
    this.#number += 1;
    return { number: this.#number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  }
}

/** The column names of a heading, and what stands between them. */
export function headingOf(text: string): { names: string[]; delimiter: string } {
  const count = (sign: string): number => text.split(sign).length;
  const delimiter = [';', '\t', '|'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
  let cells: string[];
  try {
    cells = parse(text, { delimiter })[0] ?? [];
  } catch {
    cells = [];
  }
  return { names: cells.map((cell) => cell.trim().toLowerCase()), delimiter };
}
