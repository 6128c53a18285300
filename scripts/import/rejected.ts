import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { stringify } from 'csv-stringify/sync';

/** Where lines that were not imported are written: line, reason and how the line begins. */
export interface RejectedLines {
  add(line: number, why: string, text: string): void;
  /** Whatever was added is on disk; answers the file, or null when nothing was added. */
  close(): Promise<string | null>;
}

/** A file that only its owner may read, made with the first rejected line. */
export class RejectedFile implements RejectedLines {
  readonly #path: string;
  #file: WriteStream | null = null;
  #done: Promise<void> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  add(line: number, why: string, text: string): void {
    if (!this.#file) {
      this.#file = createWriteStream(this.#path, { mode: 0o600 });
      this.#done = finished(this.#file);
      this.#done.catch(() => undefined);
      this.#file.write(stringify([['line', 'reason', 'text']]));
    }
    this.#file.write(stringify([[line, why, text]]));
  }

  async close(): Promise<string | null> {
    this.#file?.end();
    await this.#done?.catch((error: Error) => {
      throw new Error(`The rejected lines could not be written to ${this.#path}: ${error.message}.`);
    });
    return this.#file && this.#path;
  }
}
