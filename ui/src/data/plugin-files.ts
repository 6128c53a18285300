/** The browser files of plugins, by path; each is fetched when something of it is first needed. */
type Files = Record<string, () => Promise<Record<string, unknown>>>;

/** How to fetch what a plugin's browser files export, by the names that descriptors use: `<plugin>.<export>`. Nothing where there are no files. */
export function exportsOf(files: Files): (name: string) => (() => Promise<unknown>) | undefined {
  const loaders = new Map(Object.entries(files).map(([path, load]) => [/([^/]+)\/ui\/index\.ts$/.exec(path)?.[1], load]));
  return (name) => {
    const [plugin, member = ''] = name.split('.');
    const load = loaders.get(plugin);
    if (!load || member === '') return undefined;
    return async () => {
      const module = await load();
      if (!Object.hasOwn(module, member)) throw new Error(`the browser files of ${plugin} export no "${member}"`);
      return module[member];
    };
  };
}

export const pluginExport = exportsOf(import.meta.glob<Record<string, unknown>>('../../../plugins/*/*/ui/index.ts'));
