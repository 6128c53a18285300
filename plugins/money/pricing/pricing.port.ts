import { type Ctx, notFound, type Tenant } from '../../../core/contract.ts';
import { findClientCost, latestClientCosts } from './client-cost.store.ts';
import { DEFAULT_TERM, type PricingApi } from './contract.ts';
import { priceAt } from './cost.service.ts';
import { costsAt, keyOf, type Versions } from './cost.store.ts';

/** The port's implementation for one call. Prices in force now are read once for an agency, however many leads are asked about. */
export function pricingOf(ctx: Ctx): PricingApi {
  const known = new Map<number, Versions>();
  const inForce = async (companyId: number, at: Date | undefined): Promise<Versions> => {
    if (at) return costsAt(ctx.db, companyId, at);
    const versions = known.get(companyId) ?? (await costsAt(ctx.db, companyId, ctx.now));
    known.set(companyId, versions);
    return versions;
  };
  const api: PricingApi = {
    async wholesale(agencyId, product, term, at) {
      const agency = await agencyOf(ctx, agencyId);
      return priceAt(ctx, agency, await inForce(agencyId, at), product, term);
    },
    async minimum(rootId, product, term) {
      const version = (await inForce(rootId, undefined)).get(keyOf(product, term));
      if (!version) return null;
      const { versionId: _version, ...cost } = version;
      return cost;
    },
    clientCost: (companyId, product, at) => findClientCost(ctx.db, companyId, product, at === 'latest' ? null : (at ?? ctx.now)),
    latestCosts: (companyIds) => latestClientCosts(ctx.db, companyIds),
    termOf: async (companyId, product) => (await api.clientCost(companyId, product))?.paymentTerm ?? DEFAULT_TERM,
  };
  return api;
}

/** The agency, if the caller is it, stands below it or above it. A client sees no row of its agency, but knows its place. */
async function agencyOf(ctx: Ctx, agencyId: number): Promise<Tenant> {
  const { tenant } = ctx;
  if (tenant.id === agencyId) return tenant;
  if (tenant.kind === 'client' && tenant.agencyId === agencyId)
    return { id: agencyId, kind: 'agency', name: '', agencyId, rootId: tenant.rootId };
  const agency = await ctx.company(agencyId);
  if (agency?.kind !== 'agency') throw notFound();
  return agency;
}
