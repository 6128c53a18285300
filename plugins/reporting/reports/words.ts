import type { Contributions, Ctx } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import type { LeadSource, ObservationWords } from '../../lead-intake/leads/contract.ts';
import { ProductSources } from '../../lead-products/products/contract.ts';

/** Where nothing else is said, and of all products together: most of what is observed are visits. */
export const WORDS: ObservationWords = {
  several: 'reports.trends.visits',
  byDay: 'reports.daily.title',
  share: 'reports.trends.share',
  became: 'reports.funnel.title',
  noLeads: 'reports.leads.empty.help',
  steps: {
    seen: 'reports.funnel.seen',
    screened: 'reports.funnel.screened',
    identified: 'reports.funnel.identified',
    fresh: 'reports.funnel.fresh',
    leads: 'reports.funnel.leads',
  },
};

/** The products with where their leads come from, and what figures call what is observed there. */
export const observedBy = (from: Contributions): { product: Product; source: LeadSource; words: ObservationWords }[] =>
  from.of(ProductSources).map(({ product, source }) => ({ product, source, words: source.words ?? WORDS }));

/** What figures call the observations of a product; of all products without one. */
export const wordsFor = (ctx: Ctx, product: Product | undefined): ObservationWords =>
  ctx.contributions(ProductSources).find((of) => of.product === product)?.source.words ?? WORDS;
