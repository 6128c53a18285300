import { type Ctx, notFound, T, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { defineNamedSetting } from '../../tenancy/white-label/contract.ts';
import { type Term, TERMS } from './contract.ts';
import { fieldsOf } from './cost-fields.ts';
import { comingCosts, defaultTerm, minimums, pricedCompany, saveCosts, type SentCosts, shownTable } from './cost.service.ts';
import { priceOf } from './price-input.ts';
import { pricedProducts } from './products.ts';
import { savedText } from './saved-text.ts';

const Price = T.Optional(T.Union([T.String({ maxLength: 14 }), T.Number({ minimum: 0, maximum: 1_000_000 })]));
const costs = (ctx: Ctx) =>
  T.Partial(
    T.Object(
      Object.fromEntries(
        pricedProducts(ctx).map((of) => {
          const Fields = T.Object(Object.fromEntries(fieldsOf(of).map(({ name }) => [name, Price])));
          return [of.product, T.Partial(T.Object(Object.fromEntries(TERMS.map((term) => [term, Fields]))))];
        }),
      ),
    ),
  );

type Typed = Partial<Record<Product, Partial<Record<Term, Partial<Record<string, string | number>>>>>>;

/** The prices as typed, in cents. Throws 422 on the price at fault. */
const inCents = (typed: Typed): SentCosts =>
  Object.fromEntries(
    Object.entries(typed).map(([product, terms]) => [
      product,
      Object.fromEntries(
        Object.entries(terms ?? {}).map(([term, fields]) => [
          term,
          Object.fromEntries(
            Object.entries(fields).map(([name, price]) => [name, priceOf(`comsetval.${product}.${term}.${name}`, price ?? 0)]),
          ),
        ]),
      ),
    ]),
  );

const save = (find: (ctx: Ctx, company: Tenant) => Promise<Tenant>) => ({
  schema: costs,
  async run(ctx: Ctx, company: Tenant, typed: unknown): Promise<string> {
    const target = await find(ctx, company);
    return savedText(ctx, await saveCosts(ctx, target, inCents(typed as Typed)));
  },
});

/** The specification's `costagency` of an agency, with the root's minimums beside it. */
export const costAgency = defineNamedSetting({
  name: 'costagency',
  async read(ctx, company) {
    const agency = await pricedCompany(ctx, company.id, 'read');
    return {
      data: shownTable(await comingCosts(ctx, agency)),
      rootcostagency: shownTable(await minimums(ctx, agency.rootId)),
      dpay: await defaultTerm(ctx, agency),
    };
  },
  save: save((ctx, company) => pricedCompany(ctx, company.id, 'update')),
});

/** The minimums of a root for its agencies. */
export const rootCostAgency = defineNamedSetting({
  name: 'rootcostagency',
  async read(ctx, company) {
    const priced = await pricedCompany(ctx, company.id, 'read');
    return { data: shownTable(await minimums(ctx, priced.rootId)) };
  },
  save: save(async (ctx, company) => {
    if (company.kind !== 'root') throw notFound();
    return pricedCompany(ctx, company.id, 'update');
  }),
});
