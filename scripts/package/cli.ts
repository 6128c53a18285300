/** The commands of a package, in whose folder they run; see `lead-platform.cjs`. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.ts';

const ROOT = join(import.meta.dirname, '../..');
const [command = '', ...rest] = process.argv.slice(2);

/** Runs a tool of the checkout on the package and takes over its exit code. */
function run(tool: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'node_modules', tool), ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const COMMANDS: Record<string, () => void> = {
  test: () => run('vitest/vitest.mjs', 'run', '--root', process.cwd(), '--config', join(import.meta.dirname, 'vitest.config.ts'), ...rest),
  check: () => run('@typescript/native/bin/tsc', '--noEmit', '--project', process.cwd()),
  build: () => process.stdout.write(`Built ${build(process.cwd())} files into dist/.\n`),
};

const chosen = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
if (chosen) chosen();
else {
  process.stderr.write('Usage: lead-platform test | check | build\n');
  process.exitCode = 1;
}
