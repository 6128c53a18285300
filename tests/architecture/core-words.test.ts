import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words of what plugins do. `lead` is also a verb, and part of the product's name. */
const BUSINESS = /campaign|stripe|payment|wallet|invoice|leadspeek|\bleads\b/i;
const EXCEPT = new Set([
  'core/mail/plain-text.ts', // parameters whose values are shortened to the length of a name, whoever sends the mail
  'core/contract/wire.ts', // the bank's question to a card's holder, which ui/src/shell still draws
]);

test('the kernel knows no business', () => {
  const files = globSync(['core/**/*.ts', 'migrations/*.ts']).filter(
    (file) => !/\.test\.ts$|^core\/testing\//.test(file) && !EXCEPT.has(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => (BUSINESS.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
