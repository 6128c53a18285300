import { type ChildProcess, fork } from 'node:child_process';
import type { FromServer, Given, Opened } from './messages.ts';

const QUIET_MS = 40;
const GRACE_MS = 300;

type Ready = Extract<FromServer, { port: number }>;
type Running = Ready | { failure: string };
type Turn = PromiseWithResolvers<Running>;

/**
 * The serving process, replaced by a new one at each change. The next one waits with all packages read, which is most of what a start takes.
 */
export class RestartingServer {
  readonly #file: string;
  readonly #cacheDir: string;
  readonly #onReady: (ready: Ready) => void;
  #given: Given;
  #current: ChildProcess | null = null;
  #spare: ChildProcess;
  #turn: Turn = Promise.withResolvers();
  #timer: NodeJS.Timeout | undefined;
  #replacing: Promise<void> = Promise.resolve();
  #filled: Promise<void> = Promise.resolve();
  #stopped = false;

  /** `file` is what the processes run, `cacheDir` keeps their compiled code. */
  constructor(options: { file: string; cacheDir: string; given: Given; onReady: (ready: Ready) => void }) {
    this.#file = options.file;
    this.#cacheDir = options.cacheDir;
    this.#given = options.given;
    this.#onReady = options.onReady;
    this.#spare = this.#fork();
  }

  /** Where the newest code listens, once it does; or why it does not. */
  running(): Promise<Running> {
    return this.#turn.promise;
  }

  get opened(): Opened | undefined {
    return this.#given.opened;
  }

  /** Several files saved at once are one change. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const before = this.#turn;
      this.#turn = Promise.withResolvers();
      before.resolve(this.#turn.promise);
      this.#replacing = this.#replacing.then(() => this.#replace());
    }, QUIET_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await Promise.all([end(this.#current, 5_000), end(this.#spare, 0)]);
  }

  async #replace(): Promise<void> {
    await this.#filled;
    if (this.#stopped) return;
    // It is gone long before the next one opens a port.
    void end(this.#current, GRACE_MS);
    const child = isAlive(this.#spare) ? this.#spare : this.#fork();
    this.#current = child;
    this.#hear(child, this.#turn);
    child.send({ start: this.#given });
    this.#given = { ...this.#given, isFirst: false };
    this.#spare = this.#fork();
  }

  #hear(child: ChildProcess, turn: Turn): void {
    const filled = Promise.withResolvers<void>();
    let said = '';
    child.stderr!.on('data', (text: Buffer) => (said = (said + text.toString('utf8')).slice(-20_000)));
    child.on('message', (message: FromServer) => {
      if ('filling' in message) return void (this.#filled = filled.promise);
      filled.resolve();
      turn.resolve(message);
      if (message.opened) this.#given = { ...this.#given, opened: message.opened };
      if (isAlive(this.#spare)) this.#spare.send({ prepare: message.packages });
      this.#onReady(message);
    });
    child.once('exit', () => {
      filled.resolve();
      if (this.#turn !== turn) return; // a newer one takes its place
      this.#turn = Promise.withResolvers();
      const failure = { failure: said || 'The server ended without a word.' };
      turn.resolve(failure);
      this.#turn.resolve(failure);
    });
  }

  #fork(): ChildProcess {
    const child = fork(this.#file, {
      env: { ...process.env, NODE_COMPILE_CACHE: this.#cacheDir },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      detached: true, // a Ctrl+C of the terminal is for the process that looks after it
    });
    child.stderr!.pipe(process.stderr, { end: false });
    return child;
  }
}

const isAlive = (child: ChildProcess): boolean => child.connected && child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess | null, graceMs: number): Promise<void> {
  if (!child || !isAlive(child)) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  child.kill(graceMs > 0 ? 'SIGTERM' : 'SIGKILL');
  await gone;
  clearTimeout(timer);
}
