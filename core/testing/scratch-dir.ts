import { mkdirSync, statfsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * The folder for what a test run throws away. It lies in memory where there is room: a run makes some hundred copies of a database, each of
 * more than a thousand small files, and on some disks making a file takes longer than all that is done with it.
 */
export function scratchDir(): string {
  const dir = hasRoomInMemory() ? join(MEMORY, `lead-platform-${userInfo().uid}`) : resolve(import.meta.dirname, '../../.local/test');
  mkdirSync(dir, { recursive: true });
  return dir;
}

/** Whether files may lie in memory. */
export function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false; // no such thing on this system
  }
}
