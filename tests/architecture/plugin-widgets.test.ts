import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { loadPlugins } from '../../core/boot/load.ts';
import { pluginFolders } from '../../core/boot/plugin-folders.ts';
import { exportsOf } from '../../ui/src/data/plugin-files.ts';

test('each widget that a plugin names is exported by its browser files', async () => {
  const declared = (await loadPlugins(INSTALLED)).flatMap(({ name, plugin }) =>
    (plugin?.widgets ?? []).map((widget) => `${name}.${widget}`),
  );
  expect(declared.sort()).toEqual([
    'declarative-connectors.document',
    'exclusions.upload',
    'integrations.template',
    'payments.card',
    'places.zips',
  ]);
  for (const name of declared) {
    const [plugin, widget] = name.split('.');
    expect(readFileSync(new URL('ui/index.ts', pluginFolders().get(plugin!)), 'utf8'), name).toMatch(
      new RegExp(`^export \\{[^}]*\\b${widget}\\b(?! as)[^}]*\\} from`, 'm'),
    );
  }
  expect(
    globSync('plugins/*/*/ui/index.ts')
      .map((file) => file.split('/')[2]!)
      .sort(),
  ).toEqual(['declarative-connectors', 'exclusions', 'integrations', 'payments', 'places']);
});

test('the browser finds them by plugin and name, and fetches nothing before', async () => {
  let fetched = 0;
  const find = exportsOf({
    '../../../plugins/extensions/kiosk/ui/index.ts': async () => {
      fetched += 1;
      return { shutter: 'a widget' };
    },
  });
  expect([find('kiosk'), find('shop.shutter'), find('text')]).toEqual([undefined, undefined, undefined]);
  const load = find('kiosk.shutter')!;
  expect(fetched).toBe(0);
  expect(await load()).toBe('a widget');
  await expect(find('kiosk.shuter')!()).rejects.toThrow('the browser files of kiosk export no "shuter"');
  await expect(find('kiosk.toString')!()).rejects.toThrow('export no');
});
