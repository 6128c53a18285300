import type { RouteDef } from '../contract.ts';
import { Problem } from '../contract.ts';
import { checkInput } from '../gate/schema.ts';
import type { Kernel } from '../kernel.ts';
import type { Principal } from '../access/principal.ts';
import { effectiveForm } from './effective-form.ts';
import { layersFor } from './form-store.ts';

export interface Submission {
  body: unknown;
  /** The operator's own fields. */
  extra: Record<string, unknown>;
}

/**
 * Holds a body against the form that submits to the route, as operators have tightened it, and splits off their own
 * fields; the route's schema then has the last word. A form changed since it was drawn answers 409.
 */
export async function checkSubmission(
  kernel: Kernel,
  principal: Principal,
  route: RouteDef,
  body: unknown,
  etag: string,
): Promise<Submission> {
  const form = kernel.registry.formOfRoute.get(route.id);
  if (!form || typeof body !== 'object' || body === null || Array.isArray(body)) return { body, extra: {} };
  const layers = await layersFor(kernel.platform, form.def.id, principal.tenant, principal.actor.userType ?? '');
  if (layers.length === 0) {
    if (etag && etag !== String(form.def.version)) throw changed();
    return { body, extra: {} };
  }
  const effective = effectiveForm(form.def, layers);
  if (etag && etag !== effective.etag) throw changed();
  const entries = Object.entries(body);
  const known = Object.fromEntries(entries.filter(([k]) => k in effective.schema.properties));
  const checked = checkInput<Record<string, unknown>>(effective.schema, known, 'body');
  const isExtra = (name: string): boolean => name.startsWith('x_') && name in effective.schema.properties;
  return {
    body: Object.fromEntries(entries.filter(([k]) => !isExtra(k))),
    extra: Object.fromEntries(Object.entries(checked).filter(([k]) => isExtra(k))),
  };
}

const changed = (): Problem => new Problem(409, 'core.problem.form-changed');
