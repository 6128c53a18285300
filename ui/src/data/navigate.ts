import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Binding } from '../../../core/contract/page.ts';
import { fillPath, paramsOf, queryString } from '../api/url.ts';
import { useBootstrap } from '../shell/bootstrap.tsx';
import { values, type BindingContext } from './bindings.ts';

/** Only an address inside this application may be gone to. */
export const insidePath = (path: unknown): string | null => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null);

/** An address of another website that the browser may be sent to, such as a page to sign in there; null for anything else. */
export const outsideAddress = (text: unknown): string | null =>
  typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text) ? text : null;

/** Path of a page with its parameters filled in; further ones become the query. Null when the page is not in the index. */
export function usePagePath(): (page: string, params: Record<string, Binding> | undefined, context: BindingContext) => string | null {
  const { pages } = useBootstrap();
  return useCallback(
    (page, params, context) => {
      const target = pages.find((candidate) => candidate.id === page);
      if (!target) return null;
      const given = { ...context.path, ...values(params, context) };
      const names = new Set(paramsOf(target.path));
      const optional = [...target.path.matchAll(/:(\w+)\?/g)].map((match) => match[1] ?? '');
      const query = Object.fromEntries(
        Object.keys(params ?? {})
          .filter((name) => !names.has(name))
          .map((name) => [name, given[name]]),
      );
      return fillPath({ path: target.path, optional }, given) + queryString(query);
    },
    [pages],
  );
}

/** Goes to a page by its id. */
export function useGoTo(): (page: string, params: Record<string, Binding> | undefined, context: BindingContext) => void {
  const pathOf = usePagePath();
  const navigate = useNavigate();
  return useCallback((page, params, context) => void navigate(pathOf(page, params, context) ?? '/'), [navigate, pathOf]);
}
