import { DateTime } from 'luxon';
import { type Ctx, invalid, notFound, type Static, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { Products } from '../../foundation/companies/contract.ts';
import type { LeadSelection } from '../../lead-intake/leads/contract.ts';

const Id = T.Integer({ minimum: 1, maximum: 2_147_483_647 });
const Words = (most: number, pattern: string) => T.Optional(T.Array(T.String({ pattern }), { maxItems: most, uniqueItems: true }));
export const PERIODS = ['7', '30', '90', '180', '365'] as const;

/** By what an audience finds its leads; whatever is left out is left open. */
export const FilterFields = {
  /** One client of the agency. */
  companyID: T.Optional(Id),
  campaigns: T.Optional(T.Array(Id, { maxItems: 200, uniqueItems: true })),
  /** By the names that calls have for them, such as `local`. */
  products: T.Optional(T.Array(T.String({ maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
  /** Days up to and with today; not together with the dates. */
  lastDays: T.Optional(T.Enum([...PERIODS])),
  startdate: T.Optional(T.String({ format: 'date' })),
  enddate: T.Optional(T.String({ format: 'date' })),
  states: Words(60, '^[A-Za-z]{2}$'),
  cities: Words(200, '^.{1,100}$'),
  zips: Words(2000, '^[0-9]{5}$'),
  leastVisits: T.Optional(T.Integer({ minimum: 1, maximum: 1_000_000 })),
  hasEmail: T.Optional(T.Boolean()),
  hasPhone: T.Optional(T.Boolean()),
};
const Filters = T.Object(FilterFields);
export type Filters = Static<typeof Filters>;

/** The filters as they are kept. Throws 404 for a company, 422 on a field for anything else that the caller has not got. */
export async function checkedFilters(ctx: Ctx, filters: Filters): Promise<Filters> {
  const { companyID, campaigns = [], products = [], lastDays, startdate, enddate } = filters;
  if (companyID !== undefined && (await ctx.company(companyID))?.kind !== 'client') throw notFound();
  const known = await ctx.use(Campaigns).byId(campaigns);
  const strange = campaigns.find((id) => !known.has(id) || (companyID !== undefined && known.get(id)!.companyId !== companyID));
  if (strange !== undefined) throw invalid('campaigns', 'audiences.problem.campaign');
  const installed = new Set(ctx.installed(Products).map(({ product }) => product));
  if (products.some((product) => !installed.has(product))) throw invalid('products', 'audiences.problem.product');
  if (lastDays !== undefined && (startdate ?? enddate) !== undefined) throw invalid('lastDays', 'audiences.problem.period');
  if (startdate !== undefined && enddate !== undefined && startdate > enddate) throw invalid('startdate', 'audiences.problem.order');
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}

/** The leads that the filters mean now, of the audience's company, on the reader's clock. */
export function selectionOf(ctx: Ctx, filters: Filters): LeadSelection {
  const { companyID, campaigns, products, lastDays, startdate, enddate, states, cities, zips, leastVisits, hasEmail, hasPhone } = filters;
  const companyId = ctx.tenant.kind === 'client' ? ctx.tenant.id : companyID;
  const day = (text: string): DateTime => DateTime.fromISO(text, { zone: ctx.timezone }).startOf('day');
  const today = DateTime.fromJSDate(ctx.now, { zone: ctx.timezone }).startOf('day');
  const from = lastDays === undefined ? startdate && day(startdate) : today.minus({ days: Number(lastDays) - 1 });
  const given = {
    companyId,
    campaigns,
    products,
    states,
    cities,
    zips,
    from: from ? from.toJSDate() : undefined,
    // Counting days from one that begins at one o'clock, because the clock skips its midnight, keeps that hour.
    to: enddate === undefined ? undefined : day(enddate).plus({ days: 1 }).startOf('day').toJSDate(),
    leastObservations: leastVisits,
    withEmail: hasEmail,
    withPhone: hasPhone,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** What the filters say, in the reader's words. */
export function summaryOf(ctx: Ctx, filters: Filters, clients: ReadonlyMap<number, string>): string {
  const { companyID, campaigns, products, lastDays, startdate, enddate, states, cities, zips, leastVisits, hasEmail, hasPhone } = filters;
  const parts = [
    companyID !== undefined && (clients.get(companyID) ?? ctx.t('audiences.summary.no-client')),
    campaigns && ctx.t('audiences.summary.campaigns', { count: campaigns.length }),
    products?.map((product) => ctx.named(product).name).join(', '),
    lastDays !== undefined && ctx.t(`audiences.period.${lastDays}`),
    startdate !== undefined && ctx.t('audiences.summary.from', { day: startdate }),
    enddate !== undefined && ctx.t('audiences.summary.to', { day: enddate }),
    states?.map((state) => state.toUpperCase()).join(', '),
    cities && ctx.t('audiences.summary.cities', { count: cities.length }),
    zips && ctx.t('audiences.summary.zips', { count: zips.length }),
    leastVisits !== undefined && ctx.t('audiences.summary.visits', { count: leastVisits }),
    hasEmail && ctx.t('audiences.summary.email'),
    hasPhone && ctx.t('audiences.summary.phone'),
  ];
  return parts.filter(Boolean).join(' · ') || ctx.t('audiences.summary.all');
}
