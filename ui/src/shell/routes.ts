import { generatePath, matchRoutes } from 'react-router-dom';
import type { Bootstrap, WirePage } from '../../../core/contract/wire.ts';

type Params = Record<string, string | undefined>;
export type Place =
  | { kind: 'page'; page: WirePage; params: Params }
  /** The page is empty until the dialog with the blocks of the page `ask` was agreed to. */
  | { kind: 'ask'; page: WirePage; ask: string }
  | { kind: 'go'; to: string; why: string }
  | { kind: 'off'; page: WirePage; off: { title: string; text: string; help: string } }
  | { kind: 'missing'; page: WirePage | null };

/** What an address shows, by the server's index of pages, its redirects and its decisions. */
export function placeOf(bootstrap: Pick<Bootstrap, 'pages' | 'home' | 'redirects'>, pathname: string): Place {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (path === '/' && bootstrap.home !== '/') return { kind: 'go', to: bootstrap.home, why: '' };
  const routes = [
    ...bootstrap.pages.map((page) => ({ path: page.path, page, to: '' })),
    ...bootstrap.redirects.map(({ from, to }) => ({ path: from, page: null, to })),
  ];
  const match = matchRoutes(routes, path)?.at(-1);
  if (!match) return { kind: 'missing', page: null };
  const { page, to } = match.route;
  if (!page) return { kind: 'go', to: generatePath(to, match.params as Record<string, string>), why: '' };
  const { access } = page;
  if (access.open) return { kind: 'page', page, params: match.params };
  if ('ask' in access) return { kind: 'ask', page, ask: access.ask };
  if ('off' in access) return { kind: 'off', page, off: access.off };
  if ('go' in access && access.go !== path) return { kind: 'go', to: access.go, why: access.why };
  return { kind: 'missing', page };
}
