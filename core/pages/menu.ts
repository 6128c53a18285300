import type { Ctx, MenuDef } from '../contract.ts';
import type { Bootstrap, WireMenu, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { permits } from '../access/ability.ts';

/** Entries with this parent stand in the dropdown at the top right. */
export const PROFILE_MENU = 'core.profile';
/** Entries with this parent stand as links below the sign-in screens and public pages. */
export const FOOTER_MENU = 'core.footer';

/** The menu of an actor: entries of plugins that are on, that he may use, whose page he may enter or is asked something on. */
export async function menuOf(
  kernel: Kernel,
  ctx: Ctx,
  pages: readonly WirePage[],
): Promise<Pick<Bootstrap, 'menu' | 'profileMenu' | 'footer'>> {
  const index = new Map(pages.map((p) => [p.id, p]));
  const visible: MenuDef[] = [];
  const addresses = new Map<string, string>();
  for (const { plugin, def } of kernel.registry.menu) {
    if (!kernel.gate.isOn(plugin, ctx.tenant) || !permits(ctx, def.ability) || (def.feature && !ctx.feature(def.feature))) continue;
    const verdict = def.page ? index.get(def.page)?.verdict : { open: true };
    if (!verdict || (!verdict.open && !('ask' in verdict))) continue;
    if (def.when && !(await def.when(ctx))) continue;
    if (def.address) {
      const setting = kernel.registry.settings.get(def.address);
      const address: unknown = setting && (await ctx.setting(setting.def));
      if (typeof address !== 'string' || address === '') continue;
      addresses.set(def.id, address);
    }
    visible.push(def);
  }

  const build = (parent: string | undefined): WireMenu[] =>
    visible
      .filter((m) => m.parent === parent)
      .map((m) => entry(m))
      .filter((m) => m.path !== null || m.href !== undefined || m.children.length > 0);
  const entry = (m: MenuDef): WireMenu => ({
    id: m.id,
    title: ctx.t(m.title),
    icon: m.icon ?? null,
    path: m.page ? index.get(m.page)!.path : null,
    ...(m.as === 'modal' && m.page ? { modal: m.page } : {}),
    ...(addresses.has(m.id) ? { href: addresses.get(m.id)! } : {}),
    children: build(m.id),
  });
  return { menu: build(undefined), profileMenu: build(PROFILE_MENU), footer: build(FOOTER_MENU) };
}
