import { type Ctx, type Static, T } from '../../../core/contract.ts';
import { Campaigns } from '../../campaign-management/campaigns/contract.ts';
import { type Evidence, type EvidenceField, type Lead, Leads, type ListedLead } from '../../lead-intake/leads/contract.ts';
import { clockTime } from './clock-time.ts';
import { amountsText } from './amounts.ts';
import { type ConversionFigures, Conversions, type LeadStatus, LeadStatuses } from './contract.ts';

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
  /** What its source saw, field by field. */
  evidence: T.Array(
    T.Object({ title: T.String(), as: T.Enum(['text', 'number', 'time', 'link']), value: T.Union([T.String(), T.Number()]) }),
  ),
  /** The most telling of it, for a narrow column: an address without what everybody knows. */
  origin: T.String(),
  isTest: T.Boolean(),
  converted: T.Boolean(),
  /** Name of the client. */
  client: T.String(),
  tags: T.Array(T.String()),
  /** What other plugins know of it in a word, by the names of their facets. */
  facets: T.Record(T.String(), T.String()),
  /** What its source is called. */
  source: T.String(),
  /** Cents; null for those who are not to see it. */
  price: T.Union([T.Integer(), T.Null()]),
  /** Null where nobody counts them: of leads that no website brought. */
  conversions: T.Union([T.Integer(), T.Null()]),
  /** For people, each currency by itself. */
  conversionValue: T.String(),
  /** One of `LEAD_STATUSES`, or empty. */
  leadStatus: T.String(),
  mayReturn: T.Boolean(),
});
export type LeadRow = Static<typeof LeadRow>;

/** Leads with the names of their campaigns and how they stand; a query for each, whatever the number of leads. */
export async function rowsOf(ctx: Ctx, leads: readonly ListedLead[]): Promise<LeadRow[]> {
  const [campaigns, statuses, conversions] = await ctx.together([
    async () => (leads.length === 0 ? null : ctx.use(Campaigns).byId([...new Set(leads.map((l) => l.campaignId))])),
    () => leadStatusesOf(ctx, leads),
    () => conversionsOf(ctx, leads),
  ]);
  const sources = ctx.use(Leads).sources();
  const seesPrices = ctx.can('see-prices', 'Report');
  return leads.map((lead) => ({
    id: lead.id,
    created: lead.createdAt.toISOString(),
    seen: lead.lastSeenAt.toISOString(),
    visits: lead.observations,
    name: lead.isErased ? ctx.t('reports.lead.erased') : joined(' ', lead.firstName, lead.lastName),
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
    evidence: (sources.get(lead.source)?.fields ?? []).map((field) => ({
      title: ctx.t(field.title),
      as: field.as,
      value: valueOf(lead.evidence, field),
    })),
    origin: originOf(ctx, lead, sources.get(lead.source)?.listed),
    isTest: lead.isTest,
    converted: lead.converted,
    client: lead.client,
    tags: [...lead.tags],
    facets: lead.facets,
    source: ctx.t(sources.get(lead.source)?.title ?? ''),
    price: seesPrices ? lead.retailCents : null,
    conversions: conversions?.get(lead.id)?.conversions ?? null,
    conversionValue: amountsText(conversions?.get(lead.id)?.amounts ?? new Map()),
    ...(statuses.get(lead.id) ?? NO_STATUS),
  }));
}

async function conversionsOf(ctx: Ctx, leads: readonly Lead[]): Promise<ReadonlyMap<string, ConversionFigures> | null> {
  const [counted] = ctx.contributions(Conversions);
  return counted
    ? counted.ofLeads(
        ctx,
        leads.map(({ id }) => id),
      )
    : null;
}

const NO_STATUS: LeadStatus = { leadStatus: '', mayReturn: false };
export async function leadStatusesOf(ctx: Ctx, leads: readonly Lead[]): Promise<Map<string, LeadStatus>> {
  const [of] = ctx.contributions(LeadStatuses);
  return of && leads.length > 0 ? of(ctx, leads) : new Map();
}

const valueOf = (evidence: Evidence, { name }: EvidenceField): string | number => {
  const value = evidence[name] ?? '';
  return typeof value === 'boolean' ? String(value) : value;
};
/** A field of the evidence as files and narrow columns write it. */
export const evidenceText = (ctx: Ctx, evidence: Evidence, field: EvidenceField): string => {
  const value = valueOf(evidence, field);
  return field.as === 'time' && value !== '' ? clockTime(new Date(value), ctx.timezone) : String(value);
};
const originOf = (ctx: Ctx, lead: Lead, listed: EvidenceField | null | undefined): string => {
  if (!listed) return '';
  const text = evidenceText(ctx, lead.evidence, listed);
  return listed.as === 'link' ? shortUrl(text) : text;
};

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
