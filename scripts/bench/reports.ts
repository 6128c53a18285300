import type { Table } from './results.ts';
import { pageRequests } from './page-requests.ts';
import { rawDays } from './raw-days.ts';
import { screens } from './screens.ts';

const PERIODS = ['30d', '90d'];

/** D2: every report that can be asked for by knowing one's company, over a month and a quarter where it has a period, beside the SQL of its days. */
export const run = (adminUrl: string): Promise<Table[]> =>
  screens(
    adminUrl,
    'reports',
    async ({ registry, companyId }) =>
      pageRequests(registry, companyId)
        .filter(({ route }) => route.startsWith('reports.') && !['reports.leads', 'reports.lead-report'].includes(route))
        .flatMap((request) => {
          const { query } = registry.routes.get(request.route)!.def;
          if (!('period' in (query?.['properties'] ?? {}))) return [request];
          return PERIODS.map((period) => ({
            ...request,
            what: `${request.what}, ${period}`,
            path: `${request.path}${request.path.includes('?') ? '&' : '?'}period=${period}`,
          }));
        }),
    rawDays,
  );
