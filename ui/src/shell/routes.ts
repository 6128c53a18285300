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

type Known = Pick<Bootstrap, 'pages' | 'home' | 'redirects'>;
interface Route {
  path: string;
  page: WirePage | null;
  to: string;
}

const FIRST_PART = /^\/([^/]*)/;
const firstPart = (path: string): string => FIRST_PART.exec(path)?.[1]?.toLowerCase() ?? '';

/** Routes by the first part of their paths; '' has those in which it is left open, and which any address may fit. */
function routesOf({ pages, redirects }: Known): Partial<Record<string, Route[]>> {
  const all: Route[] = [
    ...pages.map((page) => ({ path: page.path, page, to: '' })),
    ...redirects.map(({ from, to }) => ({ path: from, page: null, to })),
  ];
  return Object.groupBy(all, ({ path }) => (/[:*?]/.test(firstPart(path)) ? '' : firstPart(path)));
}

/** Kept: a page with a hundred links asks a hundred times, and the library ranks anew all routes that it is given. */
const routesIn = new WeakMap<Known, ReturnType<typeof routesOf>>();

function matchOf(bootstrap: Known, path: string) {
  const routes = routesIn.get(bootstrap) ?? routesOf(bootstrap);
  routesIn.set(bootstrap, routes);
  const likely = [...new Set([firstPart(path), ''])].flatMap((part) => routes[part] ?? []);
  return matchRoutes(likely, path)?.at(-1);
}

/** What an address shows, by the server's index of pages, its redirects and its decisions. */
export function placeOf(bootstrap: Known, pathname: string): Place {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (path === '/' && bootstrap.home !== '/') return { kind: 'go', to: bootstrap.home, why: '' };
  const match = matchOf(bootstrap, path);
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
