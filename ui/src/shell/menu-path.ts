import type { Bootstrap, WireMenu, WirePage } from '../../../core/contract/wire.ts';
import { placeOf } from './routes.ts';

/** Whether a menu entry opens the path, or stands for it. */
export const opens = ({ path, also = [] }: WireMenu, pathname: string): boolean => path === pathname || also.includes(pathname);

/** Whether an entry or one below it opens the path. */
export const holds = (entry: WireMenu, pathname: string): boolean =>
  opens(entry, pathname) || entry.children.some((child) => holds(child, pathname));

/**
 * The path whose menu entry is marked while an address is open: its own, or that of the nearest page above it which the menu holds. Pages whose
 * address has parameters stand in no menu.
 */
export function menuPath(bootstrap: Pick<Bootstrap, 'pages' | 'home' | 'redirects' | 'menu'>, pathname: string): string {
  const { menu, pages } = bootstrap;
  if (menu.some((entry) => holds(entry, pathname))) return pathname;
  const place = placeOf(bootstrap, pathname);
  const seen = new Set<WirePage>();
  let page = place.kind === 'page' ? place.page : undefined;
  while (page && !seen.has(page)) {
    seen.add(page);
    const above: WirePage | undefined = pages.find(({ id }) => id === page?.above?.page);
    if (above && menu.some((entry) => holds(entry, above.path))) return above.path;
    page = above;
  }
  return pathname;
}
