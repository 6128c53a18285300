import type { Ctx, MenuDef } from '../contract.ts';
import type { WireMenu, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { permitted } from './wire-page.ts';

/** Entries with this parent stand in the dropdown at the top right. */
export const PROFILE_MENU = 'core.profile';

/** The menu of an actor: entries of plugins that are on, that he may use, whose page he may enter or is sent on from. */
export function menuOf(kernel: Kernel, ctx: Ctx, pages: readonly WirePage[]): { menu: WireMenu[]; profileMenu: WireMenu[] } {
  const open = new Map(pages.map((p) => [p.id, p]));
  const visible = kernel.registry.menu
    .filter(({ plugin, def }) => {
      if (!kernel.gate.isOn(plugin, ctx.tenant) || !permitted(ctx, def.ability) || (def.feature && !ctx.feature(def.feature))) return false;
      const verdict = def.page ? open.get(def.page)?.verdict : { open: true };
      return verdict !== undefined && !('missing' in verdict);
    })
    .map((m) => m.def);

  const build = (parent: string | undefined): WireMenu[] =>
    visible
      .filter((m) => m.parent === parent)
      .map((m) => entry(m))
      .filter((m) => m.path !== null || m.children.length > 0);
  const entry = (m: MenuDef): WireMenu => ({
    id: m.id,
    title: ctx.t(m.title),
    icon: m.icon ?? null,
    path: m.page ? open.get(m.page)!.path : null,
    children: build(m.id),
  });
  return { menu: build(undefined), profileMenu: build(PROFILE_MENU) };
}
