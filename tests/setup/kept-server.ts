import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataDirOf } from '../../core/data/embedded-postgres/cluster.ts';
import { DatabaseInUseError, startEmbeddedPostgres } from '../../core/data/embedded-postgres.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { templateKey } from '../../core/testing/template-key.ts';

const MOST_RUNS_AT_ONCE = 16;
/** Each takes some eighty megabytes until the machine is started anew. */
const MOST_KEPT = 2;

export interface KeptServer {
  /** Of the database `postgres`, as superuser. */
  url: string;
  /** Whether the template database of an earlier run is there, made of the same migrations. */
  hasTemplate: boolean;
  stop(): Promise<void>;
}

/**
 * Starts a server for one run in the first folder that no other run uses. The next run finds its template database, when this one left nothing
 * else behind; what a killed run left there (a server too) is cleared away.
 */
export async function startKeptServer(): Promise<KeptServer> {
  const key = templateKey();
  for (let number = 1; ; number++) {
    const dir = join(scratchDir(), `postgres-${number}`);
    try {
      const server = await startEmbeddedPostgres({ dir, fast: true, fresh: readMark(dir) !== key });
      const hasTemplate = readMark(server.dir) === key;
      rmSync(markOf(server.dir), { force: true }); // whoever is killed leaves no mark
      const stop = async (): Promise<void> => {
        const keep = number <= MOST_KEPT && (await isAsBefore(server.url));
        await server.stop();
        if (keep) writeFileSync(markOf(server.dir), key);
        else rmSync(server.dir, { recursive: true, force: true, maxRetries: 5 });
      };
      return { url: server.url, hasTemplate, stop };
    } catch (error) {
      if (!(error instanceof DatabaseInUseError) || number >= MOST_RUNS_AT_ONCE) throw error;
    }
  }
}

/** Lies among the data, so that it goes where they go. */
const markOf = (dir: string): string => join(dataDirOf(dir), 'template.key');

function readMark(dir: string): string | null {
  try {
    return readFileSync(markOf(dir), 'utf8');
  } catch {
    return null;
  }
}

/** Whether the server holds the template database and the serving role alone. */
async function isAsBefore(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database union all select rolname from pg_roles where rolname !~ '^pg_' order by 1`,
    );
    return rows.map(({ name }) => name).join() === 'lead_app,lead_template,postgres,postgres,template0,template1';
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
