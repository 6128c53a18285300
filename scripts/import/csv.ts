import type { Readable } from 'node:stream';
import { textOf } from './encoding.ts';
import { headingOf, Lines, type RecordRead, Records } from './records.ts';
import type { RejectedLines } from './rejected.ts';

const PROGRESS_EVERY = 100_000;
/** Bytes handed to the database at a time. */
const PORTION = 256 * 1024;
/** So many lines may always be rejected: a short file with a few bad lines is no wrong file. */
const ALWAYS_ALLOWED = 100;

export interface ImportOptions {
  /** The schema's owner. */
  url: string;
  say(line: string): void;
  rejected?: RejectedLines;
  /** The share of rejected lines above which nothing is imported, from 0 to 1. */
  mostRejected?: number;
}

/** What a kind of file holds. */
export interface CsvKind {
  /** Said when the heading names too little. */
  heading: string;
  hasHeading(names: readonly string[]): boolean;
  /** A record as COPY reads it, without the end of the line, or why it cannot be used. */
  lineOf(row: Readonly<Record<string, string>>, line: number): string | { why: string };
}

/** Lines are taken here. */
interface Target {
  add(lines: string): Promise<void>;
  end(): Promise<number>;
}

/** `read` = `staged` + `rejected`. */
export interface Staged {
  read: number;
  staged: number;
  rejected: number;
}

/**
 * Reads CSV text and stages what can be used of it. Throws a sentence when the heading names too little, the file is no text, or too many lines
 * are rejected.
 */
export async function stageCsv(input: Readable, kind: CsvKind, target: Target, options: ImportOptions): Promise<Staged> {
  return new CsvReader(kind, target, options).run(input);
}

class CsvReader {
  readonly #kind: CsvKind;
  readonly #target: Target;
  readonly #options: ImportOptions;
  readonly #result: Staged = { read: 0, staged: 0, rejected: 0 };
  readonly #began = performance.now();
  #names: string[] = [];
  #records: Records | null = null;
  #portion: string[] = [];
  #size = 0;

  constructor(kind: CsvKind, target: Target, options: ImportOptions) {
    this.#kind = kind;
    this.#target = target;
    this.#options = options;
  }

  async run(input: Readable): Promise<Staged> {
    const lines = new Lines();
    for await (const text of textOf(input)) await this.#take(lines.push(text));
    await this.#take(lines.end());
    if (!this.#records) throw new Error(`The file is empty. ${this.#kind.heading}`);
    await this.#takeRecords(this.#records.end());
    await this.#send();
    const result = this.#result;
    const arrived = await this.#target.end();
    if (arrived !== result.staged) throw new Error(`The database took ${arrived} of ${result.staged} lines. Nothing was imported.`);
    this.#refuseTooMany();
    this.#options.say(`${count(result.read)} lines read, ${this.#seconds()} s; merging ${count(result.staged)} of them`);
    return result;
  }

  async #take(lines: ReturnType<Lines['push']>): Promise<void> {
    if (!this.#records && lines.length > 0) this.#begin(lines.shift()!.text);
    if (this.#records) await this.#takeRecords(this.#records.push(lines));
  }

  #begin(heading: string): void {
    const { names, delimiter } = headingOf(heading);
    if (!this.#kind.hasHeading(names)) throw new Error(this.#kind.heading);
    this.#names = names;
    this.#records = new Records(delimiter, names.length);
  }

  async #takeRecords(records: readonly RecordRead[]): Promise<void> {
    const result = this.#result;
    for (const record of records) {
      result.read += 1;
      const staged = 'cells' in record ? this.#kind.lineOf(this.#row(record.cells), record.line) : { why: record.why };
      if (typeof staged === 'string') {
        this.#portion.push(staged);
        result.staged += 1;
        this.#size += staged.length;
      } else {
        result.rejected += 1;
        this.#options.rejected?.add(record.line, staged.why, record.text);
      }
      if (result.read % PROGRESS_EVERY === 0)
        this.#options.say(`${count(result.read)} lines read, ${count(result.rejected)} rejected, ${this.#seconds()} s`);
    }
    if (this.#size > PORTION) await this.#send();
  }

  #row(cells: readonly string[]): Record<string, string> {
    const row: Record<string, string> = {};
    for (const [at, name] of this.#names.entries()) row[name] = cells[at] ?? '';
    return row;
  }

  async #send(): Promise<void> {
    if (this.#portion.length > 0) await this.#target.add(`${this.#portion.join('\n')}\n`);
    [this.#portion, this.#size] = [[], 0];
  }

  #refuseTooMany(): void {
    const { read, rejected } = this.#result;
    const most = this.#options.mostRejected ?? 0.1;
    const isLittle = rejected === 0 || (rejected <= ALWAYS_ALLOWED && rejected < read);
    if (isLittle || rejected / read <= most) return;
    throw new Error(
      `${count(rejected)} of ${count(read)} lines were rejected, more than ${Math.round(most * 100)} %, so nothing was imported. Correct the file, or allow more with --max-rejected=<percent>.`,
    );
  }

  #seconds(): string {
    return ((performance.now() - this.#began) / 1000).toFixed(1);
  }
}

export const count = (n: number): string => n.toLocaleString('en-US');
