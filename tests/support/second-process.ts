import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMPILED, KEEP_COMPILED } from './compiled.ts';

/** A further process of the product over the same database. */
export interface SecondProcess {
  url: string;
  stop(): Promise<void>;
}

/** Starts the plugins of the wallet, and the till that sells, in a process of their own; answers when it serves. */
export async function startSecondProcess(databaseUrl: string): Promise<SecondProcess> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'second-process.main.ts'), [databaseUrl], {
    execArgv: KEEP_COMPILED,
    env: { ...process.env, ...COMPILED },
  });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the second process ended with ${code}`)));
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number];
  ended.catch(() => undefined);
  return {
    url: `http://localhost:${port}`,
    async stop() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}
