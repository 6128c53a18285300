import type { Knex } from 'knex';
import type { Ctx } from '../../../../core/contract.ts';
import { type LeadFacet, LeadFacets } from '../contract.ts';

/** Facets that the caller may see. */
const facetsOf = (ctx: Ctx): LeadFacet[] => ctx.contributions(LeadFacets).filter(({ ability }) => ctx.can(...ability));

/** All facets of a lead of the statement, by their names. */
export function facetColumns(ctx: Ctx): Knex.Raw {
  const facets = facetsOf(ctx);
  const pairs = facets.map(() => '?::text, ?').join(', ');
  return ctx.db.raw(
    `jsonb_build_object(${pairs}) as facets`,
    facets.flatMap(({ name, ...facet }) => [name, ctx.db.raw('(?)', [facet.valueOf(ctx, 'leads_lead.id')])]),
  );
}

/** Facets have these values; one that the caller may not see, or that does not know the value, holds for no lead. */
export function facetConditions(ctx: Ctx, lead: string, wanted: Readonly<Record<string, string>> = {}): Knex.Raw[] {
  const facets = new Map(facetsOf(ctx).map((facet) => [facet.name, facet]));
  return Object.entries(wanted).map(([name, value]) => {
    const facet = facets.get(name);
    return facet && Object.hasOwn(facet.states, value) ? facet.holds(ctx, lead, value) : ctx.db.raw('false');
  });
}
