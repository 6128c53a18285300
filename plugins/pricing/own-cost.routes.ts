import { type Ctx, defineRoute, List, listOfAll, ListQuery, shownMoney, T } from '../../core/contract.ts';
import { PRODUCTS } from '../companies/contract.ts';
import { type ProductCost, TERMS } from './contract.ts';
import { countingCosts } from './cost.service.ts';

const Cost = T.Object({
  key: T.String(),
  product: T.String(),
  term: T.String(),
  cost_per_lead: T.Integer(),
  cost_per_lead_advanced: T.Integer(),
  platform_fee: T.Integer(),
  min_cost_month: T.Integer(),
  /** What changes and from when, or empty. */
  coming: T.String(),
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
      const { now, next, from } = await countingCosts(ctx, ctx.tenant);
      const rows = PRODUCTS.flatMap((product) =>
        TERMS.map((term) => {
          const cost = now[product][term];
          return {
            key: `${product} ${term}`,
            product: ctx.t(`pricing.product.${product}`),
            term: ctx.t(`pricing.term.${term}`),
            cost_per_lead: cost.costPerLeadCents,
            cost_per_lead_advanced: cost.costPerLeadAdvancedCents,
            platform_fee: cost.platformFeeCents,
            min_cost_month: cost.minCostMonthCents,
            coming: comingText(ctx, cost, next[product][term], from),
          };
        }),
      );
      return listOfAll(rows, query, ctx.locale, ({ product, term }) => `${product} ${term}`);
    },
  }),
];

const CHANGING = [
  ['costPerLeadCents', 'Costperlead'],
  ['costPerLeadAdvancedCents', 'CostperleadAdvanced'],
  ['platformFeeCents', 'PlatformFee'],
  ['minCostMonthCents', 'MinCostMonth'],
] as const;

function comingText(ctx: Ctx, now: ProductCost, next: ProductCost, from: string): string {
  const changes = CHANGING.filter(([key]) => now[key] !== next[key]).map(
    ([key, field]) => `${ctx.t(`pricing.field.${field}`)}: ${shownMoney(next[key])}`,
  );
  return changes.length > 0 ? ctx.t('pricing.coming', { from, changes: changes.join(', ') }) : '';
}
