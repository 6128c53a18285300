import { type Contributions, defineRoute, T } from '../../core/contract.ts';
import { CampaignIssues } from './contract.ts';
import { productName } from '../companies/shared.ts';
import { allIssues } from './issues.service.ts';
import { CHOSEN } from './states.ts';

export const attentionRoute = (from: Contributions) =>
  defineRoute({
    id: 'campaigns.attention',
    method: 'GET',
    path: '/campaigns/attention',
    summary: 'How many campaigns need attention, and why',
    ability: ['read', 'Campaign'],
    query: T.Object({ product: T.Optional(productName(from)) }),
    /** `total` and `paused`, and a number for each name of `CampaignIssues`. */
    response: T.Record(T.String(), T.Integer()),
    async handler(ctx, { query }) {
      const paused = ctx.query('Campaign').where({ status: 'paused' }).whereNotIn('pause_reason', CHOSEN);
      if (query.product) void paused.where({ product: query.product });
      const { n } = (await paused.count({ n: '*' }).first()) as { n: string };
      const issues = await allIssues(ctx, query.product);
      const counts: Record<string, number> = { total: Number(n) + issues.size, paused: Number(n) };
      for (const { name } of ctx.contributions(CampaignIssues)) counts[name] = 0;
      for (const { name } of [...issues.values()].flat()) counts[name]!++;
      return counts;
    },
  });
