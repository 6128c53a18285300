import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../../core/data/embedded-postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../core/data/embedded-postgres.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';

/** Fast in all but this: what was committed is there after a crash. */
const settings = { synchronous_commit: 'on', full_page_writes: 'on' };

/** A PostgreSQL server of one test file alone, which may be killed. */
export class OwnServer {
  readonly #dir: string;
  #server: EmbeddedPostgres;

  private constructor(dir: string, server: EmbeddedPostgres) {
    this.#dir = dir;
    this.#server = server;
  }

  static async start(name: string): Promise<OwnServer> {
    const dir = join(scratchDir(), `${name}-${process.pid}`);
    return new OwnServer(dir, await startEmbeddedPostgres({ dir, fast: true, fresh: true, settings }));
  }

  /** Of its database, as superuser. */
  get url(): string {
    return this.#server.url;
  }

  /** SIGKILL for the postmaster: nothing is written out, and its connections die with it. */
  kill(): void {
    const [pid] = readFileSync(join(dataDirOf(this.#server.dir), 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  /** Starts the killed server again at the same address; resolves when it has recovered and takes connections. */
  async restart(): Promise<void> {
    const { port } = this.#server;
    await this.#server.stop();
    this.#server = await startEmbeddedPostgres({ dir: this.#dir, port, fast: true, settings });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    rmSync(this.#server.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
