import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A connection of an import's own with a table `import_row` that only it sees, into which lines are copied as fast as the database takes them. */
export class Staging {
  readonly client: pg.Client;
  #copy: ReturnType<typeof copyFrom> | null = null;
  #failed: Error | null = null;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  /** `url` is that of the schema's owner, `columns` what stands between the brackets of `create table`. */
  static async open(url: string, name: string, columns: string): Promise<Staging> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      options: '-c app.scope=platform -c timezone=UTC -c work_mem=128MB -c temp_buffers=64MB',
    });
    await client.connect();
    await client.query(`create temp table import_row (${columns})`);
    return new Staging(client);
  }

  /** Adds lines in the form of COPY. */
  async add(lines: string): Promise<void> {
    if (!this.#copy) {
      this.#copy = this.client.query(copyFrom('copy import_row from stdin'));
      this.#copy.on('error', (error) => (this.#failed = error));
    }
    if (this.#failed) throw this.#failed;
    if (!this.#copy.write(lines)) await Promise.race([once(this.#copy, 'drain'), once(this.#copy, 'close')]);
  }

  /** Ends the copying; answers how many lines were staged. */
  async end(): Promise<number> {
    if (!this.#copy) return 0;
    this.#copy.end();
    await finished(this.#copy);
    return this.#copy.rowCount;
  }

  async close(): Promise<void> {
    this.#copy?.destroy();
    await this.client.end().catch(() => undefined);
  }
}
