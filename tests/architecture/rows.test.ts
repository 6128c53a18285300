import { existsSync, globSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { cloneTemplate } from '../../core/testing/template.ts';
import { rowTypes } from '../support/row-types.ts';

/** Packages have their own. */
const own = INSTALLED.filter((name) => existsSync(`plugins/${name}`));

test('the row types of every plugin are those of the migrated database', async () => {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  const db = new Client({ connectionString: url });
  await db.connect();
  const files = await rowTypes(db, own).finally(() => db.end());
  await drop();
  for (const [plugin, text] of files) await expect(text).toMatchFileSnapshot(`../../plugins/${plugin}/rows.gen.ts`);
  expect(globSync('plugins/*/rows.gen.ts').toSorted()).toEqual(
    [...files.keys()].map((plugin) => `plugins/${plugin}/rows.gen.ts`).toSorted(),
  );
});
