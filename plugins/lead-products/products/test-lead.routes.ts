import { defineRoute, notFound, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Leads } from '../../lead-intake/leads/contract.ts';
import { ProductSources } from './contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const testLead = defineRoute({
  id: 'products.test-lead',
  method: 'POST',
  path: '/leadspeek/testlead',
  summary: 'Send a clearly fake lead to every destination, at most once a minute',
  ability: ['create', 'Campaign'],
  body: T.Object({ leadspeek_api_id: Id, companyID: T.Optional(Id) }),
  response: T.Object({ result: T.String(), message: T.String() }),
  async handler(ctx, { body }) {
    const campaign = await ctx.use(Campaigns).find(body.leadspeek_api_id);
    const of = ctx.contributions(ProductSources).find(({ product }) => product === campaign?.product);
    if (!campaign || !of) throw notFound();
    await ctx.use(Leads).test(campaign.id, of.source);
    await ctx.audit({
      action: 'products.test-lead-sent',
      description: 'Test lead sent',
      companyId: campaign.companyId,
      target: String(campaign.id),
      concerns: { kind: 'campaign', id: campaign.id },
    });
    return { result: 'success', message: ctx.t('products.test-lead.sent') };
  },
});
