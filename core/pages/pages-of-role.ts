import { permits } from '../access/ability.ts';
import type { Owned } from '../boot/registry.ts';
import type { Ctx, PageDef } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { namesOffered } from './page-index.ts';

/** The pages of a role that the actor's rights and plugins offer, in the order of their variants. */
export function pagesOfRole(kernel: Kernel, ctx: Ctx, role: string): Owned<PageDef>[] {
  return [...kernel.registry.pages.values()]
    .filter(
      ({ plugin, def }) =>
        def.roles?.includes(role) &&
        kernel.features.isOn(plugin, ctx.tenant) &&
        (!def.feature || kernel.features.isFeatureOn(def.feature, ctx.tenant)) &&
        permits(ctx, def.ability) &&
        namesOffered(ctx, def.path),
    )
    .sort((a, b) => (a.def.variant?.order ?? 0) - (b.def.variant?.order ?? 0));
}
