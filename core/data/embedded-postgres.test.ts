import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseInUseError, type EmbeddedPostgres, joinEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { scratchDir } from '../testing/scratch-dir.ts';

let dir: string;
let running: EmbeddedPostgres[];

beforeEach(() => {
  dir = mkdtempSync(join(scratchDir(), 'embedded-postgres-test-'));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(dir, { recursive: true, force: true });
});

async function start(settings: Record<string, string | number> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, fast: true, settings });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const serverPid = (server: EmbeddedPostgres) => Number(readFileSync(join(server.dir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe('embedded PostgreSQL', () => {
  test('serves on the loopback address with checksums, UTF-8 and a private password', async () => {
    const server = await start({ work_mem: '7MB' });
    const names = ['listen_addresses', 'unix_socket_directories', 'data_checksums', 'server_encoding', 'work_mem', 'password_encryption'];
    const values = await query(server.url, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`);
    expect(values[0]).toEqual({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      work_mem: '7MB',
      password_encryption: 'scram-sha-256',
    });
    expect(statSync(join(server.dir, 'password')).mode & 0o777).toBe(0o600);
    await expect(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  test('keeps its data over a restart; stopping twice is harmless', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as value');
    await first.stop();
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 42 }]);
  });

  test('begins empty when asked to', async () => {
    const first = await start();
    await query(first.url, 'create table gone()');
    await first.stop();
    const second = await startEmbeddedPostgres({ dir, fast: true, fresh: true });
    running.push(second);
    expect(await query(second.url, "select to_regclass('gone') as found")).toEqual([{ found: null }]);
  });

  test('stop returns when the server was killed before, and the next start recovers', async () => {
    const first = await start({ synchronous_commit: 'on' }); // else the last commits may rightly be lost
    await query(first.url, 'create table kept as select 1 as value');
    // An open session at the moment of death: its process lingers and still holds the shared memory.
    const lingering = new Client({ connectionString: first.url });
    lingering.on('error', () => {});
    await lingering.connect();
    process.kill(serverPid(first), 'SIGKILL');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }]);
  });

  test('refuses a folder that this process already uses', async () => {
    await start();
    await expect(start()).rejects.toBeInstanceOf(DatabaseInUseError);
  });

  test('refuses a folder whose owner is another living process, and takes over when that one was killed', async () => {
    const { owner, pid } = await startInAnotherProcess();
    await expect(start()).rejects.toThrow(`already used by process ${owner.pid}`);

    const died = once(owner, 'exit');
    owner.kill('SIGKILL');
    await died;
    await sleep(50);
    expect(() => process.kill(pid, 0)).not.toThrow(); // the server outlives its owner: the case under test
    const server = await start();
    expect(serverPid(server)).not.toBe(pid);
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a command joins the server of whoever runs it, and leaves it running; without one it starts its own', async () => {
    const { owner } = await startInAnotherProcess();
    const joined = await joinEmbeddedPostgres({ dir, fast: true });
    expect(await query(joined.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await joined.stop();
    expect(await query(joined.url, 'select 2 as two')).toEqual([{ two: 2 }]);
    const died = once(owner, 'exit');
    owner.kill('SIGKILL');
    await died;
    await sleep(50);
    const own = await joinEmbeddedPostgres({ dir, fast: true });
    expect(await query(own.url, 'select 3 as three')).toEqual([{ three: 3 }]);
    await own.stop();
    await expect(query(own.url, 'select 4')).rejects.toThrow();
  });

  test('says why when the server does not come up', async () => {
    await expect(start({ work_mem: 'plenty' })).rejects.toThrow(/did not start .*work_mem/s);
    const server = await start();
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('never runs as root', async () => {
    const server = await start();
    expect(statSync(join(server.dir, 'data')).uid).not.toBe(0); // the server accepts only files of its own account
  });
});

async function startInAnotherProcess(): Promise<{ owner: ChildProcess; pid: number }> {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href);
  const program = `
    import { startEmbeddedPostgres } from ${module};
    await startEmbeddedPostgres({ dir: ${JSON.stringify(dir)}, fast: true });
    process.send('ready');
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [message] = (await Promise.race([once(owner, 'message'), once(owner, 'exit')])) as [unknown];
  expect(message).toBe('ready');
  return { owner, pid: Number(readFileSync(join(dir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]) };
}
