import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { INSTALLED } from '../../config/plugins.ts';
import { type Fault, sentenceOf } from '../boot/fault.ts';
import { loadPlugins } from '../boot/load.ts';
import { workingPlugins } from '../boot/working-plugins.ts';
import { corePlugin } from '../own/core.plugin.ts';
import type { Plugin } from '../contract.ts';
import { keysOf } from '../i18n/plural.ts';

/** What every plugin must satisfy, whatever it does. One line in its tests: `conformance(plugin)`. */
export function conformance(plugin: Plugin): void {
  const id = plugin.manifest.id;
  describe(`${id} conforms`, () => {
    test('its definitions have no fault, among those of the installed plugins', async () =>
      expect((await faultsAmongInstalled(plugin)).map(sentenceOf)).toEqual([]));

    test('every text it names stands in both catalogues, and both have the same keys', () => {
      const [en, ar] = [read(plugin.locales?.en), read(plugin.locales?.ar)];
      expect(keysOf(ar)).toEqual(keysOf(en));
      expect(textsOf(plugin).filter((key) => key.startsWith(`${id}.`) && !(key in en))).toEqual([]);
    });

    test('every table of companies says what becomes of its rows when a company is erased', () => {
      expect(madeTables(plugin).filter((table) => !(table in (plugin.erasure ?? {})))).toEqual([]);
    });

    test('every route says what it does and closes its objects', () => {
      for (const route of plugin.routes ?? []) expect(route.summary.length, route.id).toBeGreaterThan(5);
    });
  });
}

/** What the boot would find wrong with the plugin, were it installed. */
export async function faultsAmongInstalled(plugin: Plugin): Promise<readonly Fault[]> {
  const core = corePlugin(() => {
    throw new Error('definitions need no kernel');
  });
  const { id } = plugin.manifest;
  const others = await loadPlugins(INSTALLED.filter((name) => name !== id));
  const { report } = workingPlugins([
    ...others,
    ...[core, plugin].map((given) => ({ name: given.manifest.id, plugin: given, problem: null, milliseconds: 0 })),
  ]);
  return report.find((state) => state.id === id)!.faults;
}

/** The tenant tables that the plugin's migrations make. */
function madeTables({ migrations }: Plugin): string[] {
  if (!migrations) return [];
  const folder = new URL(migrations.href.endsWith('/') ? migrations.href : `${migrations.href}/`);
  const sources = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));
  const named = (pattern: RegExp): string[] => sources.flatMap((text) => [...text.matchAll(pattern)].map((m) => m[1]!));
  const dropped = new Set(named(/drop table (?:if exists )?([a-z0-9_]+)/g));
  return named(/core_tenant_table\('([a-z0-9_]+)'\)/g).filter((table) => !dropped.has(table));
}

const read = (url: URL | undefined): Record<string, string> =>
  url ? (JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>) : {};

/** Message keys that the descriptors name. */
function textsOf(plugin: Plugin): string[] {
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
      if (form.ui?.[field]?.widget !== 'hidden') keys.push((schema as { title?: string }).title ?? `${form.id}.${field}`);
    }
  }
  for (const { name } of Object.values(plugin.names ?? {})) keys.push(name);
  return keys;
}
