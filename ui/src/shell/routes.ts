import { matchRoutes } from 'react-router-dom';
import type { Bootstrap, WirePage } from '../../../core/contract/wire.ts';

export type Place =
  | { kind: 'page'; page: WirePage; params: Record<string, string | undefined> }
  | { kind: 'go'; to: string }
  | { kind: 'missing'; page: WirePage | null };

/** What an address shows, by the server's index of pages and its verdicts. */
export function placeOf(bootstrap: Pick<Bootstrap, 'pages' | 'home'>, pathname: string): Place {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (path === '/' && bootstrap.home !== '/') return { kind: 'go', to: bootstrap.home };
  const match = matchRoutes(
    bootstrap.pages.map((page) => ({ id: page.id, path: page.path })),
    path,
  )?.at(-1);
  const page = bootstrap.pages.find((candidate) => candidate.id === match?.route.id);
  if (!page || !match) return { kind: 'missing', page: null };
  const { verdict } = page;
  if (verdict.open) return { kind: 'page', page, params: match.params };
  if ('go' in verdict && verdict.go !== path) return { kind: 'go', to: verdict.go };
  return { kind: 'missing', page };
}
