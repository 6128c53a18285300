import { defineRoute, List, ListQuery, listOf, pageOf, type RouteDef, T } from '../contract.ts';
import type { Kernel } from '../kernel.ts';

/** What browsers refused of the product's pages, for those who run it. Whatever stands there was said by strangers. */
export const policyReportRoutes = (kernel: () => Kernel): RouteDef[] => [
  defineRoute({
    id: 'core.policy-reports',
    method: 'GET',
    path: '/policy-reports',
    summary: 'What browsers refused of the pages in the last 30 days, the newest first',
    ability: ['read', 'Platform'],
    db: 'intent',
    query: T.Object(ListQuery(['last_at'])),
    response: List(
      T.Object({ id: T.String(), directive: T.String(), blocked: T.String(), page: T.String(), count: T.Integer(), last_at: T.String() }),
    ),
    async handler(_ctx, { query }) {
      const at = pageOf(query);
      const { platform } = kernel();
      const [total] = (await platform('core_policy_report').count({ n: '*' })) as { n: string }[];
      const rows = (await platform('core_policy_report')
        .orderBy([{ column: 'last_at', order: query.order ?? 'desc' }, { column: 'directive' }, { column: 'page' }])
        .limit(at.perPage)
        .offset(at.offset)) as { day: string; directive: string; blocked: string; page: string; count: number; last_at: Date }[];
      return listOf(
        rows.map(({ day, ...row }) => ({
          ...row,
          id: [day, row.directive, row.blocked, row.page].join(' '),
          last_at: row.last_at.toISOString(),
        })),
        Number(total!.n),
        at,
      );
    },
  }),
];
