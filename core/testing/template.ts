import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { DEMO_SECRET, loadConfig, type Config } from '../../config/default.ts';
import { INSTALLED } from '../../config/plugins.ts';
import { sentenceOf } from '../boot/fault.ts';
import { loadPlugins } from '../boot/load.ts';
import { prepareDatabase } from '../boot/database.ts';

const TEMPLATE = 'lead_template';

/**
 * Migrates the template database once, so that every test file starts from a copy at once. One that `isThere`, see `templateKey`, is brought up to
 * date, as a new release would.
 */
export async function prepareTemplate(adminUrl: string, isThere = false): Promise<void> {
  const url = isThere ? addressOf(adminUrl, TEMPLATE) : await createDatabase(adminUrl, TEMPLATE);
  const loaded = await loadPlugins(INSTALLED);
  const broken = loaded.find((l) => l.problem);
  if (broken) throw new Error(`plugin ${broken.name} does not load: ${broken.problem}`);
  const { faults } = await prepareDatabase(
    testConfig(url),
    url,
    loaded.map((l) => l.plugin!),
  );
  if (faults.length > 0) throw new Error(faults.map((fault) => `${fault.plugin}: ${sentenceOf(fault)}`).join('\n'));
}

/** A private copy of the template; `drop` removes it. */
export async function cloneTemplate(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return {
    url: await createDatabase(adminUrl, name, TEMPLATE),
    drop: () => onAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A database without a table, for a first start; `drop` removes it. */
export async function emptyDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return { url: await createDatabase(adminUrl, name), drop: () => onAdmin(adminUrl, `drop database if exists ${name} with (force)`) };
}

/** The configuration of a process under test, over the given database. */
export function testConfig(databaseUrl: string, changes: Partial<Config> = {}): Config {
  return {
    ...loadConfig({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', APP_SECRET: DEMO_SECRET }),
    databaseUrl,
    poolSize: 3,
    // What a test asks of a machine whose cores are busy is not refused for that.
    poolWaitMs: 20_000,
    ...changes,
  };
}

/** A database of this name, begun anew. */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<string> {
  if (!template) await onAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  await onAdmin(adminUrl, `create database ${name}${template ? ` template ${template} strategy file_copy` : ''}`);
  return addressOf(adminUrl, name);
}

function addressOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onAdmin(adminUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
