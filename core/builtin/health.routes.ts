import { defineRoute, DOCUMENTS, type RouteDef, T } from '../contract.ts';
import { openApi } from '../http/openapi.ts';
import type { Kernel } from '../kernel.ts';

/** The API's own description, and what became of each plugin at boot. */
export const healthRoutes = (kernel: () => Kernel): RouteDef[] => {
  let document: object | null = null;
  return [
    defineRoute({
      id: 'core.openapi',
      method: 'GET',
      path: '/openapi.json',
      summary: 'This API as OpenAPI 3.1',
      ability: 'public',
      spends: [],
      rate: DOCUMENTS.id,
      db: 'intent',
      response: T.Unsafe<object>({ type: 'object' }),
      handler: async () => (document ??= openApi(kernel().registry)),
    }),
    defineRoute({
      id: 'core.health-plugins',
      method: 'GET',
      path: '/health/plugins',
      summary: 'State and start time of every plugin',
      ability: ['read', 'Platform'],
      db: 'intent',
      response: T.Object({
        data: T.Array(
          T.Object({
            id: T.String(),
            version: T.String(),
            state: T.String(),
            problem: T.Union([T.String(), T.Null()]),
            milliseconds: T.Integer(),
          }),
        ),
      }),
      handler: async () => ({ data: kernel().registry.report.map((r) => ({ ...r })) }),
    }),
  ];
};
