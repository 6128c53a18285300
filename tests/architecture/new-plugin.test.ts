import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type { Plugin } from '../../core/contract.ts';
import { faultsAmongInstalled } from '../../core/testing/conformance.ts';
import { startTestApp } from '../../core/testing/app.ts';
import { inside } from '../../scripts/new/imports.ts';
import { moduleFiles } from '../../scripts/new/module.ts';
import { namesOf } from '../../scripts/new/names.ts';
import { productFiles } from '../../scripts/new/product.ts';
import { behindProducts } from '../../scripts/new/products.ts';

// Three folders below the project, like a real plugin, so that its imports lead to the contract.
const folder = join(import.meta.dirname, '../../.local/test/new-plugin-test');
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what the generator writes runs: table, form, page and routes, isolated by RLS', async () => {
  for (const [file, text] of Object.entries(moduleFiles(namesOf('guest-book'), inside('extensions')))) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const { default: plugin } = (await import(pathToFileURL(join(folder, 'index.ts')).href)) as { default: Plugin };
  expect(await faultsAmongInstalled(plugin)).toEqual([]);
  const secretive = { ...plugin, erasure: {} };
  expect((await faultsAmongInstalled(secretive)).map(({ code }) => code)).toEqual(['unregistered-table']);

  const app = await startTestApp({ plugins: [plugin] });
  try {
    const { a, b } = app.fixtures;
    expect((await app.call('POST', '/api/guest-book', a.owner, { body: { name: 'First' } })).status).toBe(200);
    expect((await app.call('GET', '/api/guest-book', a.owner)).body).toMatchObject({ total: 1, data: [{ name: 'First' }] });
    expect((await app.call('GET', '/api/guest-book', b.owner)).body.total).toBe(0);
    expect((await app.call('DELETE', '/api/guest-book/1', b.owner)).status).toBe(404);
    expect((await app.call('GET', '/api/ui/pages/guest-book.page', a.owner)).body.blocks[0]).toMatchObject({
      as: 'table',
      add: { title: 'Add item' },
    });
    expect((await app.call('GET', '/api/ui/forms/guest-book.form', a.owner)).body).toMatchObject({ schema: { required: ['name'] } });
  } finally {
    await app.close();
  }
});

test('a generated product stands behind all others, and its tours say what each place is for', async () => {
  const order = await behindProducts();
  const files = productFiles(order)(namesOf('trade-id', 'Trade ID', 'معرّف المهنة'), inside('lead-products'));
  expect(order).toBeGreaterThan(36); // where B2B ID stands, the last of the product's own
  expect(files['index.ts']).toContain(`order: ${order},`);
  for (const locale of ['en', 'ar']) {
    const texts = Object.entries(JSON.parse(files[`locales/${locale}.json`]!) as Record<string, string>);
    const tours = texts.filter(([key]) => key.startsWith('trade-id.tour.')).map(([, text]) => text);
    expect(new Set(tours).size, locale).toBe(7);
  }
});
