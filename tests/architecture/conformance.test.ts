import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';

/** What a file of tests holds to the conformance suite, by the name under which it imports the plugin beside it. */
const conforms = (source: string): boolean => {
  const plugin = /^import (\w+) from '\.\/index\.ts';$/m.exec(source)?.[1];
  return plugin !== undefined && new RegExp(`^conformance\\(${plugin}\\);$`, 'm').test(source);
};

test('every installed plugin is held to the conformance suite, by one test in its folder', () => {
  const times = (plugin: string): number =>
    globSync(`plugins/*/${plugin}/*.test.ts`).filter((file) => conforms(readFileSync(file, 'utf8'))).length;
  expect(INSTALLED.filter((plugin) => times(plugin) !== 1)).toEqual([]);
});
