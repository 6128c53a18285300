import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Installation } from './installation.ts';

/** A server in a process of its own, so that whoever loads it does not slow it down. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** What the process holds in memory now. */
  memoryMiB(): Promise<number>;
  stop(): Promise<void>;
}

const REPORTER = join(import.meta.dirname, 'memory-reporter.ts');

const PRODUCT = join(import.meta.dirname, '..', '..', 'core', 'main.ts');

/** Starts the product over a database that is filled already, in some of its roles. */
export const startProduct = (roles: string, { url, kernel }: Pick<Installation, 'url' | 'kernel'>, more: Record<string, string> = {}) =>
  startServer(PRODUCT, {
    NODE_ENV: 'development',
    ROLES: roles,
    PORT: '0',
    DEMO: 'false',
    SHOP_PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    APP_SECRET: kernel.config.secret,
    ...more,
  });

/** Starts a program that prints `Serving on <url>`; throws when it ends before it did. */
export async function startServer(program: string, env: Record<string, string>): Promise<ServerProcess> {
  const child = fork(program, {
    env: { ...process.env, ...env },
    execArgv: ['--import', REPORTER],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout!.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /Serving on http:\/\/[^:\s]+:(\d+)/.exec(said);
      if (found) resolve(`http://127.0.0.1:${found[1]}`);
    });
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code} before it served: ${said}`)));
  });
  return {
    url,
    pid: child.pid!,
    async memoryMiB() {
      child.send('memory');
      const [bytes] = (await once(child, 'message')) as [number];
      return Math.round(bytes / 1024 / 1024);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}
