import { fileURLToPath } from 'node:url';
import type { Plugin } from '../contract.ts';

export interface Loaded {
  /** Folder name below `plugins/`, or the manifest id for plugins given as objects. */
  name: string;
  plugin: Plugin | null;
  /** Why it did not load, or cannot be used although it did. */
  problem: string | null;
  milliseconds: number;
}

/** Imports each installed plugin; one that throws is reported, not fatal. */
export async function loadPlugins(names: readonly string[], root = new URL('../../plugins/', import.meta.url)): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const name of names) {
    const began = performance.now();
    const done = (plugin: Plugin | null, problem: string | null) =>
      loaded.push({ name, plugin, problem, milliseconds: Math.round(performance.now() - began) });
    try {
      const module = (await import(new URL(`${name}/index.ts`, root).href)) as { default?: Plugin };
      if (!module.default?.manifest)
        done(null, `${fileURLToPath(new URL(`${name}/index.ts`, root))} has no default export made with definePlugin`);
      else done(module.default, null);
    } catch (error) {
      done(null, error instanceof Error ? error.message : String(error));
    }
  }
  return loaded;
}
