import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { scratchDir } from '../../core/testing/scratch-dir.ts';
import { COMPILED } from './compiled.ts';
import { until } from './until.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const NOT_COPIED = new Set(['node_modules', '.local', '.git', 'bench']);

/** Says that the packages are those of the lock file (`scripts/bootstrap.cjs`). */
const MARK = '.lock-hash';

/** A process of a clone that serves. */
export interface ServingClone {
  origin: string;
  /** All that it said so far. */
  said(): string;
  stop(): Promise<void>;
}

/** A copy of the product with packages of its own: those of this checkout, linked, and whatever a test installs besides. */
export class Clone {
  /** The folder above it, which is the test's own. */
  readonly above: string;
  readonly root: string;

  private constructor(above: string) {
    this.above = above;
    this.root = join(above, 'lead-platform');
  }

  static make(): Clone {
    const clone = new Clone(mkdtempSync(join(scratchDir(), 'clone-')));
    for (const part of readdirSync(ROOT))
      if (!NOT_COPIED.has(part))
        cpSync(join(ROOT, part), join(clone.root, part), { recursive: true, filter: (file) => !file.includes('/node_modules') });
    mkdirSync(join(clone.root, 'node_modules'));
    for (const name of readdirSync(join(ROOT, 'node_modules')))
      if (name !== MARK) symlinkSync(join(ROOT, 'node_modules', name), join(clone.root, 'node_modules', name));
    // A file of its own: what the clone installs is none of this checkout's business.
    if (existsSync(join(ROOT, 'node_modules', MARK))) cpSync(join(ROOT, 'node_modules', MARK), join(clone.root, 'node_modules', MARK));
    mkdirSync(join(clone.root, '.local'));
    for (const built of ['ui', 'pixel'])
      if (existsSync(join(ROOT, '.local', built))) symlinkSync(join(ROOT, '.local', built), join(clone.root, '.local', built));
    return clone;
  }

  /** Runs a command to its end; answers what it printed to standard output, and throws that where the command fails. */
  run(command: string, { cwd = this.root, env = {} }: { cwd?: string; env?: Record<string, string> } = {}): string {
    const all = {
      PATH: process.env['PATH'],
      HOME: this.above,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
      ...COMPILED,
      ...env,
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { cwd, env: all, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Packs a package and unpacks it among those of the clone, as `npm install` does with a file of a package. */
  install(folder: string): void {
    const [file] = this.run('npm pack --silent', { cwd: folder }).trim().split('\n').slice(-1);
    const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
    const target = join(this.root, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    this.run(`tar -xzf ${file} -C ${target} --strip-components 1`, { cwd: folder });
  }

  /** Serves over the database, in development and without the demo; answers once it may be asked. */
  async serve(databaseUrl: string, env: Record<string, string>): Promise<ServingClone> {
    const child = spawn(process.execPath, [join(this.root, 'core/main.ts')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, DEMO: 'false', PORT: '0', SHOP_PORT: '0', ...COMPILED, ...env },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString('utf8')));
    await until(() => /Serving on http/.test(said) || child.exitCode !== null, 200_000).catch(() => undefined);
    const origin = /Serving on (http:\S+)/.exec(said)?.[1];
    if (!origin) throw new Error(`The clone does not serve: ${said}`);
    return { origin, said: () => said, stop: () => ended(child) };
  }

  remove(): void {
    rmSync(this.above, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}
