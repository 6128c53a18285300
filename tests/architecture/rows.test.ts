import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { pluginFolders } from '../../core/boot/plugin-folders.ts';
import { cloneTemplate } from '../../core/testing/template.ts';
import { rowTypes } from '../support/row-types.ts';

/** Packages have their own. */
const own = INSTALLED.filter((name) => pluginFolders().has(name));

test('the row types of every plugin are those of the migrated database', async () => {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  const db = new Client({ connectionString: url });
  await db.connect();
  const files = await rowTypes(db, own).finally(() => db.end());
  await drop();
  const fileOf = (plugin: string): string => fileURLToPath(new URL('rows.gen.ts', pluginFolders().get(plugin)));
  for (const [plugin, text] of files) await expect(text).toMatchFileSnapshot(fileOf(plugin));
  expect(
    globSync('plugins/*/*/rows.gen.ts')
      .map((file) => resolve(file))
      .toSorted(),
  ).toEqual([...files.keys()].map(fileOf).toSorted());
});
