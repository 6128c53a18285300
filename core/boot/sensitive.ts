import type { RouteDef, Sensitive } from '../contract.ts';

type Shape = Pick<RouteDef, 'id' | 'method' | 'ability' | 'response' | 'carriesLeads' | 'stepUp' | 'withoutStepUp' | 'sensitive'>;

/** What a call acts on that takes a fresh sign-in, or null. Files that only signed-in people get are exports. */
export function sensitivityOf(route: Shape, subjects: ReadonlyMap<string, Sensitive>): Sensitive | null {
  if (route.sensitive) return route.sensitive;
  if (route.ability === 'public') return null;
  if (route.method === 'GET') return route.carriesLeads || (route.response as { 'x-file'?: true })['x-file'] ? 'exports' : null;
  return (Array.isArray(route.ability) ? subjects.get(route.ability[1] as string) : undefined) ?? null;
}

/** Sentences about routes that act on something sensitive without a fresh sign-in, or explain themselves without need. */
export function unconfirmedRoutes(routes: readonly Shape[], subjects: ReadonlyMap<string, Sensitive>): string[] {
  return routes.flatMap((route) => {
    const what = sensitivityOf(route, subjects);
    const why = route.withoutStepUp;
    if (what === null) return why === undefined ? [] : [`route "${route.id}": withoutStepUp explains what nobody asks for`];
    if (route.stepUp) return why === undefined ? [] : [`route "${route.id}": both stepUp and withoutStepUp`];
    if (why === undefined) return [`route "${route.id}" acts on ${what}: it needs stepUp, or withoutStepUp with the reason`];
    return why.length < 12 ? [`route "${route.id}": withoutStepUp needs a reason`] : [];
  });
}
