import type { Table } from './results.ts';
import { pageRequests } from './page-requests.ts';
import { rawDays } from './raw-days.ts';
import { screens } from './screens.ts';

const HOME = '/dashboard';
const ASKED_FIRST = ['whole', 'first page'];

/** D2: what the home screen of root, agency and client asks for, block by block, beside the SQL of an agency's days. */
export const run = (adminUrl: string): Promise<Table[]> =>
  screens(
    adminUrl,
    'homes',
    async ({ caller, registry, companyId }) => {
      const home = [...registry.pages.values()].find(({ def }) => def.path === HOME);
      if (!home) throw new Error(`no page lies at ${HOME}`);
      const blocks = sourcesIn(JSON.parse((await caller.must(`/api/ui/pages/${home.def.id}`)).text));
      return pageRequests(registry, companyId).filter(({ route, what }) => blocks.has(route) && ASKED_FIRST.includes(what));
    },
    rawDays,
  );

/** The routes that the blocks of a page read. */
export function sourcesIn(described: unknown): Set<string> {
  const routes = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { source } = value as { source?: { route?: unknown } };
    if (typeof source?.route === 'string') routes.add(source.route);
    for (const part of Object.values(value)) look(part);
  };
  look(described);
  return routes;
}
