import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { DatabaseInUseError, type EmbeddedPostgres, startEmbeddedPostgres } from '../../core/data/embedded-postgres.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser address of the server that holds the template database; each test file makes its own copy there. */
    adminUrl: string;
  }
}

const MOST_RUNS_AT_ONCE = 16;

/** Starts one throw-away server for the whole run, or uses the one of TEST_DATABASE_URL, and fills the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL'];
  const server = given ? undefined : await startInFreeFolder();
  const stop = async () => {
    await server?.stop();
    if (server) rmSync(server.dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const adminUrl = given ?? server!.url;
    const { prepareTemplate } = await import('../../core/testing/template.ts');
    await prepareTemplate(adminUrl);
    project.provide('adminUrl', adminUrl);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first folder that no other run uses; what a killed run left there (a server too) is cleared away by the start. */
async function startInFreeFolder(): Promise<EmbeddedPostgres> {
  for (let number = 1; ; number++) {
    try {
      return await startEmbeddedPostgres({ dir: join(scratchDir(), `postgres-${number}`), fast: true, fresh: true });
    } catch (error) {
      if (!(error instanceof DatabaseInUseError) || number >= MOST_RUNS_AT_ONCE) throw error;
    }
  }
}
