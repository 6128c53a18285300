import type { RouteDef, Viewer } from '../contract.ts';

/**
 * Whether the route stays shut to somebody who looks through the account: writes unless they say otherwise, reads if they say so,
 * whatever asks for the password again, and taking data out without the grant for it.
 */
export function isShut(viewer: Viewer | null, route: RouteDef): boolean {
  if (!viewer) return false;
  const byMethod = route.method === 'GET' ? route.viewMode === 'deny' : route.viewMode !== 'allow';
  // Whoever looks through an account has no password of it: the grant to take data out stands in for one, and the look itself
  // began with a fresh sign-in.
  if (route.exportsData) return byMethod || !viewer.mayExport;
  return byMethod || route.stepUp === true;
}
