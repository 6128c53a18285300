import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../contract.ts';
import { findPackage, shareProduct } from './packages.ts';
import { PLUGINS_ROOT, pluginFolders } from './plugin-folders.ts';
import { importNoting, unparsable } from './syntax.ts';

export interface Loaded {
  /** Name of a folder in a layer of `plugins/`, the name of a package, or the manifest id for plugins given as objects. */
  name: string;
  /** It is an installed package and no part of the product. */
  isPackage?: true;
  /** Where its files lie, for messages. */
  folder?: URL;
  plugin: Plugin | null;
  /** In a test: takes the place of the plugin of this name and declares only some of its things. */
  standsIn?: boolean;
  /** Why it did not load, or cannot be used although it did. */
  problem: string | null;
  /** Where that happened, as `file:line`. */
  file?: string;
  milliseconds: number;
}

/** A plugin whose files could be read. */
export type Read = Loaded & { plugin: Plugin };
export const isRead = (loaded: Loaded): loaded is Read => loaded.plugin !== null;

/** Those that could be read: of several of one name the one whose folder bears it, otherwise the first. */
export function firstOfEachName(loaded: readonly Loaded[]): Read[] {
  const groups = Map.groupBy(loaded.filter(isRead), (l) => l.plugin.manifest.id);
  return [...groups].map(([id, group]) => group.find((l) => l.name === id) ?? group[0]!);
}

/**
 * Imports each installed plugin: a folder of this name in a layer below `root`, or else a package installed beside `root`. One that cannot be
 * imported is reported, not fatal.
 */
export async function loadPlugins(names: readonly string[], root = PLUGINS_ROOT): Promise<Loaded[]> {
  const folders = pluginFolders(root);
  const loaded: Loaded[] = [];
  for (const name of names) {
    const began = performance.now();
    const folder = folders.get(name);
    const one = folder ? await loadFolder(folder) : await loadPackage(name, new URL('../package.json', root));
    loaded.push({ name, ...one, milliseconds: Math.round(performance.now() - began) });
  }
  return loaded;
}

type Outcome = Omit<Loaded, 'name' | 'milliseconds'>;

async function loadFolder(folder: URL): Promise<Outcome> {
  return { folder, ...(await imported(new URL('index.ts', folder))) };
}

async function loadPackage(name: string, base: URL): Promise<Outcome> {
  const failed = (problem: string): Outcome => ({ isPackage: true, plugin: null, problem });
  try {
    const found = findPackage(name, base);
    if (!found) return failed(`is neither a folder in plugins/ nor an installed package; install it with npm install ${name}`);
    if (found.refusal) return failed(found.refusal);
    shareProduct();
    const one = await imported(found.index);
    const beyond = one.plugin && beyondPackages(one.plugin);
    return beyond ? failed(beyond) : { isPackage: true, folder: found.folder, ...one };
  } catch (error) {
    return failed(`its package.json cannot be used: ${messageOf(error)}`);
  }
}

/** What only plugins of the product itself may declare, and this one does. */
function beyondPackages({ manifest: { id, critical }, widgets = [] }: Plugin): string | null {
  if (id === 'core') return 'is called "core", which is the product itself';
  if (critical) return `declares ${id} critical; only plugins of the product itself may stop its start`;
  if (widgets.length > 0)
    return `brings form widgets (${widgets.join(', ')}); browsers get no files of packages, so use those that there are`;
  return null;
}

async function imported(index: URL): Promise<Pick<Loaded, 'plugin' | 'problem' | 'file'>> {
  const files = new Set<string>();
  try {
    const module = (await importNoting(index, files)) as { default?: Plugin };
    if (module.default?.manifest) return { plugin: module.default, problem: null };
    return { plugin: null, problem: 'has no default export made with definePlugin', file: shown(fileURLToPath(index)) };
  } catch (error) {
    const file = placeOf(error, index);
    const wrong = !file && error instanceof SyntaxError ? unparsable(files) : undefined;
    if (wrong) return { plugin: null, problem: `cannot be parsed: ${messageOf(error)}`, file: shown(wrong) };
    return { plugin: null, problem: explained(error), ...(file && { file }) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What Node says of a package in TypeScript names no way out. */
const explained = (error: unknown): string =>
  (error as { code?: unknown } | null)?.code === 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING'
    ? 'is TypeScript; an installed package brings compiled JavaScript'
    : messageOf(error);

/** Where in the files an error happened: the first line of its stack that is no part of Node or of another package. Of a file that cannot be parsed, too. */
function placeOf(error: unknown, index: URL): string | undefined {
  const own = fileURLToPath(new URL('./', index));
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const places = lines
    .filter((line) => !line.includes('node:') && (line.includes(own) || !line.includes('node_modules')))
    .map((line) => /(?:file:\/\/)?(\/[^\s():]+\.[jt]s:\d+)/.exec(line)?.[1]);
  const place = places.find((found) => found !== undefined);
  return place && shown(place);
}

const shown = (path: string): string => relative(process.cwd(), path);
