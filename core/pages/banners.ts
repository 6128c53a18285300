import type { Banner, Ctx } from '../contract.ts';
import type { WireBanner } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { byGravity } from './gravity.ts';
import { callOf } from './wire-call.ts';

/** What stands at the very top of every screen for this actor: the gravest first, in order among those of one severity. */
export async function bannersOf(kernel: Kernel, ctx: Ctx): Promise<WireBanner[]> {
  if (ctx.actor.kind !== 'user') return [];
  const banners: WireBanner[] = [];
  for (const { plugin, def } of kernel.registry.banners) {
    const said = kernel.features.isOn(plugin, ctx.tenant) ? await def.of(ctx) : null;
    const all: readonly (Banner & { key?: string })[] = said === null ? [] : 'severity' in said ? [said] : said;
    for (const { key, severity, text, link = null, dismiss } of all)
      banners.push({ id: key ? `${def.id} ${key}` : def.id, severity, text, link, dismiss: dismiss ? pathOf(kernel, ctx, dismiss) : null });
  }
  return byGravity(banners);
}

/** Null where the reader may not make the call. */
const pathOf = (kernel: Kernel, ctx: Ctx, { route, params }: NonNullable<Banner['dismiss']>): string | null =>
  callOf(kernel, ctx, route)?.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? '')) ?? null;
