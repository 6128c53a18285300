import { type Ctx, DEFAULT_ZONE, momentText, notFound, shortDollarsOf, type Tenant } from '../../../core/contract.ts';
import { Companies, type Product } from '../../foundation/companies/contract.ts';
import { costIn, type CostTable, fieldsOf, isSame, NOTHING, tableBy, withFields } from './cost-fields.ts';
import { costsAt, holdPrices, insertCosts, keyOf, latestCosts, type Versions } from './cost.store.ts';
import { TermDefaults } from '../../tenancy/white-label/contract.ts';
import { DEFAULT_TERM, type PricedCost, type PricedProduct, type ProductCost, type Term, TERMS, UsualWholesales } from './contract.ts';
import { nextMidnight } from './midnight.ts';
import { pricedProduct, pricedProducts } from './products.ts';

/** Topic of live news about prices. */
export const PRICE_NEWS = 'pricing.costs';

/** Prices as they were sent: cents by the specification's field names, for some products and terms. */
export type SentCosts = Partial<Record<Product, Partial<Record<Term, Partial<Record<string, number>>>>>>;
/** A cost per lead that was below the root's minimum, and was set to it. */
export interface Reset {
  product: Product;
  term: Term;
  field: string;
  cents: number;
}

/** An agency, or the root itself, whose prices the actor may see or change. Throws 404 for every other company. */
export async function pricedCompany(ctx: Ctx, companyId: number, action: 'read' | 'update'): Promise<Tenant> {
  const company = await ctx.company(companyId);
  if (!company || company.kind === 'client') throw notFound();
  // Sales people know the costs of the agencies that they look after.
  if (ctx.actor.userType === 'sales' && !(await ctx.use(Companies).looksAfter(company.id))) throw notFound();
  const place = { company_id: company.id, agency_id: company.agencyId, root_id: company.rootId };
  if (!ctx.can(action, 'AgencyCost', place)) throw notFound();
  return company;
}

/** The payment term that prices of a company are shown for first. */
export const defaultTerm = async (ctx: Ctx, company: Tenant): Promise<Term> =>
  company.kind === 'agency' && ctx.has(TermDefaults) ? ctx.use(TermDefaults).of(company) : DEFAULT_TERM;

/** What a company pays, or as the root demands, once all that was said counts. */
export async function comingCosts(ctx: Ctx, company: Tenant): Promise<CostTable> {
  return tableOf(ctx, await latestCosts(ctx.db, company.id), await usual(ctx, company));
}
/** What counts at this moment, and from when `comingCosts` does: no price is changed twice before it begins to count. */
export async function countingCosts(ctx: Ctx, company: Tenant): Promise<{ now: CostTable; next: CostTable; from: string }> {
  const now = tableOf(ctx, await costsAt(ctx.db, company.id, ctx.now), await usual(ctx, company));
  return { now, next: await comingCosts(ctx, company), from: momentText(nextMidnight(ctx.now, DEFAULT_ZONE), DEFAULT_ZONE, ctx.locale) };
}
/** The least that agencies of a root pay, once all that was said counts. */
export const minimums = async (ctx: Ctx, rootId: number): Promise<CostTable> => tableOf(ctx, await latestCosts(ctx.db, rootId), free);

/** The price in force: the newest version that counts by then, or before there is any, the usual price of a lead. */
export async function priceAt(ctx: Ctx, agency: Tenant, versions: Versions, product: Product, term: Term): Promise<PricedCost> {
  const set = versions.get(keyOf(product, term));
  if (set) return set;
  const of = pricedProduct(ctx, product);
  return { versionId: null, ...(of ? (await usual(ctx, agency))(of) : NOTHING) };
}

/** Stores what differs as new versions, from the next local midnight on. Answers what was raised to the root's minimum. */
export async function saveCosts(ctx: Ctx, company: Tenant, sent: SentCosts): Promise<Reset[]> {
  await holdPrices(ctx.db, company.id);
  const versions = await latestCosts(ctx.db, company.id);
  const standing = tableOf(ctx, versions, await usual(ctx, company));
  const least = company.kind === 'agency' ? await minimums(ctx, company.rootId) : null;
  const resets: Reset[] = [];
  const changes: (ProductCost & { product: Product; term: Term })[] = [];
  for (const { of, costs } of standing.values()) {
    const { product } = of;
    for (const term of TERMS) {
      const fields = sent[product]?.[term];
      if (!fields || Object.keys(fields).length === 0) continue;
      const cost = withFields(of, costs[term], fields);
      const reset = least && raise(of, term, cost, costIn(least, of, term).costPerLeadCents);
      if (reset) resets.push(reset);
      if (!versions.has(keyOf(product, term)) || !isSame(cost, costs[term])) changes.push({ product, term, ...cost });
    }
  }
  const validFrom = nextMidnight(ctx.now, DEFAULT_ZONE);
  await insertCosts(ctx, company.id, validFrom, changes);
  if (changes.length > 0) await note(ctx, company, validFrom, changes, resets);
  return resets;
}

/** Sets a cost per lead below the minimum to it. */
function raise(of: PricedProduct, term: Term, cost: ProductCost, least: number): Reset | null {
  if (!of.hasMinimum || cost.costPerLeadCents >= least) return null;
  cost.costPerLeadCents = least;
  cost.costPerLeadAdvancedCents = least;
  const { name } = fieldsOf(of).find((field) => field.key === 'costPerLeadCents')!;
  return { product: of.product, term, field: name, cents: least };
}

async function note(ctx: Ctx, company: Tenant, validFrom: Date, changes: readonly object[], resets: readonly Reset[]): Promise<void> {
  await ctx.audit({
    action: 'pricing.cost-changed',
    companyId: company.id,
    description: company.kind === 'root' ? 'Minimum costs of agencies changed' : `Cost of ${company.name} changed`,
    detail: { validFrom: validFrom.toISOString(), changes, resets },
  });
  await ctx.live(PRICE_NEWS, company);
}

const tableOf = (ctx: Ctx, versions: Versions, usualCost: UsualCost): CostTable =>
  tableBy(pricedProducts(ctx), (of, term) => {
    const version = versions.get(keyOf(of.product, term));
    if (!version) return usualCost(of);
    const { versionId: _version, ...cost } = version;
    return cost;
  });

/** What a product costs before anybody has set its cost. */
type UsualCost = (of: PricedProduct) => ProductCost;
const free: UsualCost = () => NOTHING;

/** An agency then pays the usual price of a lead and nothing else, a root nothing. */
async function usual(ctx: Ctx, company: Tenant): Promise<UsualCost> {
  if (company.kind !== 'agency') return free;
  const [source] = ctx.contributions(UsualWholesales);
  const set = await source?.of(ctx, company);
  return ({ product, usual: { wholesaleCents } }) => {
    const cents = set?.[product] ?? wholesaleCents;
    return { ...NOTHING, costPerLeadCents: cents, costPerLeadAdvancedCents: cents };
  };
}

/** A table under the specification's names, in dollars as text: `costagency` and `rootcostagency`. */
export const shownTable = (table: CostTable): Record<Product, Record<string, Record<string, string>>> =>
  Object.fromEntries(
    [...table].map(([product, { of, costs }]) => [
      product,
      Object.fromEntries(
        TERMS.map((term) => [term, Object.fromEntries(fieldsOf(of).map(({ name, key }) => [name, shortDollarsOf(costs[term][key])]))]),
      ),
    ]),
  );
