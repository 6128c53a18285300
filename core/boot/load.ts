import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from '../contract.ts';

export interface Loaded {
  /** Folder name below `plugins/`, or the manifest id for plugins given as objects. */
  name: string;
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

/** Imports each installed plugin; one that throws is reported, not fatal. */
export async function loadPlugins(names: readonly string[], root = new URL('../../plugins/', import.meta.url)): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const name of names) {
    const began = performance.now();
    const folder = new URL(`${name}/`, root);
    const index = new URL('index.ts', folder);
    const done = (plugin: Plugin | null, problem: string | null, file?: string) =>
      loaded.push({ name, folder, plugin, problem, ...(file && { file }), milliseconds: Math.round(performance.now() - began) });
    try {
      const module = (await import(index.href)) as { default?: Plugin };
      if (!module.default?.manifest) done(null, 'has no default export made with definePlugin', shown(fileURLToPath(index)));
      else done(module.default, null);
    } catch (error) {
      done(null, error instanceof Error ? error.message : String(error), placeOf(error));
    }
  }
  return loaded;
}

/** Where in the files an error happened: the first line of its stack that is no part of Node or of a package. Of a file that cannot be parsed, too. */
function placeOf(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  const places = lines
    .filter((line) => !/node:|node_modules/.test(line))
    .map((line) => /(?:file:\/\/)?(\/[^\s():]+\.ts:\d+)/.exec(line)?.[1]);
  const place = places.find((found) => found !== undefined);
  return place && shown(place);
}

const shown = (path: string): string => relative(process.cwd(), path);
