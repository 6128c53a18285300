import { Asked, Rehearsed, type RouteDef } from '../../contract.ts';
import type { Collection } from '../collect.ts';
import type { Fault } from '../fault.ts';

/** Routes, each by itself. */
export function routeFaults(all: Collection): Fault[] {
  const faults = all.routes.flatMap(({ plugin, def }) =>
    faultsOfRoute(def).map(([code, found]) => ({ code, plugin, definition: `route "${def.id}"`, found })),
  );
  for (const { plugin, def } of all.raw)
    if (def.why.length < 20) faults.push({ code: 'no-reason', plugin, definition: `raw route "${def.path}"`, found: 'needs a reason' });
  return faults;
}

function faultsOfRoute(r: RouteDef): [code: string, found: string][] {
  const faults: [string, string][] = [];
  if (!r.path.startsWith('/') || r.path.startsWith('/api')) faults.push(['path', 'has a path that is not written below /api']);
  const declared = Object.keys((r.params?.properties as object | undefined) ?? {});
  for (const [, name] of r.path.matchAll(/:([A-Za-z_][A-Za-z0-9_]*)/g))
    if (!declared.includes(name!)) faults.push(['path-parameter', `has no schema for the path parameter "${name}"`]);
  if (r.method === 'GET' && r.body) faults.push(['body', 'is a GET, which has no body']);
  if (r.scope === 'host' && r.ability !== 'public') faults.push(['host-scope', 'works for the host, which is for public routes']);
  if (r.method !== 'GET' && Array.isArray(r.ability) && (r.ability[0] === 'read' || r.ability[0] === 'list'))
    faults.push(['reading-ability', `is a ${r.method} and must name an action that writes, not "${r.ability[0]}"`]);
  if (r.stepUp && r.viewMode === 'allow') faults.push(['view-mode', 'asks for a fresh sign-in, so it stays closed in view mode']);
  if (r.programs && r.method === 'POST' && !r.idempotent)
    faults.push(['programs', 'answers programs, which repeat what failed: a POST of these says idempotent']);
  if (r.charges && !r.asks && r.response !== Asked && r.response !== Rehearsed)
    faults.push(['charges', 'may cost money and needs a question that names what is bought, the amount and by what it is paid (asking)']);
  return faults;
}
