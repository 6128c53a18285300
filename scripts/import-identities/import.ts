import { isIPv4 } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { cleanPerson, emailHashes, overlongField, personKey } from '../../plugins/capture/identity/person.ts';
import { textOf } from './encoding.ts';
import { COLUMNS, Graph } from './graph.ts';
import { headingOf, Lines, type RecordRead, Records } from './records.ts';
import type { RejectedLines } from './rejected.ts';

const PROGRESS_EVERY = 100_000;
/** Bytes handed to the database at a time. */
const PORTION = 256 * 1024;
/** So many lines may always be rejected: a short file with a few bad lines is no wrong file. */
const ALWAYS_ALLOWED = 100;

/** Every record behind the heading is one of the three: `read` = `added` + `known` + `rejected`. */
export interface ImportResult {
  read: number;
  /** People who were not in the graph before. */
  added: number;
  /** Lines about somebody who was there already, from before or from an earlier line: completed with what they say. */
  known: number;
  rejected: number;
}

export interface ImportOptions {
  /** The schema's owner. */
  url: string;
  /** The secret of the person keys. */
  key: Buffer;
  say(line: string): void;
  rejected?: RejectedLines;
  /** The share of rejected lines above which nothing is imported, from 0 to 1. */
  mostRejected?: number;
}

/**
 * Reads CSV text and merges it into the graph, as a whole or not at all. Throws a sentence when the heading names no usable column,
 * the file is no text, or too many lines are rejected; then nothing was imported.
 */
export async function importIdentities(input: Readable, options: ImportOptions): Promise<ImportResult> {
  const graph = await Graph.open(options.url);
  try {
    return await new Import(graph, options).run(input);
  } finally {
    await graph.close();
  }
}

class Import {
  readonly #graph: Graph;
  readonly #options: ImportOptions;
  readonly #result: ImportResult = { read: 0, added: 0, known: 0, rejected: 0 };
  readonly #began = performance.now();
  #names: string[] = [];
  #records: Records | null = null;
  #portion: string[] = [];
  #size = 0;
  #staged = 0;

  constructor(graph: Graph, options: ImportOptions) {
    this.#graph = graph;
    this.#options = options;
  }

  async run(input: Readable): Promise<ImportResult> {
    const lines = new Lines();
    for await (const text of textOf(input)) await this.#take(lines.push(text));
    await this.#take(lines.end());
    if (!this.#records) throw new Error(`The file is empty. ${HEADING}`);
    await this.#takeRecords(this.#records.end());
    await this.#send();
    const result = this.#result;
    const arrived = await this.#graph.staged();
    if (arrived !== this.#staged) throw new Error(`The database took ${arrived} of ${this.#staged} lines. Nothing was imported.`);
    this.#refuseTooMany();
    this.#options.say(`${count(result.read)} lines read, ${this.#seconds()} s; merging ${count(this.#staged)} of them`);
    result.added = await this.#graph.merge();
    result.known = this.#staged - result.added;
    return result;
  }

  async #take(lines: ReturnType<Lines['push']>): Promise<void> {
    if (!this.#records && lines.length > 0) this.#begin(lines.shift()!.text);
    if (this.#records) await this.#takeRecords(this.#records.push(lines));
  }

  #begin(heading: string): void {
    const { names, delimiter } = headingOf(heading);
    if (!['email', 'phone', 'address'].some((name) => names.includes(name))) throw new Error(HEADING);
    this.#names = names;
    this.#records = new Records(delimiter, names.length);
  }

  async #takeRecords(records: readonly RecordRead[]): Promise<void> {
    const result = this.#result;
    for (const record of records) {
      result.read += 1;
      const staged = 'cells' in record ? this.#stagedLine(record) : { why: record.why };
      if (typeof staged === 'string') {
        this.#portion.push(staged);
        this.#staged += 1;
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

  async #send(): Promise<void> {
    if (this.#portion.length > 0) await this.#graph.stage(`${this.#portion.join('\n')}\n`);
    [this.#portion, this.#size] = [[], 0];
  }

  /** One record as COPY reads it, or why it says too little. */
  #stagedLine({ line, cells }: { line: number; cells: string[] }): string | { why: string } {
    const row: Record<string, string> = {};
    for (const [at, name] of this.#names.entries()) row[name] = cells[at] ?? '';
    const raw = {
      firstName: row['first_name'],
      lastName: row['last_name'],
      email: row['email'],
      phone: row['phone'],
      address: row['address'],
      city: row['city'],
      state: row['state'],
      zip: row['zip'],
      company: row['company'],
    };
    const overlong = overlongField(raw);
    if (overlong) return { why: `${overlong.field} is longer than ${overlong.limit} characters` };
    const person = cleanPerson(raw);
    if (row['email']?.trim() && !person.email) return { why: 'the e-mail address is not valid' };
    const key = personKey(this.#options.key, person);
    if (!key) return { why: 'neither e-mail, phone, nor name with zip and house number' };
    const { md5, sha256 } = emailHashes(person.email);
    const values = [
      person.firstName,
      person.lastName,
      person.email,
      person.phone,
      person.address,
      person.city,
      person.state,
      person.zip,
      person.company,
    ];
    const head = `${line}\t\\\\x${key.toString('hex')}\t${md5 ? `\\\\x${md5}\t\\\\x${sha256}` : '\\N\t\\N'}\t${addressOf(row['ip'])}\t`;
    const text = values.join('\t'); // control characters, tabs among them, were cleaned away
    return head + (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);
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

const HEADING = `The first line must name the columns (${[...COLUMNS, 'ip'].join(', ')}); one of email, phone and address must be among them.`;

function addressOf(typed: string | undefined): string {
  const ip = typed?.trim() ?? '';
  if (ip === '' || isIPv4(ip)) return ip;
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '';
}
