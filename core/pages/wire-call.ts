import { permits } from '../access/ability.ts';
import { isShut } from '../access/view-mode.ts';
import type { Ctx } from '../contract.ts';
import type { Call } from '../contract/wire.ts';
import type { Kernel } from '../kernel.ts';

/** The call behind a route id as the browser makes it; null when the actor's company does not have it or they may not make it. */
export function callOf(kernel: Kernel, ctx: Ctx, routeId: string): Call | null {
  const route = kernel.registry.routes.get(routeId);
  if (!route || !kernel.features.isOn(route.plugin, ctx.tenant) || !permits(ctx, route.def.ability)) return null;
  if (route.def.feature && !kernel.features.isFeatureOn(route.def.feature, ctx.tenant)) return null;
  if (isShut(ctx.viewedBy, route.def)) return null;
  const optional = [...route.def.path.matchAll(/\{\/:([A-Za-z0-9_]+)\}/g)].map((m) => m[1]!);
  const { method, path, asks, rehearsal } = route.def;
  const beside = (id: string | undefined): string | undefined => (id === undefined ? undefined : kernel.registry.routes.get(id)?.def.path);
  const question = beside(asks);
  const tried = beside(rehearsal);
  return {
    method,
    path: `/api${path.replace(/[{}]/g, '')}`,
    ...(optional.length > 0 ? { optional } : {}),
    ...(question ? { asks: `/api${question}` } : {}),
    ...(tried ? { rehearsal: `/api${tried}` } : {}),
  };
}
