import { type Ctx, type Static, T } from '../../core/contract.ts';
import { Campaigns } from '../campaigns/contract.ts';
import type { Lead } from '../capture/contract.ts';
import { type LeadStanding, LeadStandings } from './contract.ts';

/** One lead as lists and the detail show it. */
export const LeadRow = T.Object({
  id: T.String(),
  created: T.String(),
  seen: T.String(),
  visits: T.Integer(),
  name: T.String(),
  email: T.String(),
  phone: T.String(),
  address: T.String(),
  city: T.String(),
  state: T.String(),
  zip: T.String(),
  /** City and state in one. */
  place: T.String(),
  company: T.String(),
  campaign: T.String(),
  campaignId: T.Integer(),
  product: T.String(),
  url: T.String(),
  /** The address without what everybody knows, for a narrow column. */
  page: T.String(),
  isTest: T.Boolean(),
  /** Cents; null for those who are not to see it. */
  price: T.Union([T.Integer(), T.Null()]),
  /** One of `STANDINGS`, or empty. */
  standing: T.String(),
  mayReturn: T.Boolean(),
});
export type LeadRow = Static<typeof LeadRow>;

/** Leads with the names of their campaigns and how they stand; a query for each, whatever the number of leads. */
export async function rowsOf(ctx: Ctx, leads: readonly Lead[]): Promise<LeadRow[]> {
  const campaigns = leads.length === 0 ? null : await ctx.use(Campaigns).rules([...new Set(leads.map((l) => l.campaignId))]);
  const standings = await standingsOf(ctx, leads);
  const seesPrices = ctx.can('see-prices', 'Report');
  return leads.map((lead) => ({
    id: lead.id,
    created: lead.createdAt.toISOString(),
    seen: lead.lastSeenAt.toISOString(),
    visits: lead.visits,
    name: joined(' ', lead.firstName, lead.lastName),
    email: lead.email,
    phone: lead.phone,
    address: lead.address,
    city: lead.city,
    state: lead.state,
    zip: lead.zip,
    place: joined(', ', lead.city, lead.state),
    company: lead.company,
    campaign: campaigns?.get(lead.campaignId)?.name ?? '',
    campaignId: lead.campaignId,
    product: lead.product,
    url: lead.url,
    page: shortUrl(lead.url),
    isTest: lead.isTest,
    price: seesPrices ? lead.retailCents : null,
    ...(standings.get(lead.id) ?? NO_STANDING),
  }));
}

const NO_STANDING: LeadStanding = { standing: '', mayReturn: false };
async function standingsOf(ctx: Ctx, leads: readonly Lead[]): Promise<Map<string, LeadStanding>> {
  const [of] = ctx.slot(LeadStandings);
  return of && leads.length > 0 ? of(ctx, leads) : new Map();
}

const joined = (by: string, ...parts: string[]): string => parts.filter(Boolean).join(by);

const LONGEST = 60;

/** `shop.example/pricing` for `https://www.shop.example/pricing/?utm=1`. */
export function shortUrl(url: string): string {
  const bare = url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '');
  return bare.length > LONGEST ? `${bare.slice(0, LONGEST - 1)}…` : bare;
}
