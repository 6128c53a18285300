import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';

/** Processes, not threads: a file may kill what it likes, and its connections are its own. */
const pool = 'forks';

export default defineConfig({
  test: {
    maxWorkers: 2,
    globalSetup: './tests/setup/global.ts',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit+api',
          pool,
          // More than cores: while one waits for the database or the clock, another goes on.
          maxWorkers: 3,
          // Files of one process share the product's modules, which are read once. A third of the time went into reading them again.
          isolate: false,
          include: ['{config,core,plugins,scripts,tests}/**/*.test.ts', 'ui/src/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', '**/node_modules/**'],
          // They end a test that hangs; on a machine whose cores are busy with something else everything takes many times as long.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What happens a moment later is asked for again and again; on a busy machine that moment is longer than the usual second.
          expect: { poll: { timeout: 10_000 } },
          setupFiles: './tests/setup/warnings.ts',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          pool,
          isolate: false,
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: ['./tests/setup/browser.ts', './tests/setup/warnings.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // A page that is being drawn is asked again and again; the usual second is short for that.
          expect: { poll: { timeout: 10_000 } },
          // A browser and a whole application each: after everything cheaper has run.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
