import { type Contributions, defineRoute, List, listOf, ListQuery, pageOf, shownMoney, T } from '../../../core/contract.ts';
import { TERMS } from './contract.ts';
import { costIn, fieldsOf } from './cost-fields.ts';
import { AgencyAt, costForm } from './cost.schema.ts';
import { countingCosts, defaultTerm, minimums, pricedCompany, saveCosts } from './cost.service.ts';
import { historyOf } from './cost.store.ts';
import { pricedProducts } from './products.ts';
import { savedText } from './saved-text.ts';

const Cost = T.Object({
  id: T.Integer(),
  product: T.String(),
  term: T.String(),
  cost_per_lead: T.Integer(),
  platform_fee: T.Integer(),
  min_cost_month: T.Integer(),
  valid_from: T.String(),
  changed_by: T.String(),
});

/** What an agency pays the root, for the forms of root operators. */
export const costRoutes = (from: Contributions) => [
  defineRoute({
    id: 'pricing.agency-cost',
    method: 'GET',
    path: '/pricing/agencies/:companyId',
    summary: 'Cost of an agency, or the minimums of the root',
    ability: ['read', 'AgencyCost'],
    params: AgencyAt,
    response: T.Object({ term: T.String() }, { additionalProperties: true }), // a price for each field and term, and the least for some
    async handler(ctx, { params }) {
      const company = await pricedCompany(ctx, params.companyId, 'read');
      const { now, next: costs, from: day } = await countingCosts(ctx, company);
      const least = await minimums(ctx, company.rootId);
      const values: Record<string, number | string> = {};
      for (const term of TERMS) {
        for (const { of } of costs.values()) {
          for (const { name, key } of fieldsOf(of)) {
            const [before, after] = [costIn(now, of, term)[key], costIn(costs, of, term)[key]];
            values[`${term}_${name}`] = after;
            values[`${term}_${name}_now`] = before === after ? '' : ctx.t('pricing.counting', { now: shownMoney(before), from: day });
            if (key === 'costPerLeadCents' && of.hasMinimum)
              values[`${term}_${name}_minimum`] = shownMoney(costIn(least, of, term).costPerLeadCents);
          }
        }
      }
      return { term: await defaultTerm(ctx, company), ...values };
    },
  }),
  defineRoute({
    id: 'pricing.save-agency-cost',
    method: 'PUT',
    path: '/pricing/agencies/:companyId',
    summary: 'Set the cost of an agency on one payment term, or the minimums of the root',
    ability: ['update', 'AgencyCost'],
    stepUp: true,
    params: AgencyAt,
    body: costForm(from),
    response: T.Object({ message: T.String() }),
    async handler(ctx, { params, body }) {
      const company = await pricedCompany(ctx, params.companyId, 'update');
      const { term, ...prices } = body;
      const sent: Record<string, unknown> = prices;
      const costs = pricedProducts(ctx).map((of) => {
        const fields = fieldsOf(of).map(({ name }) => [name, sent[`${term}_${name}`]]);
        return [of.product, { [term]: Object.fromEntries(fields.filter(([, cents]) => cents !== undefined)) }];
      });
      return { message: savedText(ctx, await saveCosts(ctx, company, Object.fromEntries(costs))) };
    },
  }),
  defineRoute({
    id: 'pricing.agency-history',
    method: 'GET',
    path: '/pricing/agencies/:companyId/history',
    summary: 'Earlier and coming costs of an agency',
    ability: ['read', 'AgencyCost'],
    params: AgencyAt,
    query: T.Object(ListQuery(['id'])),
    response: List(Cost),
    async handler(ctx, { params, query }) {
      const company = await pricedCompany(ctx, params.companyId, 'read');
      const at = pageOf(query);
      const { rows, total } = await historyOf(ctx, company.id, at);
      const shown = rows.map((row) => ({
        id: row.versionId!,
        product: ctx.named(row.product).name,
        term: ctx.t(`pricing.term.${row.term}`),
        cost_per_lead: row.costPerLeadCents,
        platform_fee: row.platformFeeCents,
        min_cost_month: row.minCostMonthCents,
        valid_from: row.validFrom.toISOString(),
        changed_by: row.by,
      }));
      return listOf(shown, total, at);
    },
  }),
];
