import { type Ctx, defineRoute, List, listOfAll, ListQuery, shownMoney, T } from '../../../core/contract.ts';
import { type ProductCost, TERMS } from './contract.ts';
import { costIn } from './cost-fields.ts';
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
      const rows = [...now.values()].flatMap(({ of, costs }) =>
        TERMS.map((term) => {
          const { product } = of;
          const cost = costs[term];
          return {
            key: `${product} ${term}`,
            product: ctx.named(product).name,
            term: ctx.t(`pricing.term.${term}`),
            cost_per_lead: cost.costPerLeadCents,
            cost_per_lead_advanced: cost.costPerLeadAdvancedCents,
            platform_fee: cost.platformFeeCents,
            min_cost_month: cost.minCostMonthCents,
            coming: comingText(ctx, cost, costIn(next, of, term), from),
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
