import type { Ctx, MenuDef } from '../contract.ts';
import type { Bootstrap, WireMenu, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { permits } from '../access/ability.ts';
import { pagesOfRole } from './pages-of-role.ts';

/** Entries with this parent stand in the dropdown at the top right. */
export const PROFILE_MENU = 'core.profile';
/** Entries with this parent stand as links below the sign-in screens and public pages. */
export const FOOTER_MENU = 'core.footer';

/** The menu of an actor: entries of plugins that are on, that they may use, whose page they may enter or is asked something on. */
export async function menuOf(
  kernel: Kernel,
  ctx: Ctx,
  pages: readonly WirePage[],
): Promise<Pick<Bootstrap, 'menu' | 'profileMenu' | 'footer'>> {
  const index = new Map(pages.map((p) => [p.id, p]));
  const visible: MenuDef[] = [];
  const addresses = new Map<string, string>();
  const paths = new Map<string, string[]>();
  for (const { plugin, def } of kernel.registry.menu) {
    if (!kernel.features.isOn(plugin, ctx.tenant) || !permits(ctx, def.ability) || (def.feature && !ctx.feature(def.feature))) continue;
    const targets = def.role
      ? pagesOfRole(kernel, ctx, def.role).map((page) => index.get(page.def.id))
      : def.page
        ? [index.get(def.page)]
        : null;
    const open = targets?.filter((page): page is WirePage => page !== undefined && (page.access.open || 'ask' in page.access));
    if (open?.length === 0) continue;
    if (def.when && !(await def.when(ctx))) continue;
    if (def.address) {
      const setting = kernel.registry.settings.get(def.address);
      const address: unknown = setting && (await ctx.setting(setting.def));
      if (typeof address !== 'string' || address === '') continue;
      addresses.set(def.id, address);
    }
    paths.set(def.id, open?.map(({ path }) => path) ?? []);
    visible.push(def);
  }

  const build = (parent: string | undefined): WireMenu[] =>
    visible
      .filter((m) => m.parent === parent)
      .map((m) => entry(m))
      .filter((m) => m.path !== null || m.href !== undefined || m.children.length > 0);
  const entry = (m: MenuDef): WireMenu => {
    const [path, ...also] = paths.get(m.id) ?? [];
    return {
      id: m.id,
      title: ctx.t(m.title),
      icon: m.icon ?? null,
      path: path ?? null,
      ...(also.length > 0 ? { also } : {}),
      ...(m.as === 'modal' && m.page ? { modal: m.page } : {}),
      ...(addresses.has(m.id) ? { href: addresses.get(m.id)! } : {}),
      children: build(m.id),
    };
  };
  return { menu: build(undefined), profileMenu: build(PROFILE_MENU), footer: build(FOOTER_MENU) };
}
