import { defineConfig } from 'vitest/config';

/** Processes, not threads: every file gets its own connections and may die without taking a neighbour along. */
const pool = 'forks';

export default defineConfig({
  test: {
    // Files wait for servers and browsers more than they reckon, so one more than there are cores.
    maxWorkers: 3,
    globalSetup: './tests/setup/global.ts',
    projects: [
      {
        test: {
          name: 'unit+api',
          pool,
          include: ['{config,core,plugins,scripts,tests}/**/*.test.ts', 'ui/src/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', '**/node_modules/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'e2e',
          pool,
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A page that is being drawn is asked again and again; the usual second is short for that.
          expect: { poll: { timeout: 10_000 } },
          // A browser and a whole application each: after everything cheaper has run.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
