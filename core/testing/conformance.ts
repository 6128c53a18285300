import { readFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { prepareDatabase } from '../boot/database.ts';
import { type Fault, sentenceOf } from '../boot/fault.ts';
import { withDerived } from '../boot/derive.ts';
import { firstOfEachName, type Loaded, loadPlugins } from '../boot/load.ts';
import { workingPlugins } from '../boot/working-plugins.ts';
import { corePlugin } from '../builtin/core.plugin.ts';
import type { FormDef, Plugin } from '../contract.ts';
import { fieldKey } from '../forms/form-texts.ts';
import { loadCatalogue } from '../i18n/catalogue.ts';
import { keysOf } from '../i18n/plural.ts';
import { cloneTemplate, testConfig } from './template.ts';

/** What every plugin must satisfy, whatever it does. One line in its tests: `conformance(plugin)`. */
export function conformance(plugin: Plugin): void {
  const id = plugin.manifest.id;
  describe(`${id} conforms`, () => {
    test('the boot finds no fault in its definitions, files and tables', async () =>
      expect((await faultsAmongInstalled(plugin)).map(sentenceOf)).toEqual([]));

    test('every text it names stands in both catalogues, and both have the same keys', async () => {
      const [en, ar] = [read(plugin.locales?.en), read(plugin.locales?.ar)];
      expect(keysOf(ar)).toEqual(keysOf(en));
      const { whole, all } = await complete(plugin);
      const catalogue = loadCatalogue(all);
      const texts = textsOf(whole, (form, field) => fieldKey(catalogue, form, field) ?? `${form.id}.${field}`);
      expect(texts.filter((key) => key.startsWith(`${id}.`) && !(key in en))).toEqual([]);
    });

    test('every route says what it does and closes its objects', async () => {
      for (const route of (await complete(plugin)).whole.routes ?? []) expect(route.summary.length, route.id).toBeGreaterThan(5);
    });
  });
}

/** The plugin with the definitions that follow from what the installed ones contribute. */
async function complete(plugin: Plugin): Promise<{ whole: Plugin; all: Plugin[] }> {
  const others = (await loadPlugins(INSTALLED)).filter(({ name }) => name !== plugin.manifest.id);
  const all = withDerived([...firstOfEachName(others).map((one) => one.plugin), plugin]);
  return { whole: all.at(-1)!, all };
}

/**
 * What the boot would find wrong with the plugin, were it installed. The tables of those that are were looked at when the template was made,
 * see template.ts.
 */
export async function faultsAmongInstalled(plugin: Plugin): Promise<readonly Fault[]> {
  const core = corePlugin(() => {
    throw new Error('definitions need no kernel');
  });
  const { id } = plugin.manifest;
  const loaded = await loadPlugins(INSTALLED);
  const installed = loaded.find(({ name }) => name === id);
  // What the code of others names is not asked here.
  const others = loaded.filter((one) => one !== installed).map(({ folder: _folder, ...one }) => one);
  const given = (of: Plugin, folder?: URL): Loaded => ({
    name: of.manifest.id,
    plugin: of,
    ...(folder && { folder }),
    problem: null,
    milliseconds: 0,
  });
  const all = [...others, given(plugin, installed?.folder), given(core)];
  const { report } = workingPlugins(all, installed ? [] : await faultsInDatabase([...others, given(plugin)]));
  return report.find((state) => state.id === id)!.faults;
}

async function faultsInDatabase(loaded: readonly Loaded[]): Promise<readonly Fault[]> {
  const { url, drop } = await cloneTemplate(inject('adminUrl'));
  try {
    const plugins = firstOfEachName(loaded).map((l) => l.plugin);
    return (await prepareDatabase(testConfig(url), url, plugins)).faults;
  } finally {
    await drop();
  }
}

const read = (url: URL | undefined): Record<string, string> =>
  url ? (JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>) : {};

/** Message keys that the descriptors name. `textOf` answers the key of a form's field. */
function textsOf(plugin: Plugin, textOf: (form: FormDef, field: string) => string): string[] {
  const keys: string[] = [];
  const visit = (value: unknown, inside: string): void => {
    if (Array.isArray(value)) value.forEach((v) => visit(v, inside));
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        const isText =
          ['title', 'help', 'button', 'done'].includes(key) ||
          (key === 'text' && inside !== 'cards') ||
          (key === 'body' && typeof member === 'string');
        if (typeof member === 'string' && isText) keys.push(member);
        else visit(member, typeof (value as { as?: unknown }).as === 'string' ? (value as { as: string }).as : '');
      }
    }
  };
  visit(plugin.pages ?? [], '');
  visit(plugin.extend ?? [], '');
  visit(plugin.menu ?? [], '');
  if (plugin.manifest.title) keys.push(plugin.manifest.title);
  for (const form of plugin.forms ?? []) {
    keys.push(form.title, ...(form.button ? [form.button] : []));
    for (const [field, schema] of Object.entries(form.schema.properties)) {
      if (form.ui?.[field]?.widget !== 'hidden') keys.push((schema as { title?: string }).title ?? textOf(form, field));
    }
  }
  for (const { name } of Object.values(plugin.names ?? {})) keys.push(name);
  return keys;
}
