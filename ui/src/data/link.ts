import { useCallback } from 'react';
import type { WireLink } from '../../../core/contract/wire.ts';
import { queryString } from '../api/url.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { values, type Row } from './bindings.ts';
import { useBindings } from './binding-context.tsx';
import { placeOf } from '../shell/routes.ts';
import { insidePath, usePagePath } from './navigate.ts';

/** Answers the path of a link at this place or beside a row; null where there is none, or the page is not open to the actor. */
export function useLinkPath(): (to: WireLink | undefined, row?: Row) => string | null {
  const { pages } = useBootstrap();
  const context = useBindings();
  const pathOf = usePagePath();
  return useCallback(
    (to, row) => {
      if (!to || !pages.some(({ id, access }) => id === to.page && access.open)) return null;
      const at = row ? { ...context, row } : context;
      const path = pathOf(to.page, to.params, at);
      const query = queryString(values(to.query, at));
      return path && query ? `${path}${path.includes('?') ? query.replace('?', '&') : query}` : path;
    },
    [pages, context, pathOf],
  );
}

/** Answers an address of the server's as a path inside the product; null where it is none, or leads to no page that is open to the actor. */
export function useOpenAddress(): (address: unknown) => string | null {
  const bootstrap = useBootstrap();
  return useCallback(
    (address) => {
      const path = insidePath(address);
      const place = path && placeOf(bootstrap, path.split(/[?#]/)[0]!);
      return place && (place.kind === 'page' || place.kind === 'ask') ? path : null;
    },
    [bootstrap],
  );
}
