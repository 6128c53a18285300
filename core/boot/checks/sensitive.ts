import type { RouteDef, Sensitive } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';

type Shape = Pick<RouteDef, 'id' | 'method' | 'ability' | 'response' | 'exportsData' | 'stepUp' | 'withoutStepUp' | 'sensitive'>;

/** What a call acts on that takes a fresh sign-in, or null. Files that only signed-in people get are exports. */
export function sensitivityOf(route: Shape, subjects: ReadonlyMap<string, Sensitive>): Sensitive | null {
  if (route.sensitive) return route.sensitive;
  if (route.ability === 'public') return null;
  if (route.method === 'GET') return route.exportsData || (route.response as { 'x-file'?: true })['x-file'] ? 'exports' : null;
  return (Array.isArray(route.ability) ? subjects.get(route.ability[1] as string) : undefined) ?? null;
}

/** Routes that act on something sensitive without a fresh sign-in, or explain themselves without need. */
export function sensitiveFaults(all: Collection): Fault[] {
  const subjects = new Map(all.sensitive.map(({ def }) => def));
  return all.routes.flatMap(({ plugin, def }) => {
    const found = unconfirmed(def, subjects);
    return found ? [{ code: 'fresh-sign-in', plugin, definition: `route "${def.id}"`, found }] : [];
  });
}

/** What is wrong with the route, or null. */
export function unconfirmed(route: Shape, subjects: ReadonlyMap<string, Sensitive>): string | null {
  const what = sensitivityOf(route, subjects);
  const why = route.withoutStepUp;
  if (what === null) return why === undefined ? null : 'explains in withoutStepUp what nobody asks for';
  if (route.stepUp) return why === undefined ? null : 'has both stepUp and withoutStepUp';
  if (why === undefined) return `acts on ${what}: it needs stepUp, or withoutStepUp with the reason`;
  return why.length < 12 ? 'needs a reason in withoutStepUp' : null;
}
