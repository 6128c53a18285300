import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, loadConfig } from '../../config/default.ts';
import { openDatabase } from '../../core/boot/database.ts';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { clearUnfinished, untilFinished } from './unfinished.ts';

let config: Config;
beforeEach(() => {
  config = loadConfig({ NODE_ENV: 'development', LOCAL_DIR: mkdtempSync(join(scratchDir(), 'unfinished-')), AUDIT_DIR: undefined });
});
afterEach(() => rmSync(config.localDir, { recursive: true, force: true }));

/** What the installation's database answers. */
async function ask(sql: string): Promise<unknown[]> {
  const database = await openDatabase(config, () => undefined);
  const client = new Client({ connectionString: database.url });
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
    await database.stop();
  }
}
const tables = () => ask(`select tablename from pg_tables where schemaname = 'public'`);

test('half a demo is thrown away with the anchors of its log; a whole one is kept', async () => {
  const said: string[] = [];
  mkdirSync(config.auditDir, { recursive: true });
  writeFileSync(join(config.auditDir, 'anchor'), '');
  await expect(
    untilFinished(config, async () => {
      await ask('create table half (id int)');
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  await clearUnfinished(config, (line) => said.push(line));
  expect([await tables(), existsSync(config.auditDir), said.length]).toEqual([[], false, 1]);

  await untilFinished(config, async () => void (await ask('create table whole (id int)')));
  await clearUnfinished(config, (line) => said.push(line));
  expect([await tables(), said.length]).toEqual([[{ tablename: 'whole' }], 1]);
});

test('a database that was given is not emptied; its owner is told what to do', async () => {
  const given = { ...config, databaseUrl: 'postgres://somebody@db.example/theirs' };
  await expect(untilFinished(given, () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  await expect(clearUnfinished(given, () => undefined)).rejects.toThrow(/Empty the database, remove .*demo-unfinished/);
});
