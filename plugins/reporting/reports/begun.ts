import { type Block, defineRoute, T } from '../../../core/contract.ts';
import { FIGURES_TOPIC } from '../../lead-intake/leads/contract.ts';

/** Whether anything was ever counted for the caller's company: before that, all figures are zero and say nothing. */
export const begunRoute = defineRoute({
  id: 'reports.begun',
  method: 'GET',
  path: '/reports/begun',
  summary: 'Whether anything was observed for the company yet',
  ability: ['read', 'Report'],
  response: T.Object({ begun: T.Boolean() }),
  handler: async (ctx) => ({ begun: (await ctx.query('LeadDay').first('campaign_id')) !== undefined }),
});

/** Blocks that are shown from the first observation on. */
export const sinceBegun = (blocks: Block[]): Block => ({
  as: 'group',
  source: { route: 'reports.begun', live: FIGURES_TOPIC },
  when: { field: 'begun', is: true },
  blocks,
});
