import { defineRoute, T } from '../../core/contract.ts';
import { PageViews } from '../capture/shared.ts';
import { Leads } from '../leads/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const testLeadRoutes = [
  defineRoute({
    id: 'site-id.test-lead',
    method: 'POST',
    path: '/leadspeek/testlead',
    summary: 'Send a clearly fake lead to every destination, at most once a minute',
    ability: ['create', 'Campaign'],
    body: T.Object({ leadspeek_api_id: Id, companyID: T.Optional(Id) }),
    response: T.Object({ result: T.String(), message: T.String() }),
    async handler(ctx, { body }) {
      const { campaignId, companyId } = await ctx.use(Leads).test(body.leadspeek_api_id, PageViews);
      await ctx.audit({
        action: 'site-id.test-lead-sent',
        description: 'Test lead sent',
        companyId,
        target: String(campaignId),
        campaignId: String(campaignId),
      });
      return { result: 'success', message: ctx.t('site-id.test-lead.sent') };
    },
  }),
];
