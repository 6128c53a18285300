import { asking, type Contributions, type Ctx, defineForm, defineRoute, shownMoney, T } from '../../../core/contract.ts';
import { DEFAULT_TERM, Pricing } from '../../money/pricing/contract.ts';
import { lossQuestion, marginFor } from '../../money/pricing/shared.ts';
import { Prices } from './campaigns.settings.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { usualPrice } from './usual-terms.ts';

const Cents = T.Integer({ minimum: 0, maximum: 1_000_000 });

/** What new campaigns of a product cost for each lead, as an agency sets it for its clients. */
export function priceRoutes(from: Contributions) {
  const params = T.Object({ product: productName(from) });
  return [
    defineRoute({
      id: 'campaigns.price',
      method: 'GET',
      path: '/campaigns/prices/:product',
      summary: 'Usual price of a lead',
      ability: ['update', 'CampaignPrice'],
      params,
      response: T.Object({ product: T.String(), cents: T.Integer(), dollars: T.String() }),
      async handler(ctx: Ctx, { params: { product } }) {
        const cents = await usualPrice(ctx, product);
        return { product, cents, dollars: shownMoney(cents) };
      },
    }),
    ...asking(
      defineRoute({
        id: 'campaigns.price-save',
        method: 'PUT',
        path: '/campaigns/prices/:product',
        summary: 'Set the usual price of a lead',
        ability: ['update', 'CampaignPrice'],
        stepUp: true,
        audit: 'campaigns.price-changed',
        params,
        body: T.Object({ cents: Cents }),
        response: T.Object({ message: T.String() }),
        async handler(ctx: Ctx, { params: { product }, body }) {
          await ctx.saveSetting(Prices, { ...(await ctx.setting(Prices)), [product]: body.cents });
          return { message: ctx.t('campaigns.price.saved') };
        },
      }),
      (ctx, { params: { product }, body }) =>
        ctx.transaction(async (inner) => {
          const { costPerLeadCents } = await inner.use(Pricing).wholesale(inner.tenant.agencyId, product, DEFAULT_TERM);
          return lossQuestion(inner, marginFor(body.cents, costPerLeadCents), inner.t('campaigns.price.clients'));
        }),
    ),
  ];
}

export const priceForm = defineForm({
  id: 'campaigns.price-form',
  version: 1,
  title: 'campaigns.price.title',
  submit: 'campaigns.price-save',
  ability: ['update', 'CampaignPrice'],
  schema: T.Object({ cents: Cents }),
  ui: { cents: { widget: 'money' } },
});
