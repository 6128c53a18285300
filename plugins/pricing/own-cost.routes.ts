import { defineRoute, List, listOfAll, ListQuery, T } from '../../core/contract.ts';
import { PRODUCTS } from '../campaigns/contract.ts';
import { TERMS } from './contract.ts';
import { comingCosts } from './cost.service.ts';

const Cost = T.Object({
  key: T.String(),
  product: T.String(),
  term: T.String(),
  cost_per_lead: T.Integer(),
  cost_per_lead_advanced: T.Integer(),
  platform_fee: T.Integer(),
  min_cost_month: T.Integer(),
});

/** What an agency pays the platform, for itself to read. */
export const ownCostRoutes = [
  defineRoute({
    id: 'pricing.own-cost',
    method: 'GET',
    path: '/pricing/own',
    summary: 'What the own agency pays, for each product and payment term',
    ability: ['read-own', 'AgencyCost'],
    query: T.Object(ListQuery(['product'])),
    response: List(Cost),
    async handler(ctx, { query }) {
      const costs = await comingCosts(ctx, ctx.tenant);
      const rows = PRODUCTS.flatMap((product) =>
        TERMS.map((term) => {
          const cost = costs[product][term];
          return {
            key: `${product} ${term}`,
            product: ctx.t(`pricing.product.${product}`),
            term: ctx.t(`pricing.term.${term}`),
            cost_per_lead: cost.costPerLeadCents,
            cost_per_lead_advanced: cost.costPerLeadAdvancedCents,
            platform_fee: cost.platformFeeCents,
            min_cost_month: cost.minCostMonthCents,
          };
        }),
      );
      return listOfAll(rows, query, ctx.locale, ({ product, term }) => `${product} ${term}`);
    },
  }),
];
