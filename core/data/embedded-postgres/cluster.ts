import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './binaries.ts';

const SYSTEM_LOCALE: Partial<Record<NodeJS.Platform, string>> = { darwin: 'en_US.UTF-8', win32: 'C' };

/** The folder of the database files inside `dir`. */
export function dataDirOf(dir: string): string {
  return join(dir, 'data');
}

const passwordFileOf = (dir: string): string => join(dir, 'password');

/** The password of the superuser of the database in `dir`. */
export function passwordOf(dir: string): string {
  const file = passwordFileOf(dir);
  if (!existsSync(file)) throw new Error(`The database in ${dir} has lost its password file ${file}.`);
  return readFileSync(file, 'utf8');
}

/**
 * Creates the database files on the first start; later starts find them.
 * @returns the password of the superuser `postgres`.
 * @throws Error when the files exist but the password file is gone, or when initdb fails.
 */
export async function ensureCluster(place: Place): Promise<string> {
  const data = dataDirOf(place.dir);
  if (existsSync(data)) return passwordOf(place.dir);
  const passwordFile = passwordFileOf(place.dir);

  const password = randomBytes(24).toString('base64url');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid);

  // Made under another name and renamed when whole: a start broken off during initdb leaves nothing half-made behind.
  const unfinished = `${data}.new`;
  rmSync(unfinished, { recursive: true, force: true, maxRetries: 5 });
  const args = [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    `--locale=${SYSTEM_LOCALE[process.platform] ?? 'C.UTF-8'}`,
    // PostgreSQL's own C.UTF-8 sorts alike on every operating system and never changes with an upgrade of its library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ];
  await promisify(execFile)(place.binaries.initdb, args, { ...place.user, cwd: place.dir, env: serverEnv() });
  renameSync(unfinished, data);
  return password;
}

/** The environment of the server: the operator's PG* variables are meant for other databases and must not leak in. */
export function serverEnv(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TZ', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
}
