import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processStamp } from './process-identity.ts';

/** Thrown when another running process of this product already works with the same database folder. */
export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError';
}

const heldHere = new Set<string>();

/**
 * Makes this process the only one that starts or stops the server in `dir`.
 * PostgreSQL's own lock guards the data; this one guards a healthy server from being taken for an abandoned one.
 * @returns a function that gives the folder back; safe to call twice.
 * @throws DatabaseInUseError when the owner is this process or another one that still runs.
 */
export function takeOwnership(dir: string): () => void {
  const file = join(dir, 'owner.json');
  const inUse = (pid: number) =>
    new DatabaseInUseError(
      `The database in ${dir} is already used by process ${pid}. Stop that process first, or set DATABASE_URL to use another database.`,
    );
  if (heldHere.has(dir)) throw inUse(process.pid);

  const mine = JSON.stringify({ pid: process.pid, stamp: processStamp(process.pid) });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o644 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 3) throw error;
      const owner = readOwner(file);
      if (owner && processStamp(owner.pid) === owner.stamp) throw inUse(owner.pid);
      rmSync(file, { force: true });
    }
  }
  heldHere.add(dir);
  return () => {
    if (heldHere.delete(dir)) rmSync(file, { force: true });
  };
}

function readOwner(file: string): { pid: number; stamp: string } | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown; stamp?: unknown };
    return typeof owner.pid === 'number' && typeof owner.stamp === 'string' ? { pid: owner.pid, stamp: owner.stamp } : undefined;
  } catch {
    return undefined;
  }
}
