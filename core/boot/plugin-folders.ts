import { existsSync, readdirSync } from 'node:fs';

/** Where the product's own plugins lie. */
export const PLUGINS_ROOT = new URL('../../plugins/', import.meta.url);

const foldersIn = (folder: URL): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .toSorted()
    : [];

/**
 * The plugins below `root`, `<layer>/<plugin>` each: name -> its folder. Layers are told in docs/architecture.md; what a plugin
 * is called does not depend on its layer.
 * @throws when two layers hold a plugin of one name, since nobody could tell which is meant.
 */
export function pluginFolders(root: URL = PLUGINS_ROOT): ReadonlyMap<string, URL> {
  const folders = new Map<string, URL>();
  for (const layer of foldersIn(root)) {
    for (const name of foldersIn(new URL(`${layer}/`, root))) {
      const folder = new URL(`${layer}/${name}/`, root);
      const other = folders.get(name);
      if (other) throw new Error(`Two plugins are called ${name}: ${other.pathname} and ${folder.pathname}`);
      folders.set(name, folder);
    }
  }
  return folders;
}
