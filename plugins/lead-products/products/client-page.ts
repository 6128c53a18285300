import { type Ctx, defineRoute, notFound, type PageExtension, T } from '../../../core/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { CompanyId } from '../../foundation/companies/shared.ts';
import { afterCampaign } from './actions.ts';
import { campaignsTable } from './campaign-menu.ts';
import type { ProductDeclaration } from './declaration.ts';

/** All campaigns of a client, on its page. */
export const clientCampaigns: PageExtension = {
  role: 'companies.client',
  order: 20,
  blocks: [],
  tabs: [
    {
      id: 'campaigns',
      title: 'products.campaigns',
      order: 20,
      ability: ['read', 'Campaign'],
      blocks: [campaignsTable({ from: 'row', field: 'company_id' })],
    },
  ],
};

/** On the page of a client that has the product: the form for a new campaign, begun with what is known of the client. */
export const newCampaignOf = ({ id, icon, wire, order }: ProductDeclaration): PageExtension => ({
  role: 'companies.client',
  order,
  blocks: [],
  actions: [
    {
      id: `${id}.new-campaign-of-client`,
      title: `name:${wire.type}`,
      icon,
      group: 'products.add',
      ability: ['create', 'Campaign'],
      emphasis: 'primary',
      when: { field: `products.${wire.type}` },
      do: {
        form: `${id}.campaign`,
        as: 'drawer',
        prefill: { route: `${id}.new-campaign`, params: { companyId: { from: 'row', field: 'company_id' } } },
      },
      after: afterCampaign(id),
    },
  ],
});

/** What a new campaign of a client begins with, such as its website. */
export const newCampaignRoute = ({ id, defaults }: ProductDeclaration) =>
  defineRoute({
    id: `${id}.new-campaign`,
    method: 'GET',
    path: `/${id}/new-campaign/:companyId`,
    summary: 'What the form for a new campaign of a client begins with',
    ability: ['create', 'Campaign'],
    params: CompanyId,
    response: T.Object({ companyID: T.Integer() }, { additionalProperties: true }),
    async handler(ctx: Ctx, { params: { companyId } }) {
      if (!(await ctx.use(Clients).find(companyId))) throw notFound();
      return { ...(await defaults?.(ctx, { companyId })), companyID: companyId };
    },
  });
