import type { Ctx, PageDef } from '../contract.ts';
import type { Owned } from '../boot/registry.ts';
import type { Verdict, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { permitted } from './wire-page.ts';

/** The path with the agency's own url segments in place of `{local}` and its like. */
export const pathOf = (ctx: Ctx, page: PageDef): string =>
  page.path.replace(/\{([a-z0-9-]+)\}/g, (_whole, key: string) => ctx.named(key).url);

/** Every page with a verdict for this actor: the navigation guard, decided in one place. */
export async function pageIndex(kernel: Kernel, ctx: Ctx, home: string): Promise<WirePage[]> {
  const index: WirePage[] = [];
  for (const page of kernel.registry.pages.values()) {
    index.push({
      id: page.def.id,
      path: pathOf(ctx, page.def),
      title: ctx.t(page.def.title),
      layout: page.def.layout ?? 'app',
      verdict: await verdictOf(kernel, ctx, page, home),
    });
  }
  return index;
}

/** May the actor enter the page now, and if not, where to? */
export async function verdictOf(kernel: Kernel, ctx: Ctx, { plugin, def }: Owned<PageDef>, home: string): Promise<Verdict> {
  if (!kernel.gate.isOn(plugin, ctx.tenant) || (def.feature && !ctx.feature(def.feature))) return { open: false, missing: true };
  const anonymous = ctx.actor.kind === 'anonymous';
  if (def.guest) return anonymous ? { open: true } : { open: false, go: home, why: '' };
  if (anonymous && def.ability !== 'public') return { open: false, go: '/login', why: ctx.t('core.guard.sign-in') };
  if (!permitted(ctx, def.ability)) return { open: false, missing: true };
  if (anonymous) return { open: true };
  for (const guard of kernel.registry.guards) {
    if (!kernel.gate.isOn(guard.plugin, ctx.tenant)) continue;
    const said = await guard.def.check(ctx, def);
    if (said === 'missing') return { open: false, missing: true };
    if (said) return { open: false, go: said.go, why: ctx.t(said.why) };
  }
  return { open: true };
}

/** The landing page: the first declared one that the actor may open. */
export function homeOf(kernel: Kernel, ctx: Ctx): string {
  if (ctx.actor.kind === 'anonymous') return '/login';
  for (const { plugin, def } of kernel.registry.landing) {
    const page = kernel.registry.pages.get(def.page);
    if (page && kernel.gate.isOn(plugin, ctx.tenant) && kernel.gate.isOn(page.plugin, ctx.tenant) && permitted(ctx, page.def.ability))
      return pathOf(ctx, page.def);
  }
  return '/user/profile';
}
