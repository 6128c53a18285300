import type { Ctx, PageDef, PageGuard } from '../contract.ts';
import type { Owned } from '../boot/registry.ts';
import type { AccessDecision, WirePage } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { moduleOffDecision } from './module-off.ts';
import { permits } from '../access/ability.ts';

/** Where somebody goes who has no landing page. */
const LAST_RESORT = '/user/profile';

/** A path with the agency's own url segments in place of `{local}` and its like. */
export const pathOf = (ctx: Ctx, path: string): string => path.replace(/\{([a-z0-9-]+)\}/g, (_whole, key: string) => ctx.named(key).url);

/** Whether all renameable things that a path names are offered to the actor's agency. */
export const namesOffered = (ctx: Ctx, path: string): boolean =>
  [...path.matchAll(/\{([a-z0-9-]+)\}/g)].every(([, key]) => ctx.isOffered(key!));

/** Every page with an access decision for this actor: the navigation guard, decided in one place. */
export async function pageIndex(kernel: Kernel, ctx: Ctx, home: string): Promise<WirePage[]> {
  const index: WirePage[] = [];
  for (const page of kernel.registry.pages.values()) {
    const access = await accessDecisionOf(kernel, ctx, page, home);
    // A visitor's bootstrap is waited for by everybody who comes, and names nothing that they may not open.
    const isNamed = access.open || ctx.actor.kind !== 'anonymous';
    index.push({
      id: page.def.id,
      path: pathOf(ctx, page.def.path),
      title: isNamed ? ctx.t(page.def.title) : '',
      layout: page.def.layout ?? 'app',
      access,
    });
  }
  const all = withoutLoops(ctx.actor.kind === 'anonymous' ? [...index, ...unnamed(kernel, ctx)] : index);
  return withAbove(all, (id) => kernel.registry.pages.get(id)?.def.above);
}

/** The index in which each open page names the page above it, where that is open too. */
export function withAbove(index: readonly WirePage[], aboveOf: (id: string) => PageDef['above']): WirePage[] {
  const open = new Set(index.flatMap(({ id, access }) => (access.open ? [id] : [])));
  return index.map((page) => {
    const above = page.access.open ? aboveOf(page.id) : undefined;
    return above && open.has(above.page) ? { ...page, above } : page;
  });
}

/**
 * A visitor's host may not tell whose names its addresses hold: a path that would be a page under some name asks for sign-in, after which
 * the person's own agency decides.
 */
function unnamed(kernel: Kernel, ctx: Ctx): WirePage[] {
  const named = [...kernel.registry.pages.values()].filter(
    ({ def }) => def.path.startsWith('/{') && def.ability !== 'public' && !def.guest,
  );
  return named.map(({ def }) => ({
    id: '',
    path: def.path.replace(/\{[a-z0-9-]+\}/g, ':name'),
    title: '',
    layout: def.layout ?? 'app',
    access: { open: false, go: '/login', why: ctx.t('core.guard.sign-in') },
  }));
}

/** May the actor enter the page now, and if not, where to? */
export async function accessDecisionOf(kernel: Kernel, ctx: Ctx, { plugin, def }: Owned<PageDef>, home: string): Promise<AccessDecision> {
  if (!kernel.features.isOn(plugin, ctx.tenant)) return moduleOffDecision(kernel, ctx, plugin);
  if (def.feature && !ctx.feature(def.feature)) return { open: false, missing: true };
  const anonymous = ctx.actor.kind === 'anonymous';
  if (def.guest) return anonymous ? { open: true } : { open: false, go: home, why: '' };
  if (anonymous) {
    if (def.ability !== 'public') return { open: false, go: '/login', why: ctx.t('core.guard.sign-in') };
    return { open: true };
  }
  const early = await objection(kernel, ctx, def, (guard) => guard.early === true);
  if (early) return early;
  if (!permits(ctx, def.ability) || !namesOffered(ctx, def.path)) return { open: false, missing: true };
  return (await objection(kernel, ctx, def, (guard) => !guard.early)) ?? { open: true };
}

/** What the first of these guards says that has anything against it. */
async function objection(kernel: Kernel, ctx: Ctx, def: PageDef, which: (guard: PageGuard) => boolean): Promise<AccessDecision | null> {
  for (const { plugin, def: guard } of kernel.registry.guards) {
    if (!which(guard) || !kernel.features.isOn(plugin, ctx.tenant)) continue;
    const said = await guard.check(ctx, def);
    if (said === 'missing') return { open: false, missing: true };
    if (said) return { open: false, ...said, why: said.why ? ctx.t(said.why) : '' };
  }
  return null;
}

/** Pages that send on to each other in a circle do not exist for the actor; no browser is ever sent round. */
export function withoutLoops(index: readonly WirePage[]): WirePage[] {
  const byPath = new Map(index.map((page) => [page.path, page]));
  const circles = (page: WirePage): boolean => {
    const seen = new Set<string>();
    let at: WirePage | undefined = page;
    while (at && !at.access.open && 'go' in at.access) {
      if (seen.has(at.path)) return true;
      seen.add(at.path);
      at = byPath.get(at.access.go);
    }
    return false;
  };
  return index.map((page) => (circles(page) ? { ...page, access: { open: false, missing: true } } : page));
}

/** The landing page: the first declared one that is open to the actor. */
export async function homeOf(kernel: Kernel, ctx: Ctx): Promise<string> {
  if (ctx.actor.kind === 'anonymous') return '/login';
  for (const { plugin, def } of kernel.registry.landing) {
    const page = kernel.registry.pages.get(def.page);
    if (!page || page.def.guest || !kernel.features.isOn(plugin, ctx.tenant)) continue;
    if (def.when && !(await def.when(ctx))) continue;
    if ((await accessDecisionOf(kernel, ctx, page, LAST_RESORT)).open) return pathOf(ctx, page.def.path);
  }
  return LAST_RESORT;
}
