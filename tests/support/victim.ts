import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DEMO_SECRET } from '../../config/default.ts';
import { freePort } from '../../core/http/free-port.ts';
import { COMPILED, KEEP_COMPILED } from './compiled.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY_MS = 30_000;

/** A process of the product, started as an operator starts it, to be killed. */
export interface Victim {
  url: string;
  /** SIGKILL: no handler runs, no connection is closed in order. */
  kill(): Promise<void>;
  /** SIGSTOP: it stands still in the middle of whatever it does, until it is thawed. */
  freeze(): void;
  thaw(): void;
}

/** Starts `node core/main.ts` over the database, and answers when it serves. */
export async function startVictim(databaseUrl: string, env: Record<string, string>): Promise<Victim> {
  const port = await freePort(0);
  const child = spawn(process.execPath, [...KEEP_COMPILED, 'core/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      SHOP_PORT: '0',
      LOG_LEVEL: 'silent',
      POOL_SIZE: '8',
      APP_SECRET: DEMO_SECRET,
      LOCAL_DIR: join(ROOT, '.local/test', `victim-${process.pid}`),
      DATABASE_URL: databaseUrl,
      ...COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await serving(child);
  return {
    url: `http://localhost:${port}`,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function serving(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the process does not serve: ${said}`)), READY_MS);
    const listen = (part: Buffer): void => {
      said += part.toString();
      if (!said.includes('Serving on')) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the process ended with ${code}: ${said}`)));
  });
}
