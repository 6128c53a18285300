import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words of what plugins do. `lead` is also a verb, and part of the product's name. */
const BUSINESS = /campaign|stripe|payment|wallet|invoice|leadspeek|\bleads\b/i;
test('the kernel knows no business', () => {
  const files = globSync(['core/**/*.ts', 'migrations/*.ts']).filter((file) => !/\.test\.ts$|^core\/testing\//.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => (BUSINESS.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
