import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMON_ICONS } from './icons.ts';
import { MORE_ICONS } from './more-icons.ts';

const PLUGINS = join(import.meta.dirname, '../../../plugins');

it('has every icon that a plugin names, so that no screen fetches the file of all icons', () => {
  const files = readdirSync(PLUGINS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const named = files.flatMap((name) =>
    [...readFileSync(join(PLUGINS, name), 'utf8').matchAll(/\bicon: (?:[^,\n]* \? )?'([a-z0-9-]+)'(?: : '([a-z0-9-]+)')?/g)].flatMap(
      ([, one, other]) => (other ? [one!, other] : [one!]),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  named.push('info-circle'); // of an action without one, where several are offered as pictures
  // A timeline names the field of its rows that holds an icon.
  expect(named.filter((name) => name !== 'icon' && !(name in COMMON_ICONS || name in MORE_ICONS))).toEqual([]);
});
