import type { Ctx } from '../contract.ts';
import type { WireBanner } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';
import { byGravity } from './gravity.ts';

/** What stands at the very top of every screen for this actor: the gravest first, in order among those of one severity. */
export async function bannersOf(kernel: Kernel, ctx: Ctx): Promise<WireBanner[]> {
  if (ctx.actor.kind !== 'user') return [];
  const banners: WireBanner[] = [];
  for (const { plugin, def } of kernel.registry.banners) {
    const said = kernel.features.isOn(plugin, ctx.tenant) ? await def.of(ctx) : null;
    if (said) banners.push({ id: def.id, severity: said.severity, text: said.text, link: said.link ?? null });
  }
  return byGravity(banners);
}
