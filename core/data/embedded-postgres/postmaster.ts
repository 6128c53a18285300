import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './binaries.ts';
import { dataDirOf, serverEnv } from './cluster.ts';
import { isPostgresOf, processStamp } from './process-identity.ts';

const STOP_DEADLINE_MS = 10_000;
const READY_DEADLINE_MS = 60_000;
const POLL_MS = 20;
const KEPT_LOG_LINES = 30;

/** A running server and how to end it. */
export interface Postmaster {
  port: number;
  /** Ends the server: fast shutdown, and by force after ten seconds. Resolves when it is gone, also when it died before. */
  stop(): Promise<void>;
}

/**
 * Stops a server that an earlier process left running in this place (that process was killed and could not).
 * Call it only while owning the place.
 */
export async function stopAbandoned(place: Place, log: (line: string) => void): Promise<void> {
  const data = dataDirOf(place.dir);
  const pid = Number(readPidFile(data)?.[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  const stamp = processStamp(pid);
  if (stamp === undefined) return; // the server clears the file of a dead one itself
  if (!isPostgresOf(pid, data)) {
    // The number now belongs to a stranger, which the server would take for a living rival.
    rmSync(join(data, 'postmaster.pid'), { force: true });
    return;
  }
  log(`stopping the database server that an earlier process left running (process ${pid})`);
  await signalUntilGone(pid, () => processStamp(pid) === stamp);
}

/**
 * Starts the server and waits until it accepts connections.
 * @param port the port to listen on; undefined takes a free one.
 * @throws Error with the server's last words when it does not come up.
 */
export async function startPostmaster(
  place: Place,
  settings: Record<string, string | number>,
  port: number | undefined,
  log: (line: string) => void,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const words: string[] = [];
    const hear = (line: string) => {
      words.push(line);
      if (words.length > KEPT_LOG_LINES) words.shift();
      log(line);
    };
    const chosen = port ?? (await freePort());
    const child = launch(place, { ...settings, port: chosen }, hear);
    if (await becomesReady(child, dataDirOf(place.dir))) return supervise(child, chosen, log);

    await signalUntilGone(child.pid, () => !hasEnded(child));
    const said = words.join('\n');
    const rivalTookPort = port === undefined && said.includes('could not bind');
    // The connections of a killed server notice its death a moment later; until then its memory counts as in use.
    const predecessorLingers = said.includes('pre-existing shared memory block');
    if (attempt >= 20 || !(rivalTookPort || predecessorLingers)) {
      throw new Error(`PostgreSQL did not start in ${place.dir} on port ${chosen}:\n${said}`);
    }
    await sleep(250);
  }
}

function launch(place: Place, settings: Record<string, string | number>, hear: (line: string) => void): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(place.binaries.postgres, ['-D', dataDirOf(place.dir), ...options], {
    ...place.user,
    cwd: place.dir,
    env: serverEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in a terminal must reach us alone, so that we close in our own order.
    detached: true,
  });
  child.on('error', (error) => hear(error.message));
  let rest = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(hear);
  });
  return child;
}

async function becomesReady(child: ChildProcess, data: string): Promise<boolean> {
  const deadline = Date.now() + READY_DEADLINE_MS;
  while (Date.now() < deadline && !hasEnded(child)) {
    const lines = readPidFile(data);
    if (isReady(lines) && Number(lines[0]) === child.pid) return true;
    await sleep(POLL_MS);
  }
  return false;
}

const isReady = (lines: string[] | undefined): lines is string[] => lines?.[7]?.trim() === 'ready';

/** The port of the server that runs in `dir` and accepts connections, if one does. */
export function readyPort(dir: string): number | undefined {
  const data = dataDirOf(dir);
  const lines = readPidFile(data);
  return isReady(lines) && isPostgresOf(Number(lines[0]), data) ? Number(lines[3]) : undefined;
}

function supervise(child: ChildProcess, port: number, log: (line: string) => void): Postmaster {
  let stopping: Promise<void> | undefined;
  const endWithUs = () => child.kill('SIGINT');
  process.once('exit', endWithUs);
  child.once('exit', (code, signal) => {
    process.off('exit', endWithUs);
    if (!stopping) log(`the database server ended by itself (${signal ?? `exit code ${code}`})`);
  });
  return {
    port,
    stop: () => (stopping ??= signalUntilGone(child.pid, () => !hasEnded(child))),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** SIGINT asks for a fast shutdown: sessions are cut, the data is written out. SIGKILL loses nothing but needs recovery. */
async function signalUntilGone(pid: number | undefined, isThere: () => boolean): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    if (!isThere()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    const deadline = Date.now() + STOP_DEADLINE_MS;
    while (isThere() && Date.now() < deadline) await sleep(POLL_MS);
  }
}

/** The lines of postmaster.pid (1: process id, 4: port, 8: state), or undefined when there is none. */
function readPidFile(data: string): string[] | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
