import { readdirSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';

/** Clock ticks of a second in /proc; the same on every Linux that runs Node. */
const TICKS = 100;
const PAGE_BYTES = 4_096;

/** State, parent and times of a process, as `proc(5)` numbers them after the name. */
function statOf(pid: number): { parent: number; own: number; ofGoneChildren: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return { parent: fields[1]!, own: fields[11]! + fields[12]!, ofGoneChildren: fields[13]! + fields[14]! };
}

/** Seconds of a processor that a process has used. */
export const cpuSeconds = (pid: number): number => statOf(pid).own / TICKS;

/** The same of a process with all its children, those that have ended among them. */
export function cpuSecondsWithChildren(pid: number): number {
  const { own, ofGoneChildren } = statOf(pid);
  let ticks = own + ofGoneChildren;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = statOf(Number(name));
      if (stat.parent === pid) ticks += stat.own;
    } catch {
      // ended while we looked
    }
  }
  return ticks / TICKS;
}

/** What a process holds in memory, asked of the system: it need not answer itself. */
export const residentMiB = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1024 / 1024;

/** The process that all connections of a server belong to. */
export async function postmasterOf(owner: Pool): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
  return statOf(rows[0]!.pid).parent;
}
