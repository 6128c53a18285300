import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownMoney } from '../../core/contract.ts';

const PLUGINS = join(import.meta.dirname, '../../plugins');
const catalogues = globSync('*/*/locales/{en,ar}.json', { cwd: PLUGINS });

/** Amounts come with their sign and separators from `shownMoney`, so that none is shown as `$2000` or `2,000 USD`. */
test('no text puts a sign of the currency beside a value', () => {
  const signed = catalogues.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(PLUGINS, file), 'utf8')) as Record<string, string>)
      .filter(([, text]) => /\$\s?\{|\}\s?(\$|USD|دولار)/.test(text))
      .map(([key]) => `${file}: ${key}`),
  );
  expect(catalogues.length).toBeGreaterThan(60);
  expect(signed).toEqual([]);
  expect([200_000, 5, -120_050].map(shownMoney)).toEqual(['$2,000.00', '$0.05', '-$1,200.50']);
});
