import { permits } from '../access/ability.ts';
import type { Owned } from '../boot/registry.ts';
import { type Ctx, denied, type FormDef, moduleOff, Problem } from '../contract.ts';
import type { Kernel } from '../kernel.ts';
import { callOf } from '../pages/wire-call.ts';
import { layerIdOf, surroundingsOf } from './copies.ts';
import { effectiveForm } from './effective-form.ts';
import type { EffectiveForm } from './form-shapes.ts';
import { layersOfForms } from './form-store.ts';

/** Why a form is not open to somebody, or null: its plugin or feature is off, or they lack the ability. */
export function formRefusal(kernel: Kernel, ctx: Ctx, { plugin, def }: Owned<FormDef>): Problem | null {
  if (!kernel.features.isOn(plugin, ctx.tenant)) return moduleOff(plugin);
  if (def.feature && !kernel.features.isFeatureOn(def.feature, ctx.tenant)) return moduleOff(def.feature);
  if (permits(ctx, def.ability)) return null;
  return ctx.actor.kind === 'anonymous' ? new Problem(401, 'core.problem.unauthenticated') : denied();
}

/** Forms of one route as operators changed them for the caller. What the route does for the host's company is asked as that company asks it. */
export async function formsFor(kernel: Kernel, ctx: Ctx, defs: readonly FormDef[]): Promise<EffectiveForm[]> {
  const isGuest = kernel.registry.routes.get(defs[0]?.submit ?? '')?.def.scope === 'host' && ctx.tenant.id !== ctx.host.id;
  const [tenant, role] = isGuest ? [ctx.host, ''] : [ctx.tenant, ctx.actor.userType ?? ''];
  const layersOf = await layersOfForms(kernel.platform, [...new Set(defs.map(layerIdOf))], tenant, role);
  return defs.map((def) => effectiveForm(def, layersOf(layerIdOf(def)), surroundingsOf(kernel.registry, def)));
}

type Field = Pick<EffectiveForm['ui'][string], 'ability' | 'isFile' | 'options' | 'widget' | 'when'>;

/** Whether the caller is shown a field. */
export const isShown = (ctx: Ctx, { ability }: Field): boolean => !ability || permits(ctx, ability);

/** Whether the caller can fill a field in: a chooser needs its choices, and a file is sent beside the fields. */
export const isFillable = (kernel: Kernel, ctx: Ctx, field: Field): boolean =>
  isShown(ctx, field) && field.widget !== 'file' && !field.isFile && (!field.options || callOf(kernel, ctx, field.options.route) !== null);
