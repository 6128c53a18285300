import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Every action that the product logs is named in both languages, for the filter and the lines of the user log. */
const sources = globSync(['core/**/*.ts', 'plugins/**/*.ts']).filter((file) => !/\.(test|fake)\.ts$|^core\/testing\//.test(file));

/** The literal that begins at `from`, by counting braces. */
function literalAt(source: string, from: number): string {
  for (let at = from, depth = 0; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return source.slice(from, at + 1);
  }
  return source.slice(from);
}

/** Actions of `audit({ action })` and of routes' `audit`, as far as they stand there as a text; also both sides of a choice. */
const actions = new Set(
  sources.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const calls = [...source.matchAll(/\.audit\(\{/g)].map(({ index }) => literalAt(source, source.indexOf('{', index)));
    const values = [...calls.flatMap((call) => /\baction: ([^\n]*)/.exec(call)?.[1] ?? []), ...(source.match(/\baudit: '[^']+'/g) ?? [])];
    return values.flatMap((value) => [...value.matchAll(/'([a-z][a-z-]*\.[a-z][a-z-]*)'/g)].map(([, action]) => action!));
  }),
);

test.each(['en', 'ar'])('every logged action has a name (%s)', (locale) => {
  // A plugin may name what it logs in its own catalogue.
  const files = globSync(`plugins/*/*/locales/${locale}.json`);
  const texts = Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as object)) as Record<string, string>;
  expect(actions.size).toBeGreaterThan(80);
  expect([...actions].filter((action) => !texts[`user-log.action.${action}`]).sort()).toEqual([]);
});
