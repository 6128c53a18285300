import { INSTALLED } from '../../config/plugins.ts';
import { neighbours } from '../../core/boot/checks/neighbours.ts';
import { collect } from '../../core/boot/collect.ts';
import { byThemselves, withDerived } from '../../core/boot/derive.ts';
import { isRead, loadPlugins } from '../../core/boot/load.ts';
import { LAYERS } from './layers.ts';

/** Plugin -> those that it knows, in the order of the alphabet. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Whom each installed plugin knows: `declared` as the manifests say, `found` as their definitions and files show. */
export async function neighboursOfPlugins(): Promise<{ declared: Graph; found: Graph }> {
  const loaded = (await loadPlugins(INSTALLED)).filter(isRead);
  const plugins = loaded.map(({ plugin }) => plugin);
  const folders = new Map(loaded.flatMap(({ plugin, folder }) => (folder ? [[plugin.manifest.id, folder] as const] : [])));
  const namings = neighbours(collect(withDerived(plugins)), collect(byThemselves(plugins)), folders);
  const others = (id: string): string[] => namings.flatMap(({ plugin, other }) => (plugin === id ? [other] : []));
  return {
    declared: new Map(
      plugins.map(({ manifest: { id, requires = {}, uses = [] } }) => [id, [...Object.keys(requires), ...uses].toSorted()] as const),
    ),
    found: new Map(plugins.map(({ manifest: { id } }) => [id, [...new Set(others(id))].toSorted()] as const)),
  };
}

/** The plugins from which a way leads back to themselves. */
export function inCircles(graph: Graph): string[] {
  return [...graph.keys()].filter((id) => reach(graph, id).has(id)).toSorted();
}

/** Whom a plugin knows, directly or through others. */
export function reach(graph: Graph, from: string): Set<string> {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of graph.get(at) ?? []) {
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  return seen;
}

/** The graph as a table of Markdown, in the order of the layers; in each a plugin stands below those that it knows. */
export function tableOf(graph: Graph, layers: ReadonlyMap<string, string>): string {
  const depth = (id: string): number =>
    1 +
    Math.max(
      0,
      ...graph
        .get(id)!
        .filter((other) => graph.has(other))
        .map(depth),
    );
  const layer = (id: string): number => LAYERS.findIndex((one) => one === layers.get(id));
  const inOrder = [...graph.keys()].toSorted((a, b) => layer(a) - layer(b) || depth(a) - depth(b) || a.localeCompare(b));
  const rows = inOrder.map((id) => `| ${layers.get(id)} | ${id} | ${graph.get(id)!.join(', ') || '-'} |`);
  return ['| layer | plugin | knows |', '| --- | --- | --- |', ...rows].join('\n');
}
