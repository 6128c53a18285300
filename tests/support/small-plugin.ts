import { definePlugin, defineRoute, type Manifest, type Plugin, type RouteDef, T } from '../../core/contract.ts';

/** A plugin of the least that there must be, and of what is given. */
export const smallPlugin = (id: string, more: Partial<Plugin> = {}, manifest: Partial<Manifest> = {}): Plugin =>
  definePlugin({ manifest: { id, version: '1.0.0', core: '^1', level: 'platform', ...manifest }, ...more });

/** A route that answers nothing much. */
export const smallRoute = (id: `${string}.${string}`, path: string, more: Partial<RouteDef> = {}): RouteDef => ({
  ...defineRoute({
    id,
    method: 'GET',
    path,
    summary: 'Answers nothing much',
    ability: 'signed-in',
    response: T.Object({}),
    handler: async () => ({}),
  }),
  ...more,
});
