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

  push(lines: readonly Line[]): RecordRead[] {
    // A call of the parser costs many times what a line does.
    const quoted = lines.filter(({ text }) => text.includes('"') && text.length <= LONGEST_LINE && quotesIn(text) % 2 === 0);
    const cellsOf = new Map(this.#parsed(quoted.map(({ text }) => text)).map((cells, at) => [quoted[at], cells]));
    const out: RecordRead[] = [];
    for (const line of lines) {
      const { text } = line;
      const cells = text.includes('"') ? cellsOf.get(line) : text.length <= LONGEST_LINE && text.split(this.#delimiter);
      if (this.#open.length > 0 || !cells) {
        this.#open.push(line);
        for (const record of this.#settle(false)) out.push(record);
      } else if (text.trim() !== '') out.push(this.#checked(line, cells));
    }
    return out;
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
      const [cells] = this.#parsed([lines.map((line) => line.text).join('\n')]);
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
      quotes += quotesIn(text);
      if (quotes % 2 === 0) return this.#open.slice(0, at + 1);
    }
    return null;
  }

  /** The cells of each of these records, in which every quote is closed; null for one that is no CSV. */
  #parsed(records: readonly string[]): (string[] | null)[] {
    if (records.length === 0) return [];
    try {
      return parse(records.join('\n'), { delimiter: this.#delimiter, record_delimiter: '\n', relax_column_count: true });
    } catch {
      if (records.length === 1) return [null];
      const half = records.length >> 1;
      return [...this.#parsed(records.slice(0, half)), ...this.#parsed(records.slice(half))];
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

function quotesIn(text: string): number {
  let quotes = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) quotes += 1;
  return quotes;
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
