import { match, type MatchFunction } from 'path-to-regexp';
import type { Owned } from '../boot/registry.ts';
import type { Registry } from '../boot/registry.ts';
import type { RouteDef } from '../contract.ts';
import { isFileRoute } from './files.ts';

/** A file route and the parameters of the path that was asked for. */
export interface FileMatch {
  owned: Owned<RouteDef>;
  params: Record<string, string>;
}

/** Finds the route that answers a path below `/api` with a file. */
export class FileRoutes {
  readonly #routes: { owned: Owned<RouteDef>; of: MatchFunction<Record<string, string>> }[];
  constructor(registry: Registry) {
    this.#routes = [...registry.routes.values()]
      .filter(({ def }) => def.method === 'GET' && isFileRoute(def))
      .map((owned) => ({ owned, of: match<Record<string, string>>(`/api${owned.def.path}`) }));
  }

  find(path: string): FileMatch | null {
    for (const { owned, of } of this.#routes) {
      const found = of(path);
      if (found) return { owned, params: { ...found.params } };
    }
    return null;
  }
}
