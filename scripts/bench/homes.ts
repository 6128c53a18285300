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
      const paths = sourcesIn(JSON.parse((await caller.must(`/api/ui/pages/${home.def.id}`)).text));
      const isRead = (route: string): boolean => paths.has(`/api${registry.routes.get(route)!.def.path.replace(/[{}]/g, '')}`);
      const requests = pageRequests(registry, companyId).filter(({ route, what }) => isRead(route) && ASKED_FIRST.includes(what));
      if (requests.length === 0) throw new Error(`${HOME} reads nothing`);
      return requests;
    },
    rawDays,
  );

/** The paths of the calls by which the blocks of a page read. */
export function sourcesIn(described: unknown): Set<string> {
  const paths = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { source } = value as { source?: { call?: { path?: unknown } } };
    if (typeof source?.call?.path === 'string') paths.add(source.call.path);
    for (const part of Object.values(value)) look(part);
  };
  look(described);
  return paths;
}
