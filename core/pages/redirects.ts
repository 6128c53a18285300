import type { Ctx } from '../contract.ts';
import type { Bootstrap, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { formerPaths } from '../settings/renamed-things.ts';
import { pathOf } from './page-index.ts';

/** Addresses that lead on: roots of groups, paths that have moved, and those of things that were called otherwise before. */
export function redirectsOf(kernel: Kernel, ctx: Ctx, pages: readonly WirePage[]): Bootstrap['redirects'] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const taken = new Set(pages.map((page) => page.path));
  const found: Bootstrap['redirects'] = [];
  const lead = (from: string, to: string): void => {
    if (!taken.has(from)) found.push({ from, to });
    taken.add(from);
  };
  for (const { plugin, def } of kernel.registry.redirects) {
    const target = byId.get(def.to);
    // Where the page does not exist for the actor, neither does the way to it.
    // A page that says that its module is off is reached by all its addresses.
    if (!target || 'missing' in target.access || !(kernel.features.isOn(plugin, ctx.tenant) || 'off' in target.access)) continue;
    lead(pathOf(ctx, def.from), target.path);
    for (const former of formerPaths(kernel, ctx.tenant, def.from)) lead(former, target.path);
  }
  for (const { def } of kernel.registry.pages.values()) {
    const page = byId.get(def.id)!;
    if (!('missing' in page.access)) for (const former of formerPaths(kernel, ctx.tenant, def.path)) lead(former, page.path);
  }
  return found;
}
