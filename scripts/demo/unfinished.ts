import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/default.ts';
import { embeddedDir } from '../../core/boot/database.ts';
import { startEmbeddedPostgres } from '../../core/data/embedded-postgres.ts';

const markOf = (config: Config): string => join(config.localDir, 'demo-unfinished');

/** Makes the demo; a mark stands beside the database until it is whole. */
export async function untilFinished(config: Config, make: () => Promise<void>): Promise<void> {
  mkdirSync(config.localDir, { recursive: true });
  writeFileSync(markOf(config), '');
  await make();
  rmSync(markOf(config));
}

/**
 * Takes away what an interrupted start left of the demo, before the database is opened: half a demo is found by nobody who looks for it.
 * Throws where the database is not ours to empty.
 */
export async function clearUnfinished(config: Config, say: (line: string) => void): Promise<void> {
  if (!existsSync(markOf(config))) return;
  if (config.databaseUrl)
    throw new Error(
      `The demo in this database was interrupted while it was made. Empty the database, remove ${markOf(config)} and start again; or start with DEMO=false.`,
    );
  say('The demo was interrupted while it was made: beginning anew.');
  const server = await startEmbeddedPostgres({ dir: embeddedDir(config), fresh: true });
  await server.stop();
  // The log's anchors are those of the database that was thrown away.
  rmSync(config.auditDir, { recursive: true, force: true });
  rmSync(markOf(config));
}
