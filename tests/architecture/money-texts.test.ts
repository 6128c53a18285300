import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownMoney } from '../../core/contract.ts';

const PLUGINS = join(import.meta.dirname, '../../plugins');
const catalogues = readdirSync(PLUGINS).flatMap((plugin) =>
  ['en', 'ar'].map((locale) => ({ file: join(PLUGINS, plugin, 'locales', `${locale}.json`), name: `${plugin} ${locale}` })),
);

/** Amounts come with their sign and separators from `shownMoney`, so that none is shown as `$2000` or `2,000 USD`. */
test('no text puts a sign of the currency beside a value', () => {
  const signed = catalogues.flatMap(({ file, name }) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
      .filter(([, text]) => /\$\s?\{|\}\s?(\$|USD|دولار)/.test(text))
      .map(([key]) => `${name}: ${key}`),
  );
  expect(signed).toEqual([]);
  expect([200_000, 5, -120_050].map(shownMoney)).toEqual(['$2,000.00', '$0.05', '-$1,200.50']);
});
