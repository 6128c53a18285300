import { type Contributions, type Ctx, ListQuery, T } from '../../../core/contract.ts';
import type { Product } from '../../foundation/companies/contract.ts';
import { productName } from '../../foundation/companies/shared.ts';
import { type LeadFacet, LeadFacets, type LeadNarrowing } from '../../lead-intake/leads/contract.ts';
import { ANY_LENGTH, leadsOnDays, namedPeriod, periodIn } from './days.ts';
import { selectedLeads } from './selection.store.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const YesNo = T.Enum(['yes', 'no']);
/** What lists and files of leads are narrowed by, as query parameters. */
export const filterFields = (from: Contributions) => ({
  search: ListQuery([]).search,
  /** A name of a period, or `2026-10-01..2026-10-31`. */
  period: T.Optional(T.String({ maxLength: 30 })),
  companyId: T.Optional(Id),
  campaignId: T.Optional(Id),
  product: T.Optional(productName(from)),
  state: T.Optional(T.String({ pattern: '^[A-Za-z]{2}$' })),
  test: T.Optional(YesNo),
  converted: T.Optional(YesNo),
  tag: T.Optional(T.String({ minLength: 1, maxLength: 40 })),
  ...facetFields(from.of(LeadFacets)),
});
const facetFields = (facets: readonly LeadFacet[]) =>
  Object.fromEntries(facets.map(({ name, states }) => [name, T.Optional(T.Enum(Object.keys(states)))]));

/** The leads that somebody selected for a file, by the id of the selection. */
export const Selection = T.Optional(T.String({ format: 'uuid' }));

interface Asked {
  search?: string;
  period?: string;
  companyId?: number;
  campaignId?: number;
  product?: Product;
  state?: string;
  test?: string;
  converted?: string;
  tag?: string;
  selection?: string;
}

/** Which leads are asked for, a period in the days of the campaigns. Throws 422 for what is no period, 404 for a selection that is not the caller's any more. */
export async function narrowingOf(ctx: Ctx, asked: Asked): Promise<LeadNarrowing> {
  const { period, test, converted, selection, companyId, campaignId, product, state, tag, search } = asked;
  const days = period ? await leadsOnDays(ctx, await periodIn(ctx, namedPeriod(period), ANY_LENGTH), campaignId) : {};
  const facets = facetsIn(ctx, asked);
  return {
    ...known({ companyId, campaignId, product, state, tag: tag?.trim(), search }),
    ...days,
    ...(test && { isTest: test === 'yes' }),
    ...(converted && { converted: converted === 'yes' }),
    ...(selection && { ids: await selectedLeads(ctx, selection) }),
    ...(Object.keys(facets).length > 0 && { facets }),
  };
}

const facetsIn = (ctx: Ctx, asked: Asked): Record<string, string> =>
  Object.fromEntries(
    ctx.contributions(LeadFacets).flatMap(({ name }) => {
      const value = (asked as Readonly<Record<string, unknown>>)[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** What is there of it. */
const known = (values: LeadNarrowing & Record<string, unknown>): LeadNarrowing =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''));
