import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Identifies one running process in a way that survives the reuse of its number: restarted containers hand out the same
 * small numbers again, so a bare process id in a file proves nothing.
 * @returns a text that no later process with the same number has, or undefined when no such process runs.
 */
export function processStamp(pid: number): string | undefined {
  if (!isRunning(pid)) return undefined;
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in parentheses may itself hold spaces; the state and the start time (field 22) follow the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') return undefined;
      return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  return process.platform === 'win32' ? `pid:${pid}` : ps(pid, 'lstart');
}

/** Whether `pid` is a PostgreSQL server working in `dataDir` (an absolute path without symbolic links). */
export function isPostgresOf(pid: number, dataDir: string): boolean {
  if (!isRunning(pid)) return false;
  if (process.platform === 'linux') {
    try {
      const program = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
      // A server's working directory is its data directory, also after the project folder was renamed.
      return program.includes('postgres') && readlinkSync(`/proc/${pid}/cwd`) === dataDir;
    } catch {
      return false;
    }
  }
  const command = ps(pid, 'command') ?? '';
  return command.includes('postgres') && command.includes(dataDir);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ps(pid: number, column: string): string | undefined {
  const text = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim();
  return text || undefined;
}
