import { type Ctx, DEFAULT_ZONE, momentText, notFound, type Tenant } from '../../core/contract.ts';
import { Companies, type Product, PRODUCTS } from '../companies/contract.ts';
import { type CostTable, fieldsOf, HAS_MINIMUM, isSame, NOTHING, tableBy, withFields } from './cost-fields.ts';
import { costsAt, holdPrices, insertCosts, keyOf, latestCosts, type Versions } from './cost.store.ts';
import { TermDefaults } from '../white-label/contract.ts';
import { DEFAULT_TERM, type PricedCost, type ProductCost, type Term, TERMS, UsualWholesales } from './contract.ts';
import { nextMidnight } from './midnight.ts';
import { dollarsOf } from './money.ts';

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
  return tableOf(await latestCosts(ctx.db, company.id), await usual(ctx, company));
}
/** What counts at this moment, and from when `comingCosts` does: no price is changed twice before it begins to count. */
export async function countingCosts(ctx: Ctx, company: Tenant): Promise<{ now: CostTable; next: CostTable; from: string }> {
  const now = tableOf(await costsAt(ctx.db, company.id, ctx.now), await usual(ctx, company));
  return { now, next: await comingCosts(ctx, company), from: momentText(nextMidnight(ctx.now, DEFAULT_ZONE), DEFAULT_ZONE, ctx.locale) };
}
/** The least that agencies of a root pay, once all that was said counts. */
export const minimums = async (ctx: Ctx, rootId: number): Promise<CostTable> => tableOf(await latestCosts(ctx.db, rootId), null);

/** The price in force: the newest version that counts by then, or before there is any, the usual price of a lead. */
export async function priceAt(ctx: Ctx, agency: Tenant, versions: Versions, product: Product, term: Term): Promise<PricedCost> {
  return versions.get(keyOf(product, term)) ?? { versionId: null, ...usualCost(await usual(ctx, agency), product) };
}

/** Stores what differs as new versions, from the next local midnight on. Answers what was raised to the root's minimum. */
export async function saveCosts(ctx: Ctx, company: Tenant, sent: SentCosts): Promise<Reset[]> {
  await holdPrices(ctx.db, company.id);
  const versions = await latestCosts(ctx.db, company.id);
  const standing = tableOf(versions, await usual(ctx, company));
  const least = company.kind === 'agency' ? await minimums(ctx, company.rootId) : null;
  const resets: Reset[] = [];
  const changes: (ProductCost & { product: Product; term: Term })[] = [];
  for (const product of PRODUCTS) {
    for (const term of TERMS) {
      const fields = sent[product]?.[term];
      if (!fields || Object.keys(fields).length === 0) continue;
      const cost = withFields(product, standing[product][term], fields);
      const reset = least && raise(product, term, cost, least[product][term].costPerLeadCents);
      if (reset) resets.push(reset);
      if (!versions.has(keyOf(product, term)) || !isSame(cost, standing[product][term])) changes.push({ product, term, ...cost });
    }
  }
  const validFrom = nextMidnight(ctx.now, DEFAULT_ZONE);
  await insertCosts(ctx, company.id, validFrom, changes);
  if (changes.length > 0) await note(ctx, company, validFrom, changes, resets);
  return resets;
}

/** Sets a cost per lead below the minimum to it. */
function raise(product: Product, term: Term, cost: ProductCost, least: number): Reset | null {
  if (!HAS_MINIMUM.has(product) || cost.costPerLeadCents >= least) return null;
  cost.costPerLeadCents = least;
  cost.costPerLeadAdvancedCents = least;
  const { name } = fieldsOf(product).find((field) => field.key === 'costPerLeadCents')!;
  return { product, term, field: name, cents: least };
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

const tableOf = (versions: Versions, leads: Record<Product, number> | null): CostTable =>
  tableBy((product, term) => {
    const version = versions.get(keyOf(product, term));
    if (!version) return usualCost(leads, product);
    const { versionId: _version, ...cost } = version;
    return cost;
  });

const usualCost = (leads: Record<Product, number> | null, product: Product): ProductCost => ({
  ...NOTHING,
  costPerLeadCents: leads?.[product] ?? 0,
  costPerLeadAdvancedCents: leads?.[product] ?? 0,
});

/** What a lead costs an agency before anybody has set its cost; a root pays nothing. */
async function usual(ctx: Ctx, company: Tenant): Promise<Record<Product, number> | null> {
  const [source] = ctx.slot(UsualWholesales);
  return company.kind === 'agency' && source ? source.of(ctx, company) : null;
}

/** A table under the specification's names, in dollars as text: `costagency` and `rootcostagency`. */
export const shownTable = (table: CostTable): Record<Product, Record<Term, Record<string, string>>> =>
  Object.fromEntries(
    PRODUCTS.map((product) => [
      product,
      Object.fromEntries(
        TERMS.map((term) => [
          term,
          Object.fromEntries(fieldsOf(product).map((field) => [field.name, dollarsOf(table[product][term][field.key])])),
        ]),
      ),
    ]),
  ) as Record<Product, Record<Term, Record<string, string>>>;
