import { type Ctx, DEFAULT_ZONE, invalid, notFound, type Tenant } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { Clients } from '../../tenancy/clients/contract.ts';
import { findClientCost, insertClientCost } from './client-cost.store.ts';
import { type ClientCost, DEFAULT_TERM, TermChanges, UsualRetails } from './contract.ts';
import { PRICE_NEWS } from './cost.service.ts';
import { holdPrices } from './cost.store.ts';
import { type Margin, marginFor } from './margin.ts';
import { nextMidnight } from './midnight.ts';
import { pricingOf } from './pricing.port.ts';
import { pricedProduct } from './products.ts';

/** A client whose prices the actor may see or set. Throws 404 for every other company. */
export async function pricedClient(ctx: Ctx, companyId: number, action: 'read' | 'update'): Promise<Tenant> {
  const company = await ctx.company(companyId);
  if (company?.kind !== 'client') throw notFound();
  if (!ctx.can(action, 'ClientCost', { company_id: company.id, agency_id: company.agencyId, root_id: company.rootId })) throw notFound();
  return company;
}

/** The prices last set for a client, or before that the usual ones of its agency. */
export async function clientCostOf(ctx: Ctx, client: Tenant, product: Product): Promise<ClientCost> {
  return (await findClientCost(ctx.db, client.id, product, null)) ?? usualClientCost(ctx, client, product);
}

/** What counts for a client before anybody has set its prices: the usual ones of its agency. */
export async function usualClientCost(ctx: Ctx, client: Tenant, product: Product): Promise<ClientCost> {
  const [source] = ctx.contributions(UsualRetails);
  const usual = (await source?.of(ctx, client))?.[product] ?? pricedProduct(ctx, product)?.usual.retailCents ?? 0;
  const offered = ctx.has(Clients) ? await ctx.use(Clients).paymentTerms(client.id) : [];
  return {
    costSetCents: usual,
    costSetAdvancedCents: usual,
    costSetB2bCents: usual,
    costMonthCents: 0,
    costMaxLeadCents: 0,
    platformFeeCents: 0,
    limitLead: 0,
    limitLeadFreq: 'day',
    limitLeadStart: null,
    limitLeadEnd: null,
    paymentTerm: (offered.length === 0 || offered.includes(DEFAULT_TERM) ? DEFAULT_TERM : offered[0]) as ClientCost['paymentTerm'],
    contiDurationSelection: 'weekly',
    topupoptions: 'onetime',
    leadsbuy: 0,
  };
}

/** What a lead of a product costs the client, in cents. */
export const leadPriceOf = (ctx: Ctx, product: Product, cost: ClientCost): number =>
  cost[pricedProduct(ctx, product)?.leadPrice ?? 'costSetCents'];

/** The zone at whose midnight a client's changed prices begin to count. */
export const priceZone = async (ctx: Ctx, client: Tenant): Promise<string> =>
  (ctx.has(Clients) ? await ctx.use(Clients).find(client.id) : null)?.timezone ?? DEFAULT_ZONE;

export async function marginOf(ctx: Ctx, client: Tenant, product: Product, cost: ClientCost): Promise<Margin> {
  const retailCents = leadPriceOf(ctx, product, cost);
  const { costPerLeadCents } = await pricingOf(ctx).wholesale(client.agencyId, product, cost.paymentTerm);
  return marginFor(retailCents, costPerLeadCents);
}

/** Sets what was given over what stands, as a new version from the client's next midnight on. Answers what counts then. */
export async function saveClientCost(ctx: Ctx, client: Tenant, product: Product, given: Partial<ClientCost>): Promise<ClientCost> {
  await holdPrices(ctx.db, client.id);
  const standing = await clientCostOf(ctx, client, product);
  const cost: ClientCost = { ...standing, ...given };
  if (cost.limitLeadStart && cost.limitLeadEnd && cost.limitLeadEnd < cost.limitLeadStart)
    throw invalid('LimitLeadEnd', 'pricing.problem.end-before-start');
  if (given.paymentTerm && ctx.has(Clients) && !(await ctx.use(Clients).paymentTerms(client.id)).includes(given.paymentTerm))
    throw invalid('PaymentTerm', 'pricing.problem.term');
  if ((cost.paymentTerm === 'OneTime' || cost.paymentTerm === 'Prepaid') && given.leadsbuy === 0 && given.paymentTerm !== undefined)
    throw invalid('leadsbuy', 'pricing.problem.leadsbuy');
  const validFrom = nextMidnight(ctx.now, await priceZone(ctx, client));
  await insertClientCost(ctx, client.id, product, cost, validFrom);
  if (cost.paymentTerm !== standing.paymentTerm)
    for (const told of ctx.contributions(TermChanges)) await told(ctx, client, product, cost.paymentTerm);
  await ctx.audit({
    action: 'pricing.client-cost-changed',
    companyId: client.id,
    description: `Prices of ${client.name} changed`,
    detail: { product, validFrom: validFrom.toISOString(), ...cost },
  });
  await ctx.live(PRICE_NEWS, client);
  return cost;
}
