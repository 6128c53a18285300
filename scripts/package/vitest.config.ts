import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = join(import.meta.dirname, '../..');

/** The tests of a package, over the database server and the template of the product's own tests. */
export default defineConfig({
  test: {
    globalSetup: join(ROOT, 'tests/setup/global.ts'),
    setupFiles: join(ROOT, 'tests/setup/warnings.ts'),
    pool: 'forks',
    include: ['**/*.test.ts'],
    exclude: ['dist/**', '**/node_modules/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
